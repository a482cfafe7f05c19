/**
 * The worker processes of one file, and when another one is started. A process takes memory and a tenth of a second of processor time, so that
 * one of them serves all callers in turn while statements are short. If none has been idle for a while, others are started, also if no caller
 * waits for one: the spare one takes over when a statement has to be killed at its deadline.
 */
import { cancelExpiry, type Expiry, expireAfter } from '../../../base/deadline-timer.ts';
import { type CallContext, SourceError } from '../../source.ts';
import { isLost, type SqliteWorker } from './worker.ts';

interface WorkerShelfOptions {
  /** Starts a process that has opened the file. Rejects with `SourceError`. */
  readonly start: () => Promise<SqliteWorker>;
  /** Most workers. */
  readonly size: number;
}

/** Milliseconds without an idle worker after which another one is started, if a caller waits for it. */
const shortageMs = 50;
/** The same if no caller waits. */
const spareMs = 500;
/** Milliseconds after which an idle worker is ended, if it is not the only one. */
const idleMs = 60_000;

interface Waiter {
  readonly resolve: (worker: SqliteWorker) => void;
  readonly reject: (error: unknown) => void;
}

const isReusable = (worker: SqliteWorker): boolean => worker.alive && !worker.inTransaction;

interface Idle {
  readonly worker: SqliteWorker;
  /** When it is ended. */
  expiry: Expiry;
}

export class WorkerShelf {
  private readonly options: WorkerShelfOptions;
  /** All that run. */
  private readonly workers = new Set<SqliteWorker>();
  /** Idle workers. The last one is taken first. */
  private idle: Idle[] = [];
  /** In the order of their requests. */
  private readonly waiters: Waiter[] = [];
  private readonly starting = new Set<Promise<void>>();
  /** Workers that are ended when their users put them back, and what is called then. */
  private readonly leaving = new Map<SqliteWorker, () => void>();
  private shortage: Expiry | undefined;
  private isClosed = false;

  constructor(options: WorkerShelfOptions) {
    this.options = options;
  }

  /**
   * A worker for this caller alone, at once where one is idle. Rejects with `SourceError`: a `timeout` if there is none by the deadline of the
   * call.
   */
  take({ deadline }: CallContext): SqliteWorker | Promise<SqliteWorker> {
    if (this.isClosed) return Promise.reject(new SourceError('unreachable', 'SQLite: the source is closed.'));
    const idle = this.waiters.length > 0 ? undefined : this.takeIdle();
    return idle ?? this.waitForOne(deadline);
  }

  /** Takes a worker back. One that cannot be used any more is replaced. */
  put(worker: SqliteWorker, isLost: boolean): void {
    const leave = this.leaving.get(worker);
    if (leave !== undefined) leave();
    else if (!isLost && isReusable(worker)) this.give(worker);
    else void this.endWorker(worker).then(() => this.idle.length === 0 && this.startOne());
  }

  /**
   * Ends all workers, those in use too. One that may have written is ended last, when its user has put it back, and in order: it empties the
   * write-ahead log.
   */
  async replaceAll(): Promise<void> {
    await Promise.all(this.starting);
    const idle = new Set(this.idle.map(({ worker }) => worker));
    for (const { expiry } of this.idle) cancelExpiry(expiry);
    this.idle = [];
    const all = [...this.workers].map((worker) => {
      const back = Promise.withResolvers<void>();
      if (idle.has(worker)) back.resolve();
      else this.leaving.set(worker, back.resolve);
      return { worker, back: back.promise };
    });
    const readers = all.filter(({ worker }) => !worker.writes);
    for (const { worker } of readers) worker.destroy();
    await Promise.all(readers.map(({ worker }) => worker.exited));
    for (const { worker, back } of all.filter((one) => !readers.includes(one))) {
      await back;
      await this.endWorker(worker);
    }
    if (this.waiters.length > 0) this.watchShortage();
  }

  /** Ends all workers in order. None may be in use. */
  async close(): Promise<void> {
    this.isClosed = true;
    this.endShortage();
    await Promise.all(this.starting);
    await Promise.all([...this.workers].map((worker) => this.endWorker(worker)));
  }

