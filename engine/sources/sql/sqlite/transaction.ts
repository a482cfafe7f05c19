/** Transactions in a worker: a snapshot that only reads, or a write. */
import { SourceError } from '../../source.ts';
import { oneByOne } from '../connections/scoped-session.ts';
import type { TransactionSteps } from '../connections/transaction.ts';
import { whileBusy } from './lock-retry.ts';
import type { SqliteWorker } from './worker.ts';
import type { Mode } from './worker-messages.ts';

/** `busyUntil` (ms since the epoch) limits the wait for the lock of another process. */
export function sqliteTransaction(
  worker: SqliteWorker,
  mode: 'snapshot' | 'write',
  busyUntil: number,
): TransactionSteps {
  const isWrite = mode === 'write';
  const connection: Mode = isWrite ? 'write' : 'read';
  const rollback: TransactionSteps['rollback'] = async (call) => {
    if (!worker.alive || !worker.inTransaction) return;
    // The end of the process rolls back, too.
    await worker.command(connection, 'ROLLBACK', call).catch(() => worker.destroy());
  };
  return {
    server: 'SQLite',
    begin: (call) =>
      isWrite
        ? whileBusy(busyUntil, () => worker.command(connection, 'BEGIN IMMEDIATE', call))
        : worker.command(connection, 'BEGIN', call),
    // A write has the lock of the file from its beginning.
    run: oneByOne(async (statement, call) => {
      const run = () => worker.run(connection, statement, call);
      return (await (isWrite ? run() : whileBusy(busyUntil, run))).result;
    }),
    async commit(call) {
      if (!isWrite) return rollback(call);
      if (!worker.inTransaction) throw new SourceError('broken', 'The transaction had ended before its commit.');
      await whileBusy(busyUntil, () => worker.command(connection, 'COMMIT', call));
    },
    rollback,
  };
}
