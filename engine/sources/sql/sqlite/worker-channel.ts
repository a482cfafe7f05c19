/** The process of a worker: its start, orders and replies, its end. */
import { type ChildProcess, spawn } from 'node:child_process';
import { Socket } from 'node:net';
import { extname, join } from 'node:path';
import { type CallContext, SourceError } from '../../source.ts';
import { withDeadline } from '../connections/with-deadline.ts';
import { FileReplaced } from './database-file.ts';
import { createFrameReader, orderFrame, parseReply } from './frames.ts';
import { descriptors, type Order, type Outcome, type Reply } from './worker-messages.ts';

interface WorkerProcess {
  /** Sends orders and waits for the outcome of each. Rejects with `SourceError`, and kills the process at the deadline of the call. */
  send(orders: readonly Order[], call: CallContext): Promise<readonly Outcome[]>;
  /** Whether a transaction is open, by the last reply. */
  readonly inTransaction: boolean;
  /** False where the process has ended, or is about to end. */
  readonly alive: boolean;
  /** Resolves when the process has ended. */
  readonly exited: Promise<void>;
  kill(): void;
}

/** Starts a process, which ends when this process does: see `descriptors`. */
function startProcess(file: string): ChildProcess {
  const program = join(import.meta.dirname, `worker-main${extname(import.meta.filename)}`);
  return spawn(process.execPath, [program, file], { stdio: ['ignore', 'ignore', 'inherit', 'pipe', 'pipe'] });
}

/** The parent's end of a pipe. */
function socketOf(child: ChildProcess, descriptor: number): Socket {
  const socket = child.stdio[descriptor];
  if (!(socket instanceof Socket)) throw new Error(`A worker of SQLite has no pipe ${descriptor}.`);
  return socket;
}

const toSourceError = (error: unknown): SourceError =>
  error instanceof SourceError ? error : new SourceError('broken', `SQLite: ${String(error)}`, { cause: error });

/** Starts a process for `file`, an absolute path. More than 80 lines with what it returns, because all of its functions share the state of the process. */
export function startWorkerProcess(file: string): WorkerProcess {
  const child = startProcess(file);
  const orderSocket = socketOf(child, descriptors.orders);
  const lifeline = socketOf(child, descriptors.lifeline);
  const gone = Promise.withResolvers<void>();
  let alive = true;
  let inTransaction = false;
  let waiting: PromiseWithResolvers<Reply> | undefined;

  function markLost(how: string): void {
    alive = false;
    const message = `SQLite: the process that works on the file ended (${how}).`;
    waiting?.reject(new SourceError('unreachable', message, { connectionLost: true }));
  }
  orderSocket.on(
    'data',
    createFrameReader((json) => waiting?.resolve(parseReply(json))),
  );
  // The end of the process says more than the error of its pipe.
  orderSocket.on('error', () => undefined);
  lifeline.on('error', () => undefined).unref();
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

  /** A call in progress keeps the service running, an idle worker does not. */
  function keepRunning(keep: boolean): void {
    if (keep) {
      child.ref();
      orderSocket.ref();
    } else {
      child.unref();
      orderSocket.unref();
    }
  }

  function replyTo(orders: readonly Order[]): Promise<Reply> {
    const reply = Promise.withResolvers<Reply>();
    waiting = reply;
    keepRunning(true);
    if (alive) orderSocket.write(orderFrame(orders));
    else markLost('before it got the order');
    return reply.promise;
  }

  return {
    async send(orders, call) {
      const request = withDeadline(call, { cancel: kill, toSourceError }, () => replyTo(orders));
      const reply = await request.finally(() => alive && keepRunning(false));
      inTransaction = reply.inTransaction;
      if (reply.outcomes === undefined) throw new FileReplaced(file);
      return reply.outcomes;
    },
    get inTransaction() {
      return inTransaction;
    },
    get alive() {
      return alive;
    },
    exited: gone.promise,
    kill,
  };
}
