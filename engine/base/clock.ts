/**
 * Calendar days and points in time. A day is text `YYYY-MM-DD`, a point in time is milliseconds since the epoch, a local time is
 * text `YYYY-MM-DD HH:MM:SS.mmm`; years run from 0001 to 9999. Nothing here reads the machine's clock or time zone.
 */
import { Temporal } from 'temporal-polyfill';

const dayMs = 86_400_000;
/** No zone has ever moved its clock by more than the day that a crossing of the date line takes. */
const longestShift = 26 * 3_600_000;
const firstInstant = Date.parse('0001-01-01T00:00:00.000Z');
const lastInstant = Date.parse('9999-12-31T23:59:59.999Z');

const timePattern =
  /^(\d{4}-\d{2}-\d{2})(?:[Tt ](\d{2}:\d{2})(?::(\d{2})(?:[.,](\d+))?)?(?: ?([Zz]|[+-]\d{2}(?::?\d{2}(?::?\d{2})?)?))?)?$/;

const hyphen = '-'.charCodeAt(0);
const zero = '0'.charCodeAt(0);

/** The number that the digits from `start` to `end` write; NaN where one of them is no digit. */
function digitsOf(text: string, start: number, end: number): number {
  let value = 0;
  for (let at = start; at < end; at++) {
    const digit = text.charCodeAt(at) - zero;
    if (!(digit >= 0 && digit <= 9)) return Number.NaN;
    value = value * 10 + digit;
  }
  return value;
}

/** Whether the text is `YYYY-MM-DD` and names a day that exists. Without a regular expression: it is asked for every date of a page. */
export function isCalendarDate(text: string): boolean {
  if (text.length !== 10 || text.charCodeAt(4) !== hyphen || text.charCodeAt(7) !== hyphen) return false;
  const [year, month, day] = [digitsOf(text, 0, 4), digitsOf(text, 5, 7), digitsOf(text, 8, 10)];
  return year >= 1 && month >= 1 && month <= 12 && day >= 1 && day <= daysIn(year, month);
}

function daysIn(year: number, month: number): number {
  if (month === 2) return year % 4 === 0 && (year % 100 !== 0 || year % 400 === 0) ? 29 : 28;
  return [4, 6, 9, 11].includes(month) ? 30 : 31;
}

interface Written {
  /** The date and time as written, `YYYY-MM-DDTHH:MM:SS.mmm`. */
  readonly local: string;
  /** Seconds east of UTC; undefined when the text names no offset. */
  readonly offset: number | undefined;
}

/** Takes an ISO 8601 date-time apart; undefined when it is malformed or names no real time. */
function read(text: string): Written | undefined {
  const match = timePattern.exec(text);
  if (match === null) return undefined;
  const [, date = '', time = '00:00', seconds = '00', fraction = '', zone] = match;
  if (!isCalendarDate(date) || time > '23:59' || time.slice(3) > '59' || seconds > '59') return undefined;
  const offset = zone === undefined ? undefined : offsetSeconds(zone);
  if (zone !== undefined && offset === undefined) return undefined;
  return { local: `${date}T${time}:${seconds}.${fraction.slice(0, 3).padEnd(3, '0')}`, offset };
}

/** Clocks of before the railways were off by seconds as well: databases write `+00:53:28` for Berlin in 1890. */
function offsetSeconds(zone: string): number | undefined {
  if (zone === 'Z' || zone === 'z') return 0;
  const digits = zone.slice(1).replaceAll(':', '').padEnd(6, '0');
  const [hours, minutes, seconds] = [digits.slice(0, 2), digits.slice(2, 4), digits.slice(4)].map(Number);
  if (hours === undefined || minutes === undefined || seconds === undefined) return undefined;
  if (hours > 23 || minutes > 59 || seconds > 59) return undefined;
  return (zone.startsWith('-') ? -1 : 1) * (hours * 3600 + minutes * 60 + seconds);
}

function atOffset(local: string, offset: number): number | undefined {
  return withinYears(Date.parse(`${local}Z`) - offset * 1000);
}

/** A year before 0001 or after 9999 has no place in the text of an instant. */
function withinYears(ms: number): number | undefined {
  return ms >= firstInstant && ms <= lastInstant ? ms : undefined;
}

