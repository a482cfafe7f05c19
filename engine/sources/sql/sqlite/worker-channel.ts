/** The process of a worker: its start, orders and replies, its end. */
import { type ChildProcess, fork } from 'node:child_process';
import { Socket } from 'node:net';
import { extname, join } from 'node:path';
import { type CallContext, SourceError } from '../../source.ts';
import { withDeadline } from '../connections/with-deadline.ts';
import { FileReplaced } from './database-file.ts';
import { lifeline, type Mode, type Order, type Outcome, type Reply } from './worker-messages.ts';

export interface WorkerProcess {
  /** Sends an order and waits for its outcome. Rejects with `SourceError`, and kills the process at the deadline of the call. */
  send(order: Order, call: CallContext): Promise<Exclude<Outcome, { readonly kind: 'failed' | 'replaced' }>>;
  /** Whether a transaction is open, by the last reply. */
  readonly inTransaction: boolean;
  /** False where the process has ended, or is about to end. */
  readonly alive: boolean;
  /** Resolves when the process has ended. */
  readonly gone: Promise<void>;
  kill(): void;
}

/** Forks a process, which ends when this process does: see `lifeline`. */
function forkWorker(file: string, mode: Mode): ChildProcess {
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

/** A call in progress keeps the service running, an idle worker does not. */
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

const toSourceError = (error: unknown): SourceError =>
  error instanceof SourceError ? error : new SourceError('broken', `SQLite: ${String(error)}`, { cause: error });

/** Starts a process for `file`, an absolute path. */
export function startWorkerProcess(file: string, mode: Mode): WorkerProcess {
  const child = forkWorker(file, mode);
  const gone = Promise.withResolvers<void>();
  let alive = true;
  let inTransaction = false;
  let waiting: PromiseWithResolvers<Reply> | undefined;

  function markLost(how: string): void {
    alive = false;
    const message = `SQLite: the process that works on the file ended (${how}).`;
    waiting?.reject(new SourceError('unreachable', message, { connectionLost: true }));
  }
  child.on('message', (message) => {
    if (isReply(message)) waiting?.resolve(message);
  });
  child.once('exit', (status, signal) => {
    markLost(signal ?? `status ${status}`);
    gone.resolve();
  });
  child.on('error', (error) => {
    markLost(error.message);
    if (child.pid === undefined) gone.resolve();
  });

  function kill(): void {
    alive = false;
    // Nothing else keeps the service running for a caller who waits for the end of the process.
    child.ref();
    child.kill('SIGKILL');
  }

  function replyTo(order: Order): Promise<Reply> {
    const reply = Promise.withResolvers<Reply>();
    waiting = reply;
    keepRunning(child, true);
    if (alive) child.send(order, (error) => error && markLost(error.message));
    else markLost('before it got the order');
    return reply.promise;
  }

  return {
    async send(order, call) {
      const request = withDeadline(call, { cancel: kill, toSourceError }, () => replyTo(order));
      const reply = await request.finally(() => alive && keepRunning(child, false));
      inTransaction = reply.inTransaction;
      const { outcome } = reply;
      if (outcome.kind === 'replaced') throw new FileReplaced(file);
      if (outcome.kind !== 'failed') return outcome;
      const { kind, message, position } = outcome.failure;
      throw new SourceError(kind, message, position === undefined ? {} : { position });
    },
    get inTransaction() {
      return inTransaction;
    },
    get alive() {
      return alive;
    },
    gone: gone.promise,
    kill,
  };
}
