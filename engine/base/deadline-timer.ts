/**
 * Timeouts, optimised for the common case that they are cancelled: every request has several. One timer, set for the earliest timeout, serves
 * all of them; cancelling only removes a timeout from the list. The list is linked, because a Set would keep outgrown tables, and through them
 * the requests of the timeouts, until the next full garbage collection.
 */
export interface Expiry {
  /** Milliseconds of the monotonic clock. */
  readonly at: number;
  /** Must not throw. */
  readonly expire: () => void;
  /** False after it has expired or was cancelled. */
  waiting: boolean;
  before: Expiry | undefined;
  after: Expiry | undefined;
}

/** The longest delay of a timer in milliseconds. */
const longestDelay = 2 ** 31 - 1;

let last: Expiry | undefined;
let timer: NodeJS.Timeout | undefined;
let due = Number.POSITIVE_INFINITY;

/** Calls `expire` after the delay, unless it is cancelled. Does not keep the process alive. */
export function expireAfter(milliseconds: number, expire: () => void): Expiry {
  const at = performance.now() + milliseconds;
  const expiry: Expiry = { at, expire, waiting: true, before: last, after: undefined };
  if (last !== undefined) last.after = expiry;
  last = expiry;
  if (expiry.at < due) setTimer(expiry.at);
  return expiry;
}

/** Cancels a timeout. Has no effect if it has expired or was cancelled. */
export function cancelExpiry(expiry: Expiry): void {
  if (!expiry.waiting) return;
  const { before, after } = expiry;
  if (after === undefined) last = before;
  else after.before = before;
  if (before !== undefined) before.after = after;
  expiry.waiting = false;
  expiry.before = undefined;
  expiry.after = undefined;
}

function setTimer(at: number): void {
  clearTimeout(timer);
  due = at;
  const delay = Math.min(longestDelay, Math.max(1, Math.ceil(at - performance.now())));
  timer = setTimeout(expireDue, delay).unref();
}

function expireDue(): void {
  due = Number.POSITIVE_INFINITY;
  const now = performance.now();
  const expired: Expiry[] = [];
  let next = Number.POSITIVE_INFINITY;
  for (let expiry = last; expiry !== undefined; expiry = expiry.before) {
    if (expiry.at <= now) expired.push(expiry);
    else next = Math.min(next, expiry.at);
  }
  if (next < due) setTimer(next);
  // A callback may cancel another timeout.
  for (const expiry of expired) {
    if (!expiry.waiting) continue;
    cancelExpiry(expiry);
    expiry.expire();
  }
}
