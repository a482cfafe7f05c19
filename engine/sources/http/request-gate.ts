/** Where requests wait for their turn, first come first served: so many at a time, and so many in a time. */
import { cancelExpiry, type Expiry, expireAfter } from '../../base/deadline-timer.ts';
import { type CallContext, SourceError } from '../source.ts';
import { createPermits } from './rates/permits.ts';
import type { RateLimit, RateStore } from './rates/rate.ts';

export interface GateOptions {
  /** Of the credentials that the limits are for. */
  readonly name: string;
  /** Requests at the same time, of all replicas together. */
  readonly concurrent: number;
  readonly rate: readonly RateLimit[];
  readonly store: RateStore | undefined;
  readonly replicas: number;
  /** Longest wait of a request, in milliseconds. */
  readonly waitMs: number;
}

export interface Gate {
  /**
   * Resolves when it is the request's turn, with what ends it. A request whose turn cannot come within its wait and its deadline is
   * refused at once: rejects with `SourceError` `throttled`, and how long it would have taken.
   */
  enter(call: CallContext): Promise<() => void>;
  /** The ERP wants to be left alone for so long, in milliseconds: nobody is let through meanwhile. */
  pause(milliseconds: number): void;
  /** Refuses those that wait, and waits for those that are under way, but not long. */
  close(): Promise<void>;
}

interface Waiter {
  readonly admit: () => void;
  readonly refuse: (error: SourceError) => void;
}

/** Longest wait for requests at the end, in milliseconds. */
const farewellMs = 5_000;

const refusal = (message: string, retryAfterMs: number): SourceError =>
  new SourceError('throttled', message, { effect: 'none', retryAfterMs: Math.max(1, Math.ceil(retryAfterMs)) });

const closedError = (): SourceError => new SourceError('unreachable', 'The source is closed.', { effect: 'none' });

const now = (): number => performance.now();

/** The gate of one source. Replicas share a number of requests at the same time evenly: none of them knows what the others have under way. */
export function createGate({ name, concurrent, rate, store, replicas, waitMs }: GateOptions): Gate {
  const places = Math.max(1, Math.floor(concurrent / replicas));
  const permits = rate.map((limit) =>
    createPermits({
      name: JSON.stringify([name, limit.count, limit.windowMs]),
      limit,
      store,
      replicas,
      changed: () => pump(),
    }),
  );
  const waiting: Waiter[] = [];
  let active = 0;
  let pausedUntil = 0;
  let closed = false;
  const quiet = Promise.withResolvers<void>();
  let timer: NodeJS.Timeout | undefined;

  const pauseLeft = (): number => Math.max(0, pausedUntil - now());
  /** Milliseconds until the request at this place of the queue, counted from 1, can expect its turn. */
  const expected = (place: number): number => Math.max(pauseLeft(), ...permits.map((permit) => permit.waitFor(place)));

  function pump(): void {
    if (pauseLeft() > 0) return;
    while (waiting.length > 0 && active < places) {
      const lacking = permits.filter((permit) => permit.available() === 0);
      if (lacking.length > 0) {
        for (const permit of lacking) permit.fetch(Math.min(waiting.length, places - active));
        return;
      }
      for (const permit of permits) permit.use();
      active += 1;
      waiting.shift()?.admit();
    }
  }

  /** Gives the place back, once. */
  function leaver(): () => void {
    let inside = true;
    return () => {
      if (!inside) return;
      inside = false;
      active -= 1;
      if (closed && active === 0) quiet.resolve();
      pump();
    };
  }

  function busy(): SourceError {
    const wait = expected(1);
    return wait > 0
      ? refusal('The limits of the ERP leave no room for this request within its wait.', wait)
      : refusal('As many requests are under way as the ERP takes at the same time.', waitMs);
  }

  return {
    enter(call) {
      if (closed) return Promise.reject(closedError());
      const longest = Math.min(waitMs, call.deadline - Date.now());
      const wait = expected(waiting.length + 1);
      if (wait > longest) {
        return Promise.reject(refusal('The limits of the ERP leave no room for this request within its wait.', wait));
      }
      return new Promise((resolve, reject) => {
        let expiry: Expiry | undefined;
        const settle = (work: () => void): void => {
          if (expiry !== undefined) cancelExpiry(expiry);
          work();
        };
        const waiter: Waiter = {
          admit: () => settle(() => resolve(leaver())),
          refuse: (error) => settle(() => reject(error)),
        };
        waiting.push(waiter);
        pump();
        if (!waiting.includes(waiter)) return;
        expiry = expireAfter(Math.max(0, longest), () => {
          waiting.splice(waiting.indexOf(waiter), 1);
          reject(busy());
        });
      });
    },
    pause(milliseconds) {
      const until = now() + milliseconds;
      if (until <= pausedUntil) return;
      pausedUntil = until;
      clearTimeout(timer);
      timer = setTimeout(pump, Math.ceil(milliseconds) + 1);
    },
    async close() {
      closed = true;
      clearTimeout(timer);
      for (const permit of permits) permit.close();
      for (const { refuse } of waiting.splice(0)) {
        refuse(closedError());
      }
      if (active === 0) return;
      const late = expireAfter(farewellMs, quiet.resolve);
      await quiet.promise;
      cancelExpiry(late);
    },
  };
}
