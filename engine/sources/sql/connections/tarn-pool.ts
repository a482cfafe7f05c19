/** `tarn`'s pool, with what the engine's connections need on top of it. `pool.ts` adds deadlines. */
import { Pool } from 'tarn';
import type { PoolState } from '../../source.ts';

/** How connections of one kind come and go. */
export interface ConnectionLifecycle<C> {
  /** Makes a connection whose session is ready for use, in a limited time. Rejects with `SourceError`. */
  connect(): Promise<C>;
  /** False where the connection broke, or a transaction is open on it: it is then destroyed. */
  isReusable(connection: C): boolean;
  /** Ends the connection and what runs on it; resolves when it has ended. */
  destroy(connection: C): Promise<void>;
  /** The place of a destroyed connection is free when it has ended, and not at once: there are never more than the pool's size. */
  readonly keepsPlaceUntilEnded?: boolean;
}

/** A caller who waits for a connection. One of the two functions is called, once. */
export interface Waiter<C> {
  resolve(connection: C): void;
  /** `error` is that of `connect`. */
  reject(error: unknown): void;
}

/** Milliseconds after which an idle connection is closed, before a firewall or the server does it silently. */
const idleMs = 60_000;
/** Milliseconds from one look for idle connections to the next. */
const reapIntervalMs = 10_000;
/** Milliseconds that `connect` may take in the worst case; each kind has a shorter limit. */
const connectLimitMs = 60_000;
/** Milliseconds from a connection that could not be made to the next attempt, for those who still wait. */
const connectPauseMs = 1;
/** Milliseconds that `destroy` is waited for. */
const destroyLimitMs = 10_000;

/**
 * A pool of at most `size` connections. tarn makes them when they are needed, keeps idle ones, closes those that are idle for long, and
 * destroys them. Who waits for one is kept here: tarn has one limit of time for all of them, and costs each two timers and many promises.
 * The connection that was given back last is taken first. One that cannot be made fails the caller who has waited longest.
 */
export class TarnPool<C> extends Pool<C> {
  private readonly keepsPlaceUntilEnded: boolean;
  /** In the order of their requests. */
  private readonly waiters: Waiter<C>[] = [];

  constructor({ connect, isReusable, destroy, keepsPlaceUntilEnded = false }: ConnectionLifecycle<C>, size: number) {
    super({
      create: () => connect(),
      validate: isReusable,
      destroy,
      min: 0,
      max: size,
      createRetryIntervalMillis: connectPauseMs,
      createTimeoutMillis: connectLimitMs,
      destroyTimeoutMillis: destroyLimitMs,
      idleTimeoutMillis: idleMs,
      reapIntervalMillis: reapIntervalMs,
    });
    this.keepsPlaceUntilEnded = keepsPlaceUntilEnded;
    this.on('createFail', (_, error) => this.waiters.shift()?.reject(error));
  }

  /** For an operator. A connection that is being made is in use. */
  state(): PoolState {
    return { size: this.max, inUse: this.used.length + this.pendingCreates.length, waiting: this.waiters.length };
  }

  /** An idle connection at once. Undefined where there is none, or others wait. */
  takeIdle(): C | undefined {
    return this.waiters.length > 0 ? undefined : this.takeFree();
  }

  /** Calls the waiter when there is a connection for it. Makes one where there is room. */
  addWaiter(waiter: Waiter<C>): void {
    this.waiters.push(waiter);
    this._startReaping();
    this._tryAcquireOrCreate();
  }

  /** Forgets the waiter. A connection that is being made goes to another caller, now or later. */
  removeWaiter(waiter: Waiter<C>): void {
    const index = this.waiters.indexOf(waiter);
    if (index >= 0) this.waiters.splice(index, 1);
  }

  /** True where the waiter waits for a connection that is being made, and not for one that is given back. */
  awaitsCreation(waiter: Waiter<C>): boolean {
    return this.waiters.indexOf(waiter) < this.pendingCreates.length;
  }

  /** Returns a connection to the pool. It is destroyed if it is lost or cannot be reused; else the next waiter gets it, or it becomes idle. */
  giveBack(connection: C, isLost: boolean): void {
    const isKept = !isLost && this.validate(connection);
    const waiter = isKept ? this.waiters.shift() : undefined;
    if (!isKept) this.discard(connection);
    else if (waiter === undefined) this.release(connection);
    else waiter.resolve(connection);
  }

  /** Destroys all connections, when those in use were given back. A connection that is being made is not waited for. */
  async close(): Promise<void> {
    for (const creation of this.pendingCreates) creation.abort();
    await this.destroy();
  }

  /** tarn calls this where a connection is free or could be made: after a release, a creation, or a failed one. */
  override _tryAcquireOrCreate(): void {
    while (this.waiters.length > 0) {
      const connection = this.takeFree();
      if (connection === undefined) break;
      this.waiters.shift()?.resolve(connection);
    }
    super._tryAcquireOrCreate();
  }

  override _shouldCreateMoreResources(): boolean {
    const hasRoom = this.used.length + this.pendingCreates.length < this.max;
    return hasRoom && this.pendingCreates.length < this.waiters.length + this.pendingAcquires.length;
  }

  /** Looks for idle connections without keeping the process alive. */
  override _startReaping(): void {
    super._startReaping();
    this.interval?.unref();
  }

  /** The free connection that was given back last, from now on in use. Those that broke while they were free are destroyed. */
  private takeFree(): C | undefined {
    if (this.destroyed) return undefined;
    for (let free = this.free.pop(); free !== undefined; free = this.free.pop()) {
      if (this.validate(free.resource)) {
        this.used.push(free);
        return free.resource;
      }
      free.settle();
      void this._destroy(free.resource);
    }
    return undefined;
  }

  /** Destroys a connection that is in use. It is never free again. */
  private discard(connection: C): void {
    const ended = this._destroy(connection);
    const freePlace = () => {
      const index = this.used.findIndex(({ resource }) => resource === connection);
      for (const used of index < 0 ? [] : this.used.splice(index, 1)) used.settle();
      this._tryAcquireOrCreate();
    };
    if (this.keepsPlaceUntilEnded) void ended.then(freePlace);
    else freePlace();
  }
}
