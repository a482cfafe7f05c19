/** The times at which the clock of a time zone was set forward or back. */
import { Temporal } from 'temporal-polyfill';

export interface ClockChange {
  /** Milliseconds since the epoch. */
  readonly at: number;
  /** The clock was set back: its local hour before stands for two hours. */
  readonly isBack: boolean;
}

const msPerDay = 86_400_000;
const longestAgo = 3 * 366 * msPerDay;

/** The last two changes that are at least 30 days ago; none where the clock is never set. `now`: milliseconds since the epoch. */
export function clockChanges(zone: string, now: number): readonly ClockChange[] {
  const changes: ClockChange[] = [];
  let from = Temporal.Instant.fromEpochMilliseconds(now - 30 * msPerDay).toZonedDateTimeISO(zone);
  while (changes.length < 2) {
    const change = from.getTimeZoneTransition('previous');
    if (change === null || now - change.epochMilliseconds > longestAgo) return changes;
    const before = change.subtract({ seconds: 1 });
    changes.push({ at: change.epochMilliseconds, isBack: change.offsetNanoseconds < before.offsetNanoseconds });
    from = change;
  }
  return changes;
}
