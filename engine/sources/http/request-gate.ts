/** FIFO queue in front of an HTTP source. It limits concurrent requests and requests per period. */
import { cancelExpiry, type Expiry, expireAfter } from '../../base/deadline-timer.ts';
import { type CallContext, type PoolState, SourceError } from '../source.ts';
import type { RateLimit, RateStore } from './rates/rate-store.ts';
import { SharedPermits } from './rates/shared-permits.ts';

interface GateOptions {
  /** Identifies the credentials that the limits apply to. */
  readonly name: string;
  /** Concurrent requests of this replica. */
  readonly slots: number;
  readonly rate: readonly RateLimit[];
  readonly store: RateStore | undefined;
  readonly replicas: number;
  /** Longest time in the queue, in milliseconds. */
  readonly waitMs: number;
}

/** A request in the queue. */
interface Waiter {
  readonly admit: () => void;
  readonly refuse: (error: SourceError) => void;
}

/** How long `close` waits for requests in flight, in milliseconds. */
const closeTimeoutMs = 5_000;

const noRoom = 'The rate limits of the ERP leave no room for this request within its maximum wait.';
const allBusy = 'The maximum number of concurrent requests to the ERP is in flight.';

const throttled = (message: string, retryAfterMs: number): SourceError =>
  new SourceError('throttled', message, { effect: 'none', retryAfterMs: Math.max(1, Math.ceil(retryAfterMs)) });

/** In a pause of this length the source is not ready, and probes find out whether it ends earlier; in milliseconds. */
const longPauseMs = 60_000;

const closedError = (): SourceError => new SourceError('unreachable', 'The source is closed.', { effect: 'none' });

const now = (): number => performance.now();

/** The gate of one source. A live resource: it keeps timers until `close`. */
export class RequestGate {
  readonly #slots: number;
  readonly #waitMs: number;
  readonly #permits: readonly SharedPermits[];
  readonly #queue: Waiter[] = [];
  #active = 0;
  #pausedUntil = 0;
  #pauseTimer: NodeJS.Timeout | undefined;
  /** When a probe may be sent although the pause lasts; undefined in a short pause. */
  #nextProbe: number | undefined;
  #closed = false;
  readonly #idle = Promise.withResolvers<void>();

  constructor({ name, slots, rate, store, replicas, waitMs }: GateOptions) {
    this.#slots = slots;
    this.#waitMs = waitMs;
    this.#permits = rate.map(
      (limit) =>
        new SharedPermits({
          name: JSON.stringify([name, limit.count, limit.windowMs]),
          limit,
          store,
          replicas,
          onChange: () => this.#admitNext(),
        }),
    );
  }

  /**
   * Resolves when the request may be sent; call the result once it has ended. Rejects at once with `SourceError` `throttled` and the expected
   * wait if the request cannot be sent within its maximum wait and its deadline. In a long pause one probe a minute is sent.
   */
  enter(call: CallContext, isProbe = false): Promise<() => void> {
    if (this.#closed) return Promise.reject(closedError());
    if (isProbe && this.#takeProbe()) {
      this.#active += 1;
      return Promise.resolve(this.#release());
    }
    const longest = Math.min(this.#waitMs, call.deadline - Date.now());
    const expected = this.#expectedWait(this.#queue.length + 1);
    if (expected > longest) return Promise.reject(throttled(noRoom, expected));
    return new Promise((resolve, reject) => {
      let expiry: Expiry | undefined;
      const settle = (work: () => void): void => {
        if (expiry !== undefined) cancelExpiry(expiry);
        work();
      };
      const waiter: Waiter = {
        admit: () => settle(() => resolve(this.#release())),
        refuse: (error) => settle(() => reject(error)),
      };
      this.#queue.push(waiter);
      this.#admitNext();
      if (!this.#queue.includes(waiter)) return;
      expiry = expireAfter(Math.max(0, longest), () => {
        this.#queue.splice(this.#queue.indexOf(waiter), 1);
        reject(this.#timeoutError());
      });
    });
  }

  state(): PoolState {
    return { size: this.#slots, inUse: this.#active, waiting: this.#queue.length };
  }

  /** Admits no request for this many milliseconds, because the ERP asked for a pause. */
  pause(milliseconds: number): void {
    const until = now() + milliseconds;
    if (until <= this.#pausedUntil) return;
    this.#pausedUntil = until;
    if (milliseconds > longPauseMs) this.#nextProbe = now() + longPauseMs;
    clearTimeout(this.#pauseTimer);
    this.#pauseTimer = setTimeout(() => this.#admitNext(), Math.ceil(milliseconds) + 1);
  }

  /** Whether a pause of more than a minute lasts. */
  isPaused(): boolean {
    return this.#nextProbe !== undefined && this.#pauseLeft() > 0;
  }

  /** Ends a pause early, because the ERP takes requests again. */
  resume(): void {
    this.#pausedUntil = 0;
    this.#nextProbe = undefined;
    clearTimeout(this.#pauseTimer);
    this.#admitNext();
  }

  /** Refuses queued requests, then waits for requests in flight, five seconds at most. */
  async close(): Promise<void> {
    this.#closed = true;
    clearTimeout(this.#pauseTimer);
    for (const permits of this.#permits) permits.close();
    for (const { refuse } of this.#queue.splice(0)) refuse(closedError());
    if (this.#active === 0) return;
    const timeout = expireAfter(closeTimeoutMs, this.#idle.resolve);
    await this.#idle.promise;
    cancelExpiry(timeout);
  }

  #takeProbe(): boolean {
    if (!this.isPaused() || (this.#nextProbe ?? 0) > now()) return false;
    this.#nextProbe = now() + longPauseMs;
    return true;
  }

  #admitNext(): void {
    if (this.#pauseLeft() > 0) return;
    while (this.#queue.length > 0 && this.#active < this.#slots) {
      // One time for both: a permit must not expire between the check and its use.
      const time = now();
      const exhausted = this.#permits.filter((permits) => permits.available(time) === 0);
      if (exhausted.length > 0) {
        for (const permits of exhausted) permits.fetch(Math.min(this.#queue.length, this.#slots - this.#active));
        return;
      }
      for (const permits of this.#permits) permits.use(time);
      this.#active += 1;
      this.#queue.shift()?.admit();
    }
  }

  /** Returns a function that frees the slot of a request, once. */
  #release(): () => void {
    let held = true;
    return () => {
      if (!held) return;
      held = false;
      this.#active -= 1;
      if (this.#closed && this.#active === 0) this.#idle.resolve();
      this.#admitNext();
    };
  }

  #pauseLeft(): number {
    return Math.max(0, this.#pausedUntil - now());
  }

  /** Milliseconds until the request at this position of the queue (from 1) can expect to be sent. */
  #expectedWait(position: number): number {
    return Math.max(this.#pauseLeft(), ...this.#permits.map((permits) => permits.waitFor(position)));
  }

  #timeoutError(): SourceError {
    const wait = this.#expectedWait(1);
    return wait > 0 ? throttled(noRoom, wait) : throttled(allBusy, this.#waitMs);
  }
}
