/** A sliding window of granted permits. Pure: the caller provides the time. */
import type { PermitExpiry, PermitGrant, RateLimit } from './rate-store.ts';

/** Permits granted between `from` and `at` (milliseconds of one clock). They count as granted at `at`. */
export interface WindowEntry {
  readonly from: number;
  readonly at: number;
  readonly count: number;
}

interface WindowGrant extends PermitGrant {
  /** The entries that still count, oldest first. */
  readonly log: readonly WindowEntry[];
}

/** Maximum number of exact entries. Further entries are merged with their neighbour, which counts slightly longer than necessary. */
const exactEntries = 100;

/** The number of permits in a list of entries. */
export const permitCount = (entries: readonly { readonly count: number }[]): number =>
  entries.reduce((sum, { count }) => sum + count, 0);

function withEntry(log: readonly WindowEntry[], now: number, count: number, spanMs: number): readonly WindowEntry[] {
  const last = log.at(-1);
  if (last !== undefined && log.length >= exactEntries && now - last.from < spanMs / exactEntries) {
    return [...log.slice(0, -1), { from: last.from, at: now, count: last.count + count }];
  }
  return [...log, { from: now, at: now, count }];
}

/**
 * Takes up to `wanted` permits at `now`. Requests in any period of the limit's window never exceed its count, even if each permit is held for
 * `holdMs` before its request is sent.
 */
export function takePermits(
  log: readonly WindowEntry[],
  now: number,
  limit: RateLimit,
  holdMs: number,
  wanted: number,
): WindowGrant {
  const spanMs = limit.windowMs + holdMs;
  // An entry from a clock that was ahead counts from now, so that a clock that is set back blocks the source for one span at most.
  const counting = log
    .filter(({ at }) => at > now - spanMs)
    .map((entry) => (entry.at > now ? { ...entry, at: now } : entry));
  const granted = Math.max(0, Math.min(wanted, limit.count - permitCount(counting)));
  const after = granted === 0 ? counting : withEntry(counting, now, granted, spanMs);
  const expiries: readonly PermitExpiry[] = after.map(({ at, count }) => ({ inMs: at + spanMs - now, count }));
  return { granted, expiries, log: after };
}
