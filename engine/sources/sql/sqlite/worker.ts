/** The service's side of a worker: a process that runs statements on one database file. */
import { type BoundStatement, type CallContext, SourceError } from '../../source.ts';
import { whileBusy } from './lock-retry.ts';
import { startWorkerProcess } from './worker-channel.ts';
import type { MeasuredResult, Mode, Order, Outcome, SqliteDescription } from './worker-messages.ts';

/** What became of one of several statements. */
export type ReadOutcome =
  | ({ readonly ok: true } & MeasuredResult)
  | { readonly ok: false; readonly error: SourceError };

/** One process with a connection of each mode. Its methods reject with `SourceError`, and kill the process at the deadline of a call. */
export interface SqliteWorker {
  /** Opens the connection of this mode, if it is not open. */
  open(mode: Mode, call: CallContext): Promise<void>;
  /** Runs one statement to its end; prepared once. */
  run(mode: Mode, statement: BoundStatement, call: CallContext): Promise<MeasuredResult>;
  /** Runs each of the statements on the reading connection. */
  readAll(statements: readonly BoundStatement[], call: CallContext): Promise<readonly ReadOutcome[]>;
  /** Runs `BEGIN` and the like. */
  command(mode: Mode, sql: string, call: CallContext): Promise<void>;
  describe(sql: string, call: CallContext): Promise<SqliteDescription>;
  /** Whether a transaction is open, by the process's last reply. */
  readonly inTransaction: boolean;
  /** Whether it may have a connection that writes. */
  readonly writes: boolean;
  /** False where the process has ended, or is about to end. */
  readonly alive: boolean;
  /** Resolves when the process is gone. */
  readonly exited: Promise<void>;
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

function errorOf(outcome: Outcome): SourceError | undefined {
  if (outcome.kind !== 'failed') return undefined;
  const { kind, message, position } = outcome.failure;
  return new SourceError(kind, message, position === undefined ? {} : { position });
}

function unexpected(outcome: Outcome | undefined): never {
  throw new Error(`A worker sent the reply to another order: ${outcome?.kind}`);
}

function readOutcome(outcome: Outcome): ReadOutcome {
  const error = errorOf(outcome);
  if (error !== undefined) return { ok: false, error };
  return outcome.kind === 'result' ? { ok: true, result: outcome.result, ms: outcome.ms } : unexpected(outcome);
}

/**
 * Starts a process and opens `file` (absolute path) in it for reading. Waits at most `busyMs` for the lock of another process.
 * Rejects with `SourceError` where the file is missing, or cannot be used.
 */
export async function startWorker(file: string, busyMs: number): Promise<SqliteWorker> {
  const workerProcess = startWorkerProcess(file);
  const { exited, kill } = workerProcess;
  let writes = false;

  async function send(order: Order, call: CallContext): Promise<Outcome> {
    if ('mode' in order && order.mode === 'write') writes = true;
    const [outcome] = await workerProcess.send([order], call);
    if (outcome === undefined) return unexpected(outcome);
    const error = errorOf(outcome);
    if (error !== undefined) throw error;
    return outcome;
  }

  try {
    const call = { deadline: Date.now() + startMs };
    await whileBusy(Date.now() + busyMs, () => send({ kind: 'open', mode: 'read' }, call));
  } catch (error) {
    kill();
    await exited;
    throw error;
  }

  return {
    async open(mode, call) {
      await send({ kind: 'open', mode }, call);
    },
    async run(mode, { sql, values }, call) {
      const outcome = await send({ kind: 'run', mode, sql, values }, call);
      return outcome.kind === 'result' ? { result: outcome.result, ms: outcome.ms } : unexpected(outcome);
    },
    async readAll(statements, call) {
      const orders = statements.map(({ sql, values }) => ({ kind: 'run', mode: 'read', sql, values }) as const);
      return (await workerProcess.send(orders, call)).map(readOutcome);
    },
    async command(mode, sql, call) {
      await send({ kind: 'command', mode, sql }, call);
    },
    async describe(sql, call) {
      const outcome = await send({ kind: 'describe', sql }, call);
      return outcome.kind === 'described' ? outcome.description : unexpected(outcome);
    },
    get inTransaction() {
      return workerProcess.inTransaction;
    },
    get writes() {
      return writes;
    },
    get alive() {
      return workerProcess.alive;
    },
    exited,
    async end() {
      if (workerProcess.alive) {
        await workerProcess.send([{ kind: 'close' }], { deadline: Date.now() + closeMs }).catch(() => undefined);
      }
      kill();
      await exited;
    },
    destroy: kill,
  };
}
