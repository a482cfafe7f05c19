/** Processes of one kind that work on one database file. One that was ended, or whose state is unknown, is replaced. */
import { type CallContext, SourceError } from '../../source.ts';
import { createTurns } from '../fifo-pool.ts';
import { within } from '../with-deadline.ts';
import { isLost, type SqliteWorker } from './worker.ts';

export interface WorkerPool {
  /** Lends a worker for `work`. It is ended where it leaves a transaction open. */
  lend<T>(call: CallContext, work: (worker: SqliteWorker) => Promise<T>): Promise<T>;
  /** Lends one that no request waits for, and that waits for none: the spare one. */
  lendSpare<T>(call: CallContext, work: (worker: SqliteWorker) => Promise<T>): Promise<T>;
  /** Ends all workers amid what they do. The next call starts new ones. */
  destroy(): Promise<void>;
  /** Ends all workers in order, each when it is given back. The next call starts new ones. */
  retire(): Promise<void>;
  /** Lets what runs come to its end, then ends all workers. */
  close(): Promise<void>;
}

export interface WorkerPoolOptions {
  readonly start: () => Promise<SqliteWorker>;
  /** Workers at most, the spare one not counted. */
  readonly size: number;
  /** Keep one more worker at hand, so that one which had to be killed is replaced at once. */
  readonly spare: boolean;
}

type Starting = Promise<SqliteWorker>;

interface Slot {
  worker: Starting | undefined;
  idle: NodeJS.Timeout | undefined;
}

/** Workers that nobody needs give their memory back after this many milliseconds. */
const idleMs = 60_000;
/** Longest wait for workers to be given back, in milliseconds. */
const retireMs = 60_000;

const nothing = (): void => undefined;

/** Waits no longer than the call may take. The start goes on: the next call finds the worker ready. */
function started(worker: Starting, call: CallContext): Promise<SqliteWorker> {
  const failure = (error: unknown) =>
    error instanceof SourceError ? error : new SourceError('broken', `SQLite: ${String(error)}`, { cause: error });
  return within(call, { cancel: nothing, failure }, () => worker);
}

export function createWorkerPool({ start, size, spare: keepsSpare }: WorkerPoolOptions): WorkerPool {
  const slots = Array.from({ length: size }, (): Slot => ({ worker: undefined, idle: undefined }));
  const turns = createTurns(slots);
  const lent = new Set<Promise<unknown>>();
  const all = new Set<Starting>();
  let spare: Starting | undefined;
  let closed = false;

  function startOne(): Starting {
    const worker = start();
    all.add(worker);
    const forget = () => {
      all.delete(worker);
      if (spare === worker) spare = undefined;
      for (const slot of slots) if (slot.worker === worker) slot.worker = undefined;
    };
    worker.then(({ gone }) => gone).then(forget, forget);
    return worker;
  }

  function startSpare(): void {
    if (!closed) spare ??= startOne();
  }

  /** The spare worker, or a new one; another spare one is started when that is ready. */
  function take(): Starting {
    const worker = spare ?? startOne();
    spare = undefined;
    if (keepsSpare) worker.then(startSpare, nothing);
    return worker;
  }

  function giveBack(slot: Slot, worker: SqliteWorker): void {
    if (worker.alive && !worker.inTransaction) {
      slot.idle = setTimeout(() => {
        slot.worker = undefined;
        void worker.end();
      }, idleMs).unref();
      turns.give(slot);
      return;
    }
    worker.destroy();
    // Not before it is gone: there are never more processes than the pool may have.
    void worker.gone.then(() => turns.give(slot));
  }

  /** The slot's worker. One that ended since it was last used, or amid its start, has run nothing: another one takes its place. */
  async function workerOf(slot: Slot, call: CallContext): Promise<SqliteWorker> {
    for (let another = true; ; another = false) {
      slot.worker ??= take();
      try {
        const worker = await started(slot.worker, call);
        if (worker.alive) return worker;
      } catch (error) {
        if (!another || !isLost(error)) throw error;
      }
      slot.worker = undefined;
    }
  }

  async function using<T>(call: CallContext, work: (worker: SqliteWorker) => Promise<T>): Promise<T> {
    const slot = await turns.take(call.deadline);
    clearTimeout(slot.idle);
    let worker: SqliteWorker;
    try {
      worker = await workerOf(slot, call);
    } catch (error) {
      turns.give(slot);
      throw error;
    }
    try {
      return await work(worker);
    } finally {
      giveBack(slot, worker);
    }
  }

  async function usingSpare<T>(call: CallContext, work: (worker: SqliteWorker) => Promise<T>): Promise<T> {
    const own = spare ?? startOne();
    spare = undefined;
    const keep = (worker: SqliteWorker): void => {
      if (worker.alive && !closed && spare === undefined) spare = own;
      else void worker.end();
    };
    try {
      return await work(await started(own, call));
    } finally {
      own.then(keep, nothing);
    }
  }

  function track<T>(running: Promise<T>): Promise<T> {
    lent.add(running);
    const done = () => void lent.delete(running);
    running.then(done, done);
    return running;
  }

  function lending<T>(run: () => Promise<T>): Promise<T> {
    if (closed) return Promise.reject(new SourceError('unreachable', 'The source is closed.'));
    return track(run());
  }

  const each = (end: (worker: SqliteWorker) => Promise<void>) =>
    Promise.all([...all].map((starting) => starting.then(end, nothing)));

  return {
    lend: (call, work) => lending(() => using(call, work)),
    lendSpare: (call, work) => lending(() => usingSpare(call, work)),
    async destroy() {
      await each((worker) => {
        worker.destroy();
        return worker.gone;
      });
    },
    async retire() {
      const taken: Slot[] = [];
      try {
        while (taken.length < size) taken.push(await turns.take(Date.now() + retireMs));
        await each((worker) => worker.end());
      } finally {
        for (const slot of taken) turns.give(slot);
      }
    },
    async close() {
      closed = true;
      await Promise.allSettled(lent);
      for (const slot of slots) clearTimeout(slot.idle);
      await each((worker) => worker.end());
    },
  };
}
