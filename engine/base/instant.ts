/** Instants: milliseconds since the epoch, and their ISO 8601 texts. Years range from 0001 to 9999. */
import { isCalendarDate } from './calendar.ts';

const firstInstant = Date.parse('0001-01-01T00:00:00.000Z');
const lastInstant = Date.parse('9999-12-31T23:59:59.999Z');

const timePattern =
  /^(\d{4}-\d{2}-\d{2})(?:[Tt ](\d{2}:\d{2})(?::(\d{2})(?:[.,](\d+))?)?(?: ?([Zz]|[+-]\d{2}(?::?\d{2}(?::?\d{2})?)?))?)?$/;

/** A date-time as its text has it. */
interface ParsedTime {
  /** Date and time without the offset, `YYYY-MM-DDTHH:MM:SS.mmm`. */
  readonly local: string;
  /** Seconds east of UTC; undefined if the text has no offset. */
  readonly offset: number | undefined;
}

/** Parses an ISO 8601 date-time, or a date for its midnight; undefined if it is malformed or does not exist. */
export function parseTime(text: string): ParsedTime | undefined {
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

/** The instant of a local time at an offset, in seconds east of UTC; undefined for a year that the text of an instant cannot contain. */
export function atOffset(local: string, offset: number): number | undefined {
  return withinYears(Date.parse(`${local}Z`) - offset * 1000);
}

/** Undefined for a year outside of 0001 to 9999, which the text of an instant cannot contain. */
export function withinYears(ms: number): number | undefined {
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
