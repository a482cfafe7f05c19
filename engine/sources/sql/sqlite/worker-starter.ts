/** Starts workers of one kind, and keeps a spare one at hand. */
import { type CallContext, SourceError } from '../../source.ts';
import { withDeadline } from '../connections/with-deadline.ts';
import { isLost, type SqliteWorker } from './worker.ts';

export interface WorkerStarter {
  /** A worker that is ready: the spare one, or a new one. Rejects with `SourceError`. */
  take(): Promise<SqliteWorker>;
  /** Runs `work` with the spare worker or a new one, apart from those that were taken. Waits until the call's deadline for its start. */
  useSpare<T>(call: CallContext, work: (worker: SqliteWorker) => Promise<T>): Promise<T>;
  /** Kills each worker that runs or starts, whatever it does. */
  killAll(): Promise<void>;
  /** Ends each worker that runs or starts, in order; none may be in use. */
  endAll(): Promise<void>;
  /** Waits for users of the spare worker, then ends all workers in order. */
  close(): Promise<void>;
}

export interface WorkerStarterOptions {
  readonly start: () => Promise<SqliteWorker>;
  /** Start another spare worker when one was taken, so that a worker that had to be killed is replaced at once. */
  readonly keepsSpare: boolean;
}

type Starting = Promise<SqliteWorker>;

const doNothing = (): void => undefined;

const toSourceError = (error: unknown): SourceError =>
  error instanceof SourceError ? error : new SourceError('broken', `SQLite: ${String(error)}`, { cause: error });

/** Starts worker processes. More than 80 lines, because all of its functions share the set of workers and the spare one. */
export function createWorkerStarter({ start, keepsSpare }: WorkerStarterOptions): WorkerStarter {
  const workers = new Set<Starting>();
  const spareUses = new Set<Promise<unknown>>();
  let spare: Starting | undefined;
  let isClosed = false;

  function startOne(): Starting {
    const starting = start();
    workers.add(starting);
    const forget = () => {
      workers.delete(starting);
      if (spare === starting) spare = undefined;
    };
    starting.then(({ gone }) => gone).then(forget, forget);
    return starting;
  }

  function startSpare(): void {
    if (!isClosed) spare ??= startOne();
  }

  function takeSpare(): Starting {
    const starting = spare ?? startOne();
    spare = undefined;
    return starting;
  }

  /** Another spare worker is started when this one is ready. */
  async function takeOne(): Promise<SqliteWorker> {
    const starting = takeSpare();
    if (keepsSpare) starting.then(startSpare, doNothing);
    return starting;
  }

  /** A worker that was used becomes the spare one, unless there is one again. */
  function keep(starting: Starting): void {
    starting.then((worker) => {
      if (worker.alive && !isClosed && spare === undefined) spare = starting;
      else void worker.end();
    }, doNothing);
  }

  async function useSpare<T>(call: CallContext, work: (worker: SqliteWorker) => Promise<T>): Promise<T> {
    const starting = takeSpare();
    try {
      const worker = await withDeadline(call, { cancel: doNothing, toSourceError }, () => starting);
      return await work(worker);
    } finally {
      keep(starting);
    }
  }

  async function each(action: (worker: SqliteWorker) => Promise<void>): Promise<void> {
    await Promise.all([...workers].map((starting) => starting.then(action, doNothing)));
  }
  const endAll = () => each((worker) => worker.end());

  return {
    async take() {
      // One that ended by itself, also during its start, has run nothing: another one takes its place.
      const worker = await takeOne().catch((error: unknown) => {
        if (isLost(error)) return undefined;
        throw error;
      });
      return worker?.alive ? worker : takeOne();
    },
    useSpare(call, work) {
      if (isClosed) return Promise.reject(new SourceError('unreachable', 'SQLite: the source is closed.'));
      const use = useSpare(call, work);
      spareUses.add(use);
      const done = () => void spareUses.delete(use);
      use.then(done, done);
      return use;
    },
    killAll: () =>
      each((worker) => {
        worker.destroy();
        return worker.gone;
      }),
    endAll,
    async close() {
      isClosed = true;
      await Promise.allSettled(spareUses);
      await endAll();
    },
  };
}
