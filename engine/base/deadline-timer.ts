/**
 * Waits that nearly all end before their time runs out: every request has several. One timer looks after all of them, set for the
 * earliest; a wait that ends is only taken off the list. The list is linked through its items: a Set would leave outgrown tables
 * behind, and through them the requests that the waits belong to, until the next full garbage collection.
 */
export interface Expiry {
  /** By the monotonic clock, in milliseconds. */
  readonly at: number;
  /** Must not throw. */
  readonly expire: () => void;
  /** False once it has run out or was cancelled. */
  waiting: boolean;
  before: Expiry | undefined;
  after: Expiry | undefined;
}

/** The longest delay that a timer can have. */
const longestDelay = 2 ** 31 - 1;

let last: Expiry | undefined;
let timer: NodeJS.Timeout | undefined;
let due = Number.POSITIVE_INFINITY;

/** Calls `expire` in so many milliseconds, unless that is cancelled. Does not keep the process alive. */
export function expireAfter(milliseconds: number, expire: () => void): Expiry {
  const at = performance.now() + milliseconds;
  const expiry: Expiry = { at, expire, waiting: true, before: last, after: undefined };
  if (last !== undefined) last.after = expiry;
  last = expiry;
  if (expiry.at < due) setTimer(expiry.at);
  return expiry;
}

/** Forgets a wait that has ended; a second time does nothing. */
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
  const over: Expiry[] = [];
  let next = Number.POSITIVE_INFINITY;
  for (let expiry = last; expiry !== undefined; expiry = expiry.before) {
    if (expiry.at <= now) over.push(expiry);
    else next = Math.min(next, expiry.at);
  }
  if (next < due) setTimer(next);
  // What one does may end the wait of another.
  for (const expiry of over) {
    if (!expiry.waiting) continue;
    cancelExpiry(expiry);
    expiry.expire();
  }
}