/**
 * Milliseconds since the epoch of an ISO 8601 date-time in the extended format. Without an offset it is UTC, a date alone is midnight
 * UTC, digits below the millisecond are cut. Undefined when the text is malformed or names no real time.
 */
export function parseInstant(text: string): number | undefined {
  const written = read(text);
  // An offset with seconds is no ISO 8601.
  if (written === undefined || (written.offset ?? 0) % 60 !== 0) return undefined;
  return atOffset(written.local, written.offset ?? 0);
}

/** ISO 8601 text of a point in time: UTC, milliseconds, `Z`. */
export function formatInstant(ms: number): string {
  return new Date(ms).toISOString();
}

/** Zones of profiles and settings that were asked about: an answer takes as long as hundreds of other checks. */
const askedZones = new Map<string, boolean>();

function knowsZone(name: string): boolean {
  try {
    return new Intl.DateTimeFormat('en', { timeZone: name }).resolvedOptions().timeZone !== '';
  } catch {
    return false;
  }
}

/** Whether the name is an IANA time zone (or `UTC`) that this runtime knows. */
export function isTimeZone(name: string): boolean {
  const known = askedZones.get(name) ?? knowsZone(name);
  askedZones.set(name, known);
  return known;
}

function zoned(ms: number, zone: string): Temporal.ZonedDateTime {
  return Temporal.Instant.fromEpochMilliseconds(ms).toZonedDateTimeISO(zone);
}

/** The first and the last day that every database can hold. */
const firstDay = '0001-01-01';
const lastDay = '9999-12-31';

/** Years outside of 0001 to 9999 are written with a sign or as 0000, which no database reads: the nearest time stands for them. */
function localText(time: Temporal.ZonedDateTime): string {
  if (time.year > 9999) return `${lastDay} 23:59:59.999`;
  if (time.year < 1) return `${firstDay} 00:00:00.000`;
  return time.toPlainDateTime().toString({ smallestUnit: 'millisecond' }).replace('T', ' ');
}

/** What the clock on the wall shows in the zone: `YYYY-MM-DD HH:MM:SS.mmm`. */
export function localDateTime(ms: number, zone: string): string {
  return localText(zoned(ms, zone));
}

/** The calendar day in the zone: `YYYY-MM-DD`. */
export function localDate(ms: number, zone: string): string {
  return zoned(ms, zone).toPlainDate().toString();
}

/**
 * Milliseconds since the epoch of a time as a database of that zone writes it: `YYYY-MM-DD[ T]HH:MM[:SS[.fraction]]`, or a day alone
 * for its midnight. A text with `Z` or an offset is taken at its word. A time that the clock shows twice is the earlier one, a time that
 * it skips is as much later as the clock jumps. Undefined when the text is malformed or names no real time.
 */
export function instantOfLocal(text: string, zone: string): number | undefined {
  const written = read(text);
  if (written === undefined) return undefined;
  if (written.offset !== undefined) return atOffset(written.local, written.offset);
  if (zone === 'UTC') return atOffset(written.local, 0);
  const zoned = Temporal.PlainDateTime.from(written.local).toZonedDateTime(zone, { disambiguation: 'compatible' });
  return withinYears(zoned.epochMilliseconds);
}

/**
 * The lowest time that a clock of the zone shows at or after the given instant, as text: the bound for "changed since" over naive local
 * times. It lies below the instant's own local time only when the clock is about to be set back past it.
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

/** A day as text; the first or the last one that databases can hold where it lies beyond. */
function dayText(day: Date): string {
  const year = day.getUTCFullYear();
  if (year > 9999) return lastDay;
  return year < 1 ? firstDay : day.toISOString().slice(0, 10);
}

/** The day `n` days after (before, when negative) the given one, within 0001-01-01 to 9999-12-31. */
export function addDays(date: string, n: number): string {
  return dayText(new Date(Date.parse(`${date}T00:00:00.000Z`) + n * dayMs));
}

/** The first day of the month that lies `months` months before the date's own: (`2026-03-15`, 12) is `2025-03-01`. */
export function firstOfMonthMonthsBack(date: string, months: number): string {
  const day = new Date(`${date.slice(0, 7)}-01T00:00:00.000Z`);
  day.setUTCMonth(day.getUTCMonth() - months);
  return dayText(day);
}
