/** How long an ERP wants to be left alone, in all the ways that they say it. */

type Headers = Readonly<Record<string, string>>;

/** Numbers above are points in time in seconds, far above in milliseconds; below it is seconds from now. */
const epochSeconds = 1_000_000_000;
const epochMilliseconds = 100_000_000_000;

const number = (text: string | undefined): number | undefined => {
  const value = text === undefined || text.trim() === '' ? Number.NaN : Number(text);
  return Number.isFinite(value) && value >= 0 ? value : undefined;
};

/** Milliseconds until a time that is written as seconds from now, or since the epoch in seconds or milliseconds. */
function untilReset(text: string | undefined, now: number): number | undefined {
  const value = number(text);
  if (value === undefined) return undefined;
  if (value < epochSeconds) return value * 1_000;
  return Math.max(0, (value < epochMilliseconds ? value * 1_000 : value) - now);
}

/** `Retry-After`: seconds, or an HTTP date (RFC 9110, 10.2.3); of some servers a time since the epoch. */
function retryAfter(text: string | undefined, now: number): number | undefined {
  if (text === undefined) return undefined;
  const wait = untilReset(text, now);
  if (wait !== undefined) return wait;
  const date = Date.parse(text);
  return Number.isNaN(date) ? undefined : Math.max(0, date - now);
}

/**
 * Families of `-remaining` and `-reset`: Frappe's seconds to the end of the window; Exact's day and minute, each in milliseconds since the
 * epoch; the IETF draft's seconds.
 */
const families = ['x-ratelimit', 'x-ratelimit-minutely', 'ratelimit'];

function reset(headers: Headers, now: number): number | undefined {
  const waits = families.flatMap((family) => {
    const left = headers[`${family}-remaining`];
    // One that has some left is not what refused. Of one that does not say how many are left, nothing is known.
    if (left === undefined ? family !== 'x-ratelimit' : Number(left) > 0) return [];
    const wait = untilReset(headers[`${family}-reset`], now);
    return wait === undefined ? [] : [wait];
  });
  return waits.length === 0 ? undefined : Math.max(...waits);
}

/**
 * Milliseconds for which an answer asks to be left alone; undefined where it does not say. `now` is in milliseconds since the epoch; the answer's own
 * `Date` goes before it, since a server counts by its own clock.
 */
export function waitOf(headers: Headers, now: number): number | undefined {
  const date = Date.parse(headers.date ?? '');
  const server = Number.isNaN(date) ? now : date;
  return retryAfter(headers['retry-after'], server) ?? reset(headers, server);
}