  private takeIdle(): SqliteWorker | undefined {
    for (let last = this.idle.pop(); last !== undefined; last = this.idle.pop()) {
      cancelExpiry(last.expiry);
      if (!last.worker.alive) continue;
      if (this.idle.length === 0) this.watchShortage();
      return last.worker;
    }
    return undefined;
  }

  private waitForOne(deadline: number): Promise<SqliteWorker> {
    return new Promise((resolve, reject) => {
      const waiter: Waiter = {
        resolve(worker) {
          cancelExpiry(expiry);
          resolve(worker);
        },
        reject(error) {
          cancelExpiry(expiry);
          reject(error);
        },
      };
      const expiry = expireAfter(Math.max(0, deadline - Date.now()), () => {
        this.waiters.splice(this.waiters.indexOf(waiter), 1);
        reject(new SourceError('timeout', 'SQLite: no process was free by the deadline.'));
      });
      this.waiters.push(waiter);
      if (this.workers.size + this.starting.size === 0) this.startOne();
      else this.watchShortage();
    });
  }

  /** Gives an unused worker to the first of those who wait. */
  private give(worker: SqliteWorker): void {
    const waiter = this.waiters.shift();
    if (waiter !== undefined) {
      waiter.resolve(worker);
      this.watchShortage();
      return;
    }
    this.endShortage();
    const idleWorker: Idle = { worker, expiry: expireAfter(idleMs, () => this.endIdle(idleWorker)) };
    this.idle.push(idleWorker);
  }

  private endIdle(idleWorker: Idle): void {
    if (this.workers.size > 1) {
      this.idle = this.idle.filter((one) => one !== idleWorker);
      void this.endWorker(idleWorker.worker);
    } else {
      idleWorker.expiry = expireAfter(idleMs, () => this.endIdle(idleWorker));
    }
  }

  private async endWorker(worker: SqliteWorker): Promise<void> {
    if (isReusable(worker)) await worker.end();
    else worker.destroy();
    await worker.exited;
    this.forget(worker);
  }

  /** The worker is gone. */
  private forget(worker: SqliteWorker): void {
    this.workers.delete(worker);
    this.leaving.delete(worker);
    for (const one of this.idle) if (one.worker === worker) cancelExpiry(one.expiry);
    this.idle = this.idle.filter((one) => one.worker !== worker);
    if (this.waiters.length > 0 && this.workers.size + this.starting.size === 0) this.startOne();
  }

  /** No worker is idle from now on, or still. */
  private watchShortage(since = performance.now()): void {
    if (this.isClosed) return;
    this.shortage ??= expireAfter(shortageMs, () => {
      this.shortage = undefined;
      const missing = Math.max(performance.now() - since < spareMs ? 0 : 1, this.waiters.length) - this.starting.size;
      for (let count = 0; count < missing; count += 1) this.startOne();
      if (this.starting.size === 0) this.watchShortage(since);
    });
  }

  private endShortage(): void {
    if (this.shortage !== undefined) cancelExpiry(this.shortage);
    this.shortage = undefined;
  }

  private startOne(): void {
    if (this.isClosed || this.workers.size + this.starting.size >= this.options.size) return;
    const { start } = this.options;
    // One that was killed from outside during its start has run nothing: another one takes its place.
    const started = start().catch((error: unknown) => (isLost(error) ? start() : Promise.reject(error)));
    const starting: Promise<void> = started.then(
      (worker) => {
        this.starting.delete(starting);
        this.workers.add(worker);
        void worker.exited.then(() => this.forget(worker));
        this.give(worker);
      },
      (error: unknown) => {
        this.starting.delete(starting);
        this.failStart(error);
      },
    );
    this.starting.add(starting);
  }

  /** The one who has waited longest gets the error, if no worker is left for whom to wait. */
  private failStart(error: unknown): void {
    if (this.workers.size > 0) {
      if (this.waiters.length > 0) this.watchShortage();
      return;
    }
    this.waiters.shift()?.reject(error);
    if (this.waiters.length > 0) this.startOne();
  }
}
