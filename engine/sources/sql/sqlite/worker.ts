/** The service's side of a process that works on one database file. */
import { type ChildProcess, fork } from 'node:child_process';
import { Socket } from 'node:net';
import { extname, join } from 'node:path';
import { type BoundStatement, type CallContext, SourceError, type StatementFacts } from '../../source.ts';
import type { StatementResult } from '../connections/scoped-session.ts';
import { withDeadline } from '../connections/with-deadline.ts';
import { FileReplaced } from './database-file.ts';
import { whileBusy } from './lock-retry.ts';
import { lifeline, type Mode, type Order, type Outcome, type Reply } from './worker-messages.ts';

/** One process with one connection. Its methods reject with `SourceError`, and end the process where a call's time is over. */
export interface SqliteWorker {
  /** Runs one statement to its end; prepared once. */
  run(statement: BoundStatement, call: CallContext): Promise<StatementResult>;
  /** Runs `BEGIN` and the like. */
  command(sql: string, call: CallContext): Promise<void>;
  describe(sql: string, call: CallContext): Promise<StatementFacts>;
  /** Whether a transaction is open, by the process's last word. */
  readonly inTransaction: boolean;
  /** False when the process ended, or was told to. */
  readonly alive: boolean;
  /** Resolves when the process is gone. */
  readonly gone: Promise<void>;
  /** Closes the file in order, then ends the process. */
  end(): Promise<void>;
  /** Ends the process amid whatever it does; SQLite rolls an open transaction back. */
  destroy(): void;
}

/** The process was ended from without, and not because the call's time was over. */
export const isLost = (error: unknown): boolean =>
  error instanceof SourceError && error.kind === 'unreachable' && error.connectionLost;

/** Milliseconds in which a process starts and opens its file, on a busy machine. */
const startMs = 10_000;
/** Milliseconds for closing a file. */
const closeMs = 2_000;

/** Starts a process; the one at the other end of its lifeline is this one. */
function startProcess(file: string, mode: Mode): ChildProcess {
  const program = join(import.meta.dirname, `worker-main${extname(import.meta.filename)}`);
  const child = fork(program, [file, mode], {
    serialization: 'advanced',
    execArgv: [],
    stdio: ['ignore', 'ignore', 'inherit', 'ipc', 'pipe'],
  });
  const line = child.stdio[lifeline];
  if (line instanceof Socket) line.on('error', () => undefined).unref();
  return child;
}

/** A call that waits for a worker keeps the service running; a worker that waits for orders does not. */
function keepRunning(child: ChildProcess, keep: boolean): void {
  if (keep) {
    child.ref();
    child.channel?.ref();
  } else {
    child.unref();
    child.channel?.unref();
  }
}

const isReply = (message: unknown): message is Reply =>
  typeof message === 'object' && message !== null && 'outcome' in message;

/**
 * Starts a process and opens `file` (absolute path) in it. The lock of another process is waited for at most `busyMs`.
 * Rejects with `SourceError` where the file is missing, or cannot be used.
 */
export async function startWorker(file: string, mode: Mode, busyMs: number): Promise<SqliteWorker> {
  const child = startProcess(file, mode);
  const gone = Promise.withResolvers<void>();
  let alive = true;
  let inTransaction = false;
  let waiting: PromiseWithResolvers<Reply> | undefined;

  function lost(how: string): void {
    alive = false;
    const message = `SQLite: the process that works on the file ended (${how}).`;
    waiting?.reject(new SourceError('unreachable', message, { connectionLost: true }));
  }
  child.on('message', (message) => {
    if (isReply(message)) waiting?.resolve(message);
  });
  child.once('exit', (status, signal) => {
    lost(signal ?? `status ${status}`);
    gone.resolve();
  });
  child.on('error', (error) => {
    lost(error.message);
    if (child.pid === undefined) gone.resolve();
  });

  function destroy(): void {
    alive = false;
    // Whoever waits for its end has nothing else to keep the service running.
    child.ref();
    child.kill('SIGKILL');
  }

  async function ask(order: Order, call: CallContext): Promise<Outcome> {
    const answer = Promise.withResolvers<Reply>();
    const toSourceError = (error: unknown) =>
      error instanceof SourceError ? error : new SourceError('broken', `SQLite: ${String(error)}`, { cause: error });
    const asked = withDeadline(call, { cancel: destroy, toSourceError }, () => {
      waiting = answer;
      keepRunning(child, true);
      if (alive) child.send(order, (error) => error && lost(error.message));
      else lost('before it was asked');
      return answer.promise;
    });
    const { outcome, inTransaction: after } = await asked.finally(() => alive && keepRunning(child, false));
    inTransaction = after;
    if (outcome.kind === 'replaced') throw new FileReplaced(file);
    if (outcome.kind !== 'failed') return outcome;
    const { kind, message, position } = outcome.failure;
    throw new SourceError(kind, message, position === undefined ? {} : { position });
  }

  function unexpected(outcome: Outcome): never {
    throw new Error(`A worker answered another question: ${outcome.kind}`);
  }

  const worker: SqliteWorker = {
    async run(statement, call) {
      const { sql, values } = statement;
      const outcome = await ask({ kind: 'run', sql, values }, call);
      return outcome.kind === 'result' ? outcome.result : unexpected(outcome);
    },
    async command(sql, call) {
      await ask({ kind: 'command', sql }, call);
    },
    async describe(sql, call) {
      const outcome = await ask({ kind: 'describe', sql }, call);
      return outcome.kind === 'described' ? outcome.facts : unexpected(outcome);
    },
    get inTransaction() {
      return inTransaction;
    },
    get alive() {
      return alive;
    },
    gone: gone.promise,
    async end() {
      if (alive) await ask({ kind: 'close' }, { deadline: Date.now() + closeMs }).catch(() => undefined);
      destroy();
      await gone.promise;
    },
    destroy,
  };

  try {
    const call = { deadline: Date.now() + startMs };
    await whileBusy(Date.now() + busyMs, () => ask({ kind: 'open' }, call));
    return worker;
  } catch (error) {
    destroy();
    await gone.promise;
    throw error;
  }
}
