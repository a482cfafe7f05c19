/**
 * Calendar dates and instants. A date is a text `YYYY-MM-DD`, an instant is a number of milliseconds since the epoch, a local time is a text
 * `YYYY-MM-DD HH:MM:SS.mmm`. Years range from 0001 to 9999. The clock and the time zone of the machine are never used.
 */
import { Temporal } from 'temporal-polyfill';

const dayMs = 86_400_000;
/** Upper bound for a clock change of a time zone: a move across the date line takes 24 hours. */
const longestShift = 26 * 3_600_000;
const firstInstant = Date.parse('0001-01-01T00:00:00.000Z');
const lastInstant = Date.parse('9999-12-31T23:59:59.999Z');

const timePattern =
  /^(\d{4}-\d{2}-\d{2})(?:[Tt ](\d{2}:\d{2})(?::(\d{2})(?:[.,](\d+))?)?(?: ?([Zz]|[+-]\d{2}(?::?\d{2}(?::?\d{2})?)?))?)?$/;

const hyphen = '-'.charCodeAt(0);
const zero = '0'.charCodeAt(0);

/** The number in the digits from `start` to `end`; NaN if a character is not a digit. */
function digitsOf(text: string, start: number, end: number): number {
  let value = 0;
  for (let at = start; at < end; at++) {
    const digit = text.charCodeAt(at) - zero;
    if (!(digit >= 0 && digit <= 9)) return Number.NaN;
    value = value * 10 + digit;
  }
  return value;
}

/** Whether the text is `YYYY-MM-DD` and the date exists. Avoids a regular expression, because it runs for every date of a page. */
export function isCalendarDate(text: string): boolean {
  if (text.length !== 10 || text.charCodeAt(4) !== hyphen || text.charCodeAt(7) !== hyphen) return false;
  const [year, month, day] = [digitsOf(text, 0, 4), digitsOf(text, 5, 7), digitsOf(text, 8, 10)];
  return year >= 1 && month >= 1 && month <= 12 && day >= 1 && day <= daysIn(year, month);
}

function daysIn(year: number, month: number): number {
  if (month === 2) return year % 4 === 0 && (year % 100 !== 0 || year % 400 === 0) ? 29 : 28;
  return [4, 6, 9, 11].includes(month) ? 30 : 31;
}

interface ParsedTime {
  /** Date and time without the offset, `YYYY-MM-DDTHH:MM:SS.mmm`. */
  readonly local: string;
  /** Seconds east of UTC; undefined if the text has no offset. */
  readonly offset: number | undefined;
}

/** Parses an ISO 8601 date-time; undefined if it is malformed or does not exist. */
function parseTime(text: string): ParsedTime | undefined {
  const match = timePattern.exec(text);
  if (match === null) return undefined;
  const [, date = '', time = '00:00', seconds = '00', fraction = '', zone] = match;
  if (!isCalendarDate(date) || time > '23:59' || time.slice(3) > '59' || seconds > '59') return undefined;
  const offset = zone === undefined ? undefined : offsetSeconds(zone);
  if (zone !== undefined && offset === undefined) return undefined;
  return { local: `${date}T${time}:${seconds}.${fraction.slice(0, 3).padEnd(3, '0')}`, offset };
}

/** Offsets before standard time include seconds: databases write `+00:53:28` for Berlin in 1890. */
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

/** Undefined for a year outside of 0001 to 9999, which the text of an instant cannot contain. */
function withinYears(ms: number): number | undefined {
  return ms >= firstInstant && ms <= lastInstant ? ms : undefined;
}

/**
 * Milliseconds since the epoch of an ISO 8601 date-time in the extended format. Without an offset it is UTC, a date alone is midnight
 * UTC, and digits below the millisecond are truncated. Undefined if the text is malformed or the time does not exist.
 */
export function parseInstant(text: string): number | undefined {
  const parsed = parseTime(text);
  // ISO 8601 has no offsets with seconds.
  if (parsed === undefined || (parsed.offset ?? 0) % 60 !== 0) return undefined;
  return atOffset(parsed.local, parsed.offset ?? 0);
}

/** ISO 8601 text of an instant: UTC, with milliseconds and `Z`. */
export function formatInstant(ms: number): string {
  return new Date(ms).toISOString();
}

/** Results by name, because creating a DateTimeFormat is slow. */
const knownZones = new Map<string, boolean>();

function isZoneKnown(name: string): boolean {
  try {
    return new Intl.DateTimeFormat('en', { timeZone: name }).resolvedOptions().timeZone !== '';
  } catch {
    return false;
  }
}

/** Whether the name is an IANA time zone, or `UTC`, known to this runtime. */
export function isTimeZone(name: string): boolean {
  const known = knownZones.get(name) ?? isZoneKnown(name);
  knownZones.set(name, known);
  return known;
}

function zoned(ms: number, zone: string): Temporal.ZonedDateTime {
  return Temporal.Instant.fromEpochMilliseconds(ms).toZonedDateTimeISO(zone);
}

/** The first and the last date that every database can store. */
const firstDay = '0001-01-01';
const lastDay = '9999-12-31';

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

/** A date as text, limited to the dates that databases can store. */
function dayText(day: Date): string {
  const year = day.getUTCFullYear();
  if (year > 9999) return lastDay;
  return year < 1 ? firstDay : day.toISOString().slice(0, 10);
}

/** The date `n` days later, or earlier if negative, limited to 0001-01-01 to 9999-12-31. */
export function addDays(date: string, n: number): string {
  return dayText(new Date(Date.parse(`${date}T00:00:00.000Z`) + n * dayMs));
}

/** The first day of the month that is `months` months before the month of the date: (`2026-03-15`, 12) is `2025-03-01`. */
export function firstOfMonthMonthsBack(date: string, months: number): string {
  const day = new Date(`${date.slice(0, 7)}-01T00:00:00.000Z`);
  day.setUTCMonth(day.getUTCMonth() - months);
  return dayText(day);
}
