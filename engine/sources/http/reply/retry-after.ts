/** The requested pause of a throttled answer, in all known header forms. */

type Headers = Readonly<Record<string, string>>;

/** Larger numbers are seconds since the epoch, much larger ones milliseconds; smaller ones are seconds from now. */
const epochSeconds = 1_000_000_000;
const epochMilliseconds = 100_000_000_000;
/** Still larger ones are microseconds. */
const epochMicroseconds = 100_000_000_000_000;

/** The longest pause that an ERP can ask for, in milliseconds: a wrong number must not disable its source. */
export const longestWaitMs = 15 * 60_000;

const number = (text: string | undefined): number | undefined => {
  const value = text === undefined || text.trim() === '' ? Number.NaN : Number(text);
  return Number.isFinite(value) && value >= 0 ? value : undefined;
};

/** Milliseconds until a time given as seconds from now, or as seconds or milliseconds since the epoch. */
function untilReset(text: string | undefined, now: number): number | undefined {
  const value = number(text);
  if (value === undefined) return undefined;
  if (value < epochSeconds) return value * 1_000;
  const milliseconds = value < epochMilliseconds ? value * 1_000 : value;
  return Math.max(0, (value < epochMicroseconds ? milliseconds : value / 1_000) - now);
}

/** `Retry-After`: seconds or an HTTP date (RFC 9110, 10.2.3); some servers send seconds since the epoch. */
function retryAfter(text: string | undefined, now: number): number | undefined {
  if (text === undefined) return undefined;
  const wait = untilReset(text, now);
  if (wait !== undefined) return wait;
  const date = Date.parse(text);
  return Number.isNaN(date) ? undefined : Math.max(0, date - now);
}

/**
 * Header families with `-remaining` and `-reset`. Frappe: seconds to the end of the window. Exact: day and minute, in
 * milliseconds since the epoch. IETF draft: seconds.
 */
const families = ['x-ratelimit', 'x-ratelimit-minutely', 'ratelimit'];

function reset(headers: Headers, now: number): number | undefined {
  const waits = families.flatMap((family) => {
    const left = headers[`${family}-remaining`];
    // A limit with remaining requests is not the cause. Without a remaining count the cause is unknown.
    if (left === undefined ? family !== 'x-ratelimit' : Number(left) > 0) return [];
    const wait = untilReset(headers[`${family}-reset`], now);
    return wait === undefined ? [] : [wait];
  });
  return waits.length === 0 ? undefined : Math.max(...waits);
}

/**
 * The requested pause in milliseconds, 15 minutes at most; undefined if there is none. `now`: milliseconds since the
 * epoch. The answer's own `Date` takes precedence, because the server uses its own clock.
 */
export function waitOf(headers: Headers, now: number): number | undefined {
  const date = Date.parse(headers.date ?? '');
  const server = Number.isNaN(date) ? now : date;
  const wait = retryAfter(headers['retry-after'], server) ?? reset(headers, server);
  return wait === undefined ? undefined : Math.min(wait, longestWaitMs);
}
