/** Dates and instants in JSON of ERPs that do not use ISO 8601. */
import { isCalendarDate } from '../base/calendar.ts';
import { toDecimalText } from '../base/decimal.ts';
import { localDateTime } from '../base/local-time.ts';

/** The format of dates or instants of an ERP. */
type TimeForm = 'iso' | 'unix' | 'unix-ms' | 'yyyymmdd';

const microsoft = /^\/Date\((-?\d{1,15})([+-]\d{1,4})?\)\/$/;

/** The offset in minutes: `+0130` is hours and minutes; OData 2 writes only minutes, `+90`. */
function offsetMinutes(text: string): number {
  const sign = text.startsWith('-') ? -1 : 1;
  const digits = text.slice(1);
  const [hours, minutes] = digits.length === 4 ? [digits.slice(0, 2), digits.slice(2)] : ['0', digits];
  return sign * (Number(hours) * 60 + Number(minutes));
}

const two = (value: number): string => String(value).padStart(2, '0');

function offsetText(minutes: number): string {
  const size = Math.abs(minutes);
  return `${minutes < 0 ? '-' : '+'}${two(Math.floor(size / 60))}:${two(size % 60)}`;
}

/**
 * Converts `/Date(1767225600000)/` to local time of the ERP, and `/Date(1767225600000+0100)/` to a time with its
 * offset, in ISO 8601; other texts are returned unchanged. Source: OData 2 JSON format, part 4; Microsoft's DateTime
 * in JSON.
 */
export function readableTime(text: string): string {
  const match = text.startsWith('/Date(') ? microsoft.exec(text) : null;
  if (match === null) return text;
  const [, ms = '', offset] = match;
  const minutes = offset === undefined ? 0 : offsetMinutes(offset);
  if (Math.abs(Number(ms)) > 8.64e15 || Math.abs(minutes) > 24 * 60) return text;
  const local = localDateTime(Number(ms) + minutes * 60_000, 'UTC').replace(' ', 'T');
  return offset === undefined ? local : `${local}${offsetText(minutes)}`;
}

/** Converts a value in the format that the profile declares to ISO 8601. Other values are returned unchanged and rejected later. */
export function timeOf(value: unknown, form: TimeForm, type: 'date' | 'instant', zone: string): unknown {
  const digits = form === 'iso' ? undefined : toDecimalText(value);
  if (digits === undefined) return value;
  if (form === 'yyyymmdd') {
    const day = digits.replace(/^(\d{4})(\d\d)(\d\d)$/, '$1-$2-$3');
    return isCalendarDate(day) ? day : value;
  }
  const ms = Number(digits) * (form === 'unix' ? 1000 : 1);
  if (!Number.isFinite(ms) || Math.abs(ms) > 8.64e15) return value;
  return type === 'date' ? localDateTime(ms, zone).slice(0, 10) : `${localDateTime(ms, 'UTC').replace(' ', 'T')}Z`;
}
