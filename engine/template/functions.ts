/** Additional functions of expressions in requests: they declare the type of a value and check it. */

import { isCalendarDate } from '../base/calendar.ts';
import { toDecimalText } from '../base/decimal.ts';
import { instantOfLocal, localDate, localDateTime } from '../base/local-time.ts';
import { oncePer } from '../base/once-per.ts';
import type { Functions } from '../transform/expression.ts';
import { type Atom, numberAtom, TypedValue, UnfitValue } from './value.ts';

const second = 'YYYY-MM-DD HH:MM:SS'.length;

/** An instant in whole seconds, rounded down, so that changes within the same second are included. */
export function instantAtom(ms: number, zone: string): Atom {
  const utc = localDateTime(ms, 'UTC').slice(0, second).replace(' ', 'T');
  return { kind: 'instant', utc: `${utc}Z`, local: localDateTime(ms, zone).slice(0, second) };
}

/** Undefined for anything but a calendar day, `YYYY-MM-DD`. */
export function dateAtom(text: unknown): Atom | undefined {
  return typeof text === 'string' && isCalendarDate(text) ? { kind: 'date', text } : undefined;
}

const guid = /^[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12}$/i;

function unfit(what: string, value: unknown): UnfitValue {
  return new UnfitValue(`${JSON.stringify(value) ?? 'nothing'} is no ${what}`);
}

/** The fields of a date format. Other characters of a format are literal. */
const picture = /yyyy|MM|dd|HH|mm|ss/g;
const places: Readonly<Record<string, readonly [number, number]>> = {
  yyyy: [0, 4],
  MM: [5, 7],
  dd: [8, 10],
  HH: [11, 13],
  mm: [14, 16],
  ss: [17, 19],
};

const pictured = (time: string, form: string): string =>
  form.replaceAll(picture, (part) => time.slice(...(places[part] ?? [0, 0])));

/** The functions for an ERP with this time zone, cached by zone. As in JSONata, a missing argument gives a missing result. */
export const holeFunctions = oncePer(functionsIn);

function functionsIn(zone: string): Functions {
  const instant = (value: unknown): number => {
    const ms = typeof value === 'string' ? instantOfLocal(value.trim(), zone) : undefined;
    if (ms === undefined) throw unfit('date and time', value);
    return ms;
  };
  const day = (value: unknown): string => {
    if (typeof value === 'string' && isCalendarDate(value.trim())) return value.trim();
    return localDate(instant(value), zone);
  };
  const lifted =
    (work: (value: unknown, form: unknown) => unknown) =>
    (value: unknown, form: unknown): unknown =>
      value === undefined || value === null ? undefined : work(value, form);
  const typed = (atom: Atom | undefined, what: string, value: unknown): TypedValue => {
    if (atom === undefined) throw unfit(what, value);
    return new TypedValue(atom);
  };
  const localText = (value: unknown): string => localDateTime(instant(value), zone).slice(0, second);
  return {
    guid: lifted((value) =>
      typed(typeof value === 'string' && guid.test(value) ? { kind: 'guid', text: value } : undefined, 'GUID', value),
    ),
    date: lifted((value, form) =>
      typeof form === 'string' ? pictured(day(value), form) : typed(dateAtom(day(value)), 'date', value),
    ),
    datetime: lifted((value, form) =>
      typeof form === 'string' ? pictured(localText(value), form) : new TypedValue(instantAtom(instant(value), zone)),
    ),
    localtime: lifted((value) => new TypedValue({ kind: 'local', text: localText(value) })),
    unix: lifted((value) => Math.floor(instant(value) / 1000)),
    unixMs: lifted(instant),
    decimal: lifted((value) => typed(numberAtom(toDecimalText(value)), 'number', value)),
    like: lifted((value) => {
      if (typeof value !== 'string') throw unfit('text', value);
      return value.replaceAll(/[\\%_]/g, (sign) => `\\${sign}`);
    }),
  };
}
