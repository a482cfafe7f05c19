/** One transaction in a worker: a snapshot that is only read, or a write that is committed whole or rolled back. */
import { type CallContext, SourceError, type SqlSession } from '../../source.ts';
import { leaseSession } from '../scoped-session.ts';
import { whileBusy } from './lock-retry.ts';
import type { SqliteWorker } from './worker.ts';

/** Milliseconds that the end of a transaction has, however late it is. */
const graceMs = 2_000;
const ending = (call: CallContext): CallContext => ({ deadline: Math.max(call.deadline, Date.now() + graceMs) });

type Work<T> = (session: SqlSession) => Promise<T>;

function isLost(error: unknown): boolean {
  return error instanceof SourceError && error.connectionLost;
}

/** Leaves no open transaction behind: where it cannot be rolled back, the process is ended, and with it the transaction. */
async function rollBack(worker: SqliteWorker, call: CallContext): Promise<void> {
  if (worker.alive && worker.inTransaction) {
    await worker.command('ROLLBACK', ending(call)).catch(() => worker.destroy());
  }
}

/** Runs `work` on one state of the data. `busyUntil` (ms since the epoch) limits the wait for the lock of another process. */
export async function inSnapshot<T>(
  worker: SqliteWorker,
  call: CallContext,
  busyUntil: number,
  work: Work<T>,
): Promise<T> {
  await worker.command('BEGIN', call);
  const lease = leaseSession((statement) => whileBusy(busyUntil, () => worker.run(statement, call)));
  try {
    return await work(lease.session);
  } finally {
    await lease.end().catch(() => undefined);
    await rollBack(worker, call);
  }
}

/** Commits when `work` resolves, rolls back and rethrows when it rejects. */
export async function inWrite<T>(
  worker: SqliteWorker,
  call: CallContext,
  busyUntil: number,
  work: Work<T>,
): Promise<T> {
  await whileBusy(busyUntil, () => worker.command('BEGIN IMMEDIATE', call));
  const lease = leaseSession((statement) => worker.run(statement, call));
  try {
    const result = await work(lease.session);
    await lease.end();
    if (!worker.inTransaction) throw new SourceError('broken', 'The transaction had ended before its commit.');
    await whileBusy(busyUntil, () => worker.command('COMMIT', ending(call)));
    return result;
  } catch (error) {
    const first = await lease.end().catch((failure: unknown) => failure);
    await rollBack(worker, call);
    // Where the work failed for a reason of its own while its process ended, the latter decides what is left to do.
    throw isLost(first) ? first : error;
  }
}
