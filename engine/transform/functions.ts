/** The functions that expressions have beyond JSONata's own: decimal arithmetic, so that money never passes through a double, and days. */
import { addDays, isCalendarDate } from '../base/clock.ts';
import { add, multiply, type Numeric, round, subtract, sum, toDecimalText, toNumeric } from '../base/decimal.ts';

/** The error for a wrong argument. It carries none of JSONata's codes, for which the library would put a text of its own. */
function argumentError(name: string, value: unknown, wanted = 'numbers'): Error {
  return new TypeError(`$${name} needs ${wanted}, but was given ${JSON.stringify(value)}`);
}

function numeric(name: string, value: unknown): Numeric {
  const text = toDecimalText(value);
  if (text === undefined) throw argumentError(name, value);
  return toNumeric(text);
}

/** Days in the years that a date can have. */
const longest = 10_000 * 366;

/** Lifts a decimal operation to JSONata's rule that a missing argument makes a missing result. */
function binary(name: string, operation: (a: Numeric, b: Numeric) => Numeric) {
  return (a: unknown, b: unknown): Numeric | undefined =>
    a === undefined || b === undefined ? undefined : operation(numeric(name, a), numeric(name, b));
}

/** The day `days` after the date, or before it when negative. A time behind the date is dropped. */
function laterDay(date: unknown, days: unknown): string | undefined {
  if (date === undefined || days === undefined) return undefined;
  const day = typeof date === 'string' ? /^(\d{4}-\d{2}-\d{2})(?:[T ].*)?$/.exec(date.trim())?.[1] : undefined;
  if (day === undefined || !isCalendarDate(day)) throw argumentError('addDays', date, 'a date');
  const count = Number(toDecimalText(days) ?? Number.NaN);
  const result = Math.abs(count) <= longest && Number.isInteger(count) ? addDays(day, count) : '';
  if (!isCalendarDate(result)) throw argumentError('addDays', days, 'a whole number of days');
  return result;
}

const entities: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'", nbsp: ' ' };

function decodeEntity(whole: string, name: string): string {
  const code = /^#(?:x([0-9a-f]{1,6})|(\d{1,7}))$/i.exec(name);
  if (code === null) return entities[name.toLowerCase()] ?? whole;
  const point = code[1] === undefined ? Number(code[2]) : Number.parseInt(code[1], 16);
  return point <= 0x10ffff ? String.fromCodePoint(point) : whole;
}

/** What HTML says, as text: line breaks where it has blocks and breaks, without tags and references. */
function textOfHtml(html: unknown): string | undefined {
  if (html === undefined) return undefined;
  if (typeof html !== 'string') throw argumentError('text', html, 'a text');
  return html
    .replaceAll(/<(script|style)\b[^>]*>[\s\S]*?<\/\1\s*>/gi, '')
    .replaceAll(/<(?:br|\/p|\/div|\/li|\/tr|\/h\d)\b[^>]*>/gi, '\n')
    .replaceAll(/<\/?[a-z!][^>]*>/gi, '')
    .replaceAll(/&(#?\w{1,10});/g, decodeEntity)
    .replaceAll(/[ \t]*\n\s*/g, '\n')
    .trim();
}

/** A key without the zeros that an ERP pads it with: 0010100001 is 10100001. Keys that are no number stay. */
function unpadded(key: unknown): unknown {
  return typeof key === 'string' && /^\d+$/.test(key) ? key.replace(/^0+(?=\d)/, '') : key;
}

/** By name, without the dollar sign. */
export const ownFunctions: Readonly<Record<string, (...values: unknown[]) => unknown>> = {
  add: binary('add', add),
  subtract: binary('subtract', subtract),
  multiply: binary('multiply', multiply),
  total: (list: unknown): Numeric | undefined =>
    list === undefined ? undefined : sum((Array.isArray(list) ? list : [list]).map((item) => numeric('total', item))),
  round: (value: unknown, digits: unknown): Numeric | undefined =>
    value === undefined ? undefined : round(numeric('round', value), typeof digits === 'number' ? digits : 0),
  addDays: laterDay,
  text: textOfHtml,
  unpad: unpadded,
};

/** How many arguments those functions take: at least, at most. */
export const argumentCounts: Readonly<Record<string, readonly [number, number]>> = {
  add: [2, 2],
  subtract: [2, 2],
  multiply: [2, 2],
  total: [1, 1],
  round: [1, 2],
  addDays: [2, 2],
  text: [1, 1],
  unpad: [1, 1],
};
