/** The connections of a pool: `tarn` makes, checks, keeps and ends them. `pool.ts` decides who gets one. */
import { Pool } from 'tarn';

/** How connections of one kind come and go. */
export interface ConnectionLifecycle<C> {
  /** Makes a connection whose session is ready for use, in a limited time. Rejects with `SourceError`. */
  connect(): Promise<C>;
  /** False where the connection broke, or a transaction is open on it: it is then destroyed. */
  isReusable(connection: C): boolean;
  /** Ends the connection and what runs on it; resolves when it has ended. */
  destroy(connection: C): Promise<void>;
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
/** No limit: the longest delay of a timer. tarn has one limit for all callers; here each caller has its own deadline. */
const acquireLimitMs = 2 ** 31 - 1;

/** At most `size` connections. The one that was released last is acquired first. */
export class ConnectionStore<C extends object> extends Pool<C> {
  /** Aborts the connections that are being made. */
  private readonly closing: AbortController;
  /** Destroys a connection once. It is never acquired again. */
  private readonly end: (connection: C) => Promise<void>;

  constructor({ connect, isReusable, destroy }: ConnectionLifecycle<C>, size: number) {
    const closing = new AbortController();
    const ends = new WeakMap<C, Promise<void>>();
    const end = (connection: C): Promise<void> => {
      const ending = ends.get(connection) ?? destroy(connection).catch(() => undefined);
      ends.set(connection, ending);
      return ending;
    };
    const create = () =>
      new Promise<C>((resolve, reject) => {
        const abort = () => reject(new Error('The pool is closed.'));
        closing.signal.addEventListener('abort', abort);
        connect()
          .then((connection) => (closing.signal.aborted ? end(connection) : resolve(connection)), reject)
          .finally(() => closing.signal.removeEventListener('abort', abort));
      });
    super({
      create,
      validate: (connection) => !ends.has(connection) && isReusable(connection),
      destroy: end,
      min: 0,
      max: size,
      acquireTimeoutMillis: acquireLimitMs,
      createRetryIntervalMillis: connectPauseMs,
      createTimeoutMillis: connectLimitMs,
      destroyTimeoutMillis: destroyLimitMs,
      idleTimeoutMillis: idleMs,
      reapIntervalMillis: reapIntervalMs,
    });
    this.closing = closing;
    this.end = end;
    // The timer, which tarn sets after the event, must not keep the process alive.
    this.on('startReaping', () => queueMicrotask(() => this.interval?.unref()));
  }

  /** An idle connection, at once: tarn would make two timers and twenty promises. Undefined if there is none, or if it has to be checked by tarn. */
  takeIdle(): C | undefined {
    const idle = this.free.at(-1);
    if (idle === undefined || this.pendingAcquires.length > 0 || !this.validate(idle.resource)) return undefined;
    this.free.pop();
    this.used.push(idle);
    return idle.resource;
  }

  /** Takes a connection back. One that is lost or cannot be reused ends at once; tarn forgets it when it is about to lend it. */
  giveBack(connection: C, isLost: boolean): void {
    if (isLost || !this.validate(connection)) void this.end(connection);
    this.release(connection);
  }

  /** Destroys all connections, when those in use were given back. A connection that is being made is not waited for. */
  async close(): Promise<void> {
    this.closing.abort();
    await this.destroy();
  }
}
