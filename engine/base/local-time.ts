/**
 * Local times of a time zone: texts `YYYY-MM-DD HH:MM:SS.mmm`, from instants and to instants. Years range from 0001 to 9999. The clock and the time
 * zone of the machine are never used.
 */

import { Temporal } from 'temporal-polyfill';
import { firstDay, lastDay } from './calendar.ts';
import { atOffset, formatInstant, parseTime, withinYears } from './instant.ts';
import { oncePer } from './once-per.ts';

/** Upper bound for a clock change of a time zone: a move across the date line takes 24 hours. */
const longestShift = 26 * 3_600_000;

/** Results by name, because creating a DateTimeFormat is slow. */

function isZoneKnown(name: string): boolean {
  try {
    return new Intl.DateTimeFormat('en', { timeZone: name }).resolvedOptions().timeZone !== '';
  } catch {
    return false;
  }
}

/** Whether the name is an IANA time zone, or `UTC`, known to this runtime. */
export const isTimeZone = oncePer(isZoneKnown);

function zoned(ms: number, zone: string): Temporal.ZonedDateTime {
  return Temporal.Instant.fromEpochMilliseconds(ms).toZonedDateTimeISO(zone);
}

/** Times outside of the years 0001 to 9999 are replaced by the nearest one inside, because databases cannot read them. */
function localText(time: Temporal.ZonedDateTime): string {
  if (time.year > 9999) return `${lastDay} 23:59:59.999`;
  if (time.year < 1) return `${firstDay} 00:00:00.000`;
  return time.toPlainDateTime().toString({ smallestUnit: 'millisecond' }).replace('T', ' ');
}

/** The text of an instant for a zone that needs no calculation, which would take twenty times as long; undefined for others. */
function utcText(ms: number, zone: string): string | undefined {
  return zone === 'UTC' && withinYears(ms) !== undefined ? formatInstant(ms) : undefined;
}

/** The local time in the zone: `YYYY-MM-DD HH:MM:SS.mmm`. */
export function localDateTime(ms: number, zone: string): string {
  return utcText(ms, zone)?.slice(0, -1).replace('T', ' ') ?? localText(zoned(ms, zone));
}

/** The calendar date in the zone: `YYYY-MM-DD`. */
export function localDate(ms: number, zone: string): string {
  const utc = utcText(ms, zone);
  if (utc !== undefined) return utc.slice(0, 10);
  return zoned(ms, zone).toPlainDate().toString();
}

/**
 * The instant of a local time in the zone as databases write it: `YYYY-MM-DD[ T]HH:MM[:SS[.fraction]]`, or a date for its midnight. `Z` or an
 * offset in the text takes precedence over the zone. Of an ambiguous local time the earlier instant is returned; a skipped local time is moved
 * forward by the length of the gap. Undefined if the text is malformed or the time does not exist.
 */
export function instantOfLocal(text: string, zone: string): number | undefined {
  const parsed = parseTime(text);
  if (parsed === undefined) return undefined;
  if (parsed.offset !== undefined) return atOffset(parsed.local, parsed.offset);
  if (zone === 'UTC') return atOffset(parsed.local, 0);
  const zoned = Temporal.PlainDateTime.from(parsed.local).toZonedDateTime(zone, { disambiguation: 'compatible' });
  return withinYears(zoned.epochMilliseconds);
}

/**
 * The lowest local time of the zone at or after the instant: the bound for "changed since" with local times. It is lower than the local time of
 * the instant only if the clock is about to be set back.
 */
export function earliestLocalSince(ms: number, zone: string): string {
  let time = zoned(ms, zone);
  let lowest = localText(time);
  for (;;) {
    const change = time.getTimeZoneTransition('next');
    if (change === null || change.epochMilliseconds - ms > longestShift) return lowest;
    const shown = localText(change);
    if (shown < lowest) lowest = shown;
    time = change;
  }
}
