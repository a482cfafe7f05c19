/** The functions that the engine adds to JSONata: decimal arithmetic, so that money is never converted to a double, and others. */
import { addDays, isCalendarDate } from '../base/calendar.ts';
import {
  add,
  compare,
  divide,
  multiply,
  type Numeric,
  round,
  subtract,
  sum,
  toDecimalText,
  toNumeric,
} from '../base/decimal.ts';
import { htmlText } from './html-text.ts';

/** The error for an invalid argument. It has no JSONata error code, because the library would replace its message. */
function argumentError(name: string, value: unknown, expected = 'numbers'): Error {
  return new TypeError(`$${name} needs ${expected}, but got ${JSON.stringify(value)}`);
}

function numeric(name: string, value: unknown): Numeric {
  const text = toDecimalText(value);
  if (text === undefined) throw argumentError(name, value);
  return toNumeric(text);
}

/** Maximum number of days to add: more than the years of a date allow. */
const maxDays = 10_000 * 366;

/** Wraps a decimal operation: as in JSONata, a missing argument gives a missing result. */
function binary(name: string, operation: (a: Numeric, b: Numeric) => Numeric) {
  return (a: unknown, b: unknown): Numeric | undefined =>
    a === undefined || b === undefined ? undefined : operation(numeric(name, a), numeric(name, b));
}

/** Most decimal places of a quotient. */
const maxPlaces = 20;

/** A quotient, rounded to a number of decimal places: not every quotient can be written out. */
function quotient(a: unknown, b: unknown, digits: unknown): Numeric | undefined {
  if (a === undefined || b === undefined) return undefined;
  const [dividend, divisor] = [numeric('divide', a), numeric('divide', b)];
  if (compare(divisor, 0) === 0) throw argumentError('divide', b, 'a divisor other than 0');
  const places = Number(digits);
  if (!Number.isInteger(places) || places < 0 || places > maxPlaces)
    throw argumentError('divide', digits, `0 to ${maxPlaces} decimal places`);
  return divide(dividend, divisor, places);
}

/** The date `days` days later, or earlier if negative. A time of day after the date is dropped. */
function laterDay(date: unknown, days: unknown): string | undefined {
  if (date === undefined || days === undefined) return undefined;
  const day = typeof date === 'string' ? /^(\d{4}-\d{2}-\d{2})(?:[T ].*)?$/.exec(date.trim())?.[1] : undefined;
  if (day === undefined || !isCalendarDate(day)) throw argumentError('addDays', date, 'a date');
  const count = Number(toDecimalText(days) ?? Number.NaN);
  const result = Math.abs(count) <= maxDays && Number.isInteger(count) ? addDays(day, count) : '';
  if (!isCalendarDate(result)) throw argumentError('addDays', days, 'a whole number of days');
  return result;
}

/** HTML as plain text: line breaks for blocks and breaks, no tags, character references decoded. */
function textOfHtml(html: unknown): string | undefined {
  if (html === undefined) return undefined;
  if (typeof html !== 'string') throw argumentError('text', html, 'a text');
  return htmlText(html);
}

/** Removes the leading zeros of a padded numeric key: 0010100001 is 10100001. Other keys are not changed. */
function unpadded(key: unknown): unknown {
  return typeof key === 'string' && /^\d+$/.test(key) ? key.replace(/^0+(?=\d)/, '') : key;
}

/** Functions by name, without the dollar sign. */
export const ownFunctions: Readonly<Record<string, (...values: unknown[]) => unknown>> = {
  add: binary('add', add),
  subtract: binary('subtract', subtract),
  multiply: binary('multiply', multiply),
  divide: quotient,
  total: (list: unknown): Numeric | undefined =>
    list === undefined ? undefined : sum((Array.isArray(list) ? list : [list]).map((item) => numeric('total', item))),
  round: (value: unknown, digits: unknown): Numeric | undefined =>
    value === undefined ? undefined : round(numeric('round', value), typeof digits === 'number' ? digits : 0),
  addDays: laterDay,
  text: textOfHtml,
  unpad: unpadded,
};

/** Minimum and maximum number of arguments of these functions. */
export const argumentCounts: Readonly<Record<string, readonly [number, number]>> = {
  add: [2, 2],
  subtract: [2, 2],
  multiply: [2, 2],
  divide: [3, 3],
  total: [1, 1],
  round: [1, 2],
  addDays: [2, 2],
  text: [1, 1],
  unpad: [1, 1],
};
