/** A sliding window: what was permitted and still counts. Pure; the caller brings the clock. */
import type { Ending, Grant, RateLimit } from './rate.ts';

/** Permits that were given from `from` to `at` (milliseconds by one clock); they count as given at `at`. */
export interface Permitted {
  readonly from: number;
  readonly at: number;
  readonly count: number;
}

export interface Taken extends Grant {
  /** What counts now, the oldest first. */
  readonly log: readonly Permitted[];
}

/** Entries that are kept as they are; what comes beyond is put together with its neighbour, and counts a little longer than it had to. */
const exactEntries = 100;

const sum = (log: readonly Permitted[]): number => log.reduce((total, { count }) => total + count, 0);

function added(log: readonly Permitted[], now: number, count: number, span: number): readonly Permitted[] {
  const last = log.at(-1);
  if (last !== undefined && log.length >= exactEntries && now - last.from < span / exactEntries) {
    return [...log.slice(0, -1), { from: last.from, at: now, count: last.count + count }];
  }
  return [...log, { from: now, at: now, count }];
}

/**
 * Takes up to `wanted` permits at `now`, so that those of any time of the limit's length are never more than its count, however long each of
 * them is kept before it is used, `keptMs` at most.
 */
export function take(log: readonly Permitted[], now: number, limit: RateLimit, keptMs: number, wanted: number): Taken {
  const span = limit.windowMs + keptMs;
  // Entries from a clock that ran ahead count from now at the latest, so that a clock set back does not close the source for long.
  const counting = log
    .filter(({ at }) => at > now - span)
    .map((entry) => (entry.at > now ? { ...entry, at: now } : entry));
  const granted = Math.max(0, Math.min(wanted, limit.count - sum(counting)));
  const after = granted === 0 ? counting : added(counting, now, granted, span);
  const endings: readonly Ending[] = after.map(({ at, count }) => ({ inMs: at + span - now, count }));
  return { granted, endings, log: after };
}
