/**
 * The part of the thread that one service takes while others receive calls. All services of a process share one thread: without a bound, a service with very many
 * calls would delay those of all others.
 */
import { performance } from 'node:perf_hooks';
import type { Caller } from './caller-connection.ts';
import { cancelExpiry, expireAfter } from './engine-api.ts';

/** The part of the thread's time that a service gets at least while another one is active. */
const share = 0.2;
/** The part of the thread's idle time that it gets if that is more: a service that works through long lists alone then gets a third of the thread. */
const idleShare = 0.5;
/** Calls that a service can always begin in a second, whatever they cost. */
const leastCalls = 20;
/** Milliseconds of the thread that a service can use at once: calls that arrive together do not wait. */
const burstMs = 25;
/** A service counts as active for this time after a call, in milliseconds. */
const activeMs = 1_000;
/** A call that finds the queue full is refused after this time at least, in milliseconds: the value of its Retry-After. */
const refusalMs = 1_000;
/**
 * Milliseconds between two refusals of a service. A caller that is refused sends its next call, whose reading and refusal cost time too: callers that were refused
 * together would return together, and their number alone would decide how much of the thread they take.
 */
const refusalGapMs = 4;
/** Time over which the cost of a call and the idle time are measured, in milliseconds. */
const windowMs = 100;
/** Cost of a call before it was measured, in milliseconds. */
const firstCostMs = 0.5;
/** A call never counts as more expensive, in milliseconds: few calls do not show what one costs, because the thread has other work. */
const mostCostMs = (share * 1_000) / leastCalls;

/** The use of the thread by one service. */
interface Use {
  /** Milliseconds that the service may still use. */
  credit: number;
  /** When the credit was counted last, from a monotonic clock. */
  at: number;
  readonly queue: Set<() => void>;
  timer: NodeJS.Timeout | undefined;
  /** When the refusal that was planned last is due. */
  lastRefusal: number;
}

const unused = (now: number): Use => ({
  credit: burstMs,
  at: now,
  queue: new Set(),
  timer: undefined,
  lastRefusal: now,
});

/** Milliseconds from now until a call is refused, at most `waitMs`. */
function refusalDelay(use: Use, now: number, waitMs: number): number {
  use.lastRefusal = Math.max(now + refusalMs, use.lastRefusal + refusalGapMs);
  return Math.max(0, Math.min(use.lastRefusal - now, waitMs));
}

export interface ThreadShares<Service extends object> {
  /**
   * Begins a call. False if it must not begin: it would wait longer than `waitMs` milliseconds, `mostWaiting` calls of the service wait, or its caller has
   * disconnected. `refused` is called then.
   */
  begin(service: Service, limits: WaitLimits, caller: Waiting, refused: () => void): true | Promise<boolean>;
  /**
   * To wait for before a busy service refuses a call: a caller that is refused at once sends its next call at once. Undefined while no other service is active. At
   * most `waitMs` milliseconds.
   */
  delayRefusal(service: Service, waitMs: number, caller: Waiting): Promise<void> | undefined;
}

type Waiting = Pick<Caller, 'aborted' | 'addEventListener' | 'removeEventListener'>;

interface WaitLimits {
  readonly waitMs: number;
  readonly mostWaiting: number;
}

/** The clock and the measured use of the thread; those of this process by default. */
interface Measures {
  /** Milliseconds, from a monotonic clock. */
  readonly clock: () => number;
  /** Milliseconds in which the thread has worked so far. */
  readonly active: () => number;
}

const processMeasures: Measures = {
  clock: () => performance.now(),
  active: () => performance.eventLoopUtilization().active,
};

/** With one service, no call waits. */
export function createThreadShares<Service extends object>(
  measures: Measures = processMeasures,
): ThreadShares<Service> {
  const { clock, active } = measures;
  const uses = new WeakMap<Service, Use>();
  /** The last call, and the last one of another service. */
  let last: { readonly use: Use; readonly at: number } | undefined;
  let lastOfOther: { readonly use: Use; readonly at: number } | undefined;
  let cost = firstCostMs;
  /** The part of the thread that a service gets, by the last measure. */
  let rate = share;
  let measured = { at: clock(), active: active(), calls: 0 };

  function othersAreActive(use: Use, now: number): boolean {
    const other = last?.use === use ? lastOfOther : last;
    return other !== undefined && now - other.at < activeMs;
  }

  /** The cost of a call is that of all calls on average: the thread does not report which call it works on. */
  function measure(now: number): void {
    measured.calls += 1;
    if (now - measured.at < windowMs) return;
    const used = active();
    const worked = used - measured.active;
    cost = (cost + Math.min(mostCostMs, worked / measured.calls)) / 2;
    rate = Math.max(share, (1 - worked / (now - measured.at)) * idleShare);
    measured = { at: now, active: used, calls: 0 };
  }

  function count(use: Use, now: number): void {
    const most = Math.max(burstMs, leastCalls * cost);
    use.credit = othersAreActive(use, now) ? Math.min(most, use.credit + (now - use.at) * rate) : most;
    use.at = now;
  }

  function start(use: Use, now: number): void {
    if (last !== undefined && last.use !== use) lastOfOther = last;
    last = { use, at: now };
    measure(now);
    use.credit -= cost;
  }

  /** Begins the waiting calls that have credit, and looks again when there is some. */
  function beginWaiting(use: Use): void {
    use.timer = undefined;
    const now = clock();
    count(use, now);
    for (const begin of use.queue) {
      if (use.credit <= 0) break;
      begin();
    }
    if (use.queue.size > 0) lookAgain(use);
  }

  function lookAgain(use: Use): void {
    use.timer ??= setTimeout(() => beginWaiting(use), Math.max(1, -use.credit / rate));
  }

  return {
    begin(service, { waitMs, mostWaiting }, caller, refused) {
      const now = clock();
      const use = uses.get(service) ?? unused(now);
      uses.set(service, use);
      count(use, now);
      if (use.queue.size === 0 && use.credit > 0) {
        start(use, now);
        return true;
      }
      if (caller.aborted) {
        refused();
        return Promise.resolve(false);
      }
      const isFull = use.queue.size >= mostWaiting;
      return new Promise((resolve) => {
        const settle = (isBegun: boolean): void => {
          if (!isBegun) refused();
          use.queue.delete(begin);
          cancelExpiry(expiry);
          caller.removeEventListener('abort', leave);
          resolve(isBegun);
        };
        const begin = (): void => {
          start(use, clock());
          settle(true);
        };
        const leave = (): void => settle(false);
        const expiry = expireAfter(isFull ? refusalDelay(use, now, waitMs) : Math.max(0, waitMs), leave);
        if (!isFull) use.queue.add(begin);
        caller.addEventListener('abort', leave);
        lookAgain(use);
      });
    },
    delayRefusal(service, waitMs, caller) {
      const use = uses.get(service);
      const now = clock();
      if (use === undefined || !othersAreActive(use, now)) return undefined;
      return new Promise((resolve) => {
        const end = (): void => {
          cancelExpiry(expiry);
          caller.removeEventListener('abort', end);
          resolve();
        };
        const expiry = expireAfter(refusalDelay(use, now, waitMs), end);
        caller.addEventListener('abort', end);
      });
    },
  };
}
