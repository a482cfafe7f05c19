/** The service's side of a worker: a process that runs statements on one database file. */
import { type BoundStatement, type CallContext, SourceError } from '../../source.ts';
import type { StatementResult } from '../connections/scoped-session.ts';
import { whileBusy } from './lock-retry.ts';
import { startWorkerProcess } from './worker-channel.ts';
import type { Mode, Outcome, SqliteDescription } from './worker-messages.ts';

/** One process with one connection. Its methods reject with `SourceError`, and kill the process at the deadline of a call. */
export interface SqliteWorker {
  /** Runs one statement to its end; prepared once. */
  run(statement: BoundStatement, call: CallContext): Promise<StatementResult>;
  /** Runs `BEGIN` and the like. */
  command(sql: string, call: CallContext): Promise<void>;
  describe(sql: string, call: CallContext): Promise<SqliteDescription>;
  /** Whether a transaction is open, by the process's last reply. */
  readonly inTransaction: boolean;
  /** False where the process has ended, or is about to end. */
  readonly alive: boolean;
  /** Resolves when the process is gone. */
  readonly gone: Promise<void>;
  /** Closes the file in order, then ends the process. */
  end(): Promise<void>;
  /** Kills the process, also during a statement; SQLite rolls an open transaction back. */
  destroy(): void;
}

/** True where the process was killed from outside, and not at the deadline of the call. */
export const isLost = (error: unknown): boolean =>
  error instanceof SourceError && error.kind === 'unreachable' && error.connectionLost;

/** Milliseconds that a process has to start and open its file, on a busy machine. */
const startMs = 10_000;
/** Milliseconds that a process has to close its file. */
const closeMs = 2_000;

/**
 * Starts a process and opens `file` (absolute path) in it. Waits at most `busyMs` for the lock of another process.
 * Rejects with `SourceError` where the file is missing, or cannot be used.
 */
export async function startWorker(file: string, mode: Mode, busyMs: number): Promise<SqliteWorker> {
  const workerProcess = startWorkerProcess(file, mode);
  const { send, gone, kill } = workerProcess;
  try {
    const call = { deadline: Date.now() + startMs };
    await whileBusy(Date.now() + busyMs, () => send({ kind: 'open' }, call));
  } catch (error) {
    kill();
    await gone;
    throw error;
  }

  function unexpected(outcome: Outcome): never {
    throw new Error(`A worker sent the reply to another order: ${outcome.kind}`);
  }

  return {
    async run(statement, call) {
      const { sql, values } = statement;
      const outcome = await send({ kind: 'run', sql, values }, call);
      return outcome.kind === 'result' ? outcome.result : unexpected(outcome);
    },
    async command(sql, call) {
      await send({ kind: 'command', sql }, call);
    },
    async describe(sql, call) {
      const outcome = await send({ kind: 'describe', sql }, call);
      return outcome.kind === 'described' ? outcome.description : unexpected(outcome);
    },
    get inTransaction() {
      return workerProcess.inTransaction;
    },
    get alive() {
      return workerProcess.alive;
    },
    gone,
    async end() {
      if (workerProcess.alive) await send({ kind: 'close' }, { deadline: Date.now() + closeMs }).catch(() => undefined);
      kill();
      await gone;
    },
    destroy: kill,
  };
}
