/** Encodes a value from a driver or an expression as JSON text by the rule of its field, or reports that it violates the rule. */
import { isCalendarDate } from '../base/calendar.ts';
import type { Field, ListField, TextField } from '../base/contract.ts';
import { ceiling, compare, toDecimalText, toNumeric } from '../base/decimal.ts';
import { formatInstant } from '../base/instant.ts';
import { instantOfLocal } from '../base/local-time.ts';
import { jsonText, textOf } from './text.ts';

/** Why a value violates the rule of its field: `"x" is no calendar date`. */
export interface Breach {
  readonly breach: string;
}
/** JSON text; undefined if the ERP has no value; or a breach. */
export type Encoded = string | undefined | Breach;

export interface EncodeContext {
  /** Time zone of date-times without an offset. */
  readonly zone: string;
  /** Called if a value was corrected or omitted; not an error. */
  readonly note: (field: string, message: string) => void;
}

export type Encode = (value: unknown, context: EncodeContext) => Encoded;

/** Quotes a value for a message to the operator, truncated to keep log lines readable. */
function quote(value: unknown): string {
  const text = typeof value === 'object' ? JSON.stringify(value) : String(value);
  return JSON.stringify(text.length > 60 ? `${text.slice(0, 60)}...` : text);
}

const lineBreak = /[\r\n]/;

/** Spaces and commas around a line break become a comma. Runs are searched first: a pattern of the whole would need quadratic time. */
const onOneLine = (text: string): string =>
  lineBreak.test(text) ? text.replaceAll(/[\s,]+/g, (run) => (lineBreak.test(run) ? ', ' : run)) : text;

function encodeText(value: unknown): Encoded {
  const text = textOf(value);
  return text === undefined ? undefined : jsonText(text);
}

function textEncoder({ oneOf, oneLine }: TextField): Encode {
  if (oneOf === undefined && oneLine !== true) return encodeText;
  const choices = oneOf === undefined ? undefined : new Map(oneOf.map((choice) => [choice, JSON.stringify(choice)]));
  return (value) => {
    const text = textOf(value);
    if (text === undefined) return undefined;
    const line = oneLine === true ? onOneLine(text) : text;
    if (choices === undefined) return jsonText(line);
    return choices.get(line) ?? { breach: `${quote(line)} is none of ${[...choices.keys()].join(', ')}` };
  };
}

function encodeId(value: unknown): Encoded {
  // Some ERPs return false for an empty reference.
  return value === false ? undefined : encodeText(value);
}

const capitals = /^[A-Z]{3}$/;

function encodeCurrency(value: unknown): Encoded {
  const text = textOf(value);
  if (text === undefined) return undefined;
  const code = capitals.test(text) ? text : text.toUpperCase();
  return capitals.test(code) ? `"${code}"` : { breach: `${quote(value)} is no currency code of three letters` };
}

const email = /^[^\s@<>,;:"]+@[^\s@<>,;:"]+\.[^\s@<>,;:".]{2,}$/u;

function encodeEmail(name: string, value: unknown, context: EncodeContext): Encoded {
  const text = textOf(value);
  if (text === undefined) return undefined;
  const first = text.split(/[\s,;<>]+/).find((part) => email.test(part));
  if (first !== text)
    context.note(
      name,
      first === undefined
        ? 'no valid e-mail address; left out'
        : 'not one plain e-mail address; the first valid one is given',
    );
  return first === undefined ? undefined : jsonText(first);
}

/** A date followed by a time. Nothing else may follow: databases write years before Christ as `0044-03-15 BC`. */
const dated = /^(\d{4}-\d{2}-\d{2})[T ]\d{2}:\d{2}(?::\d{2}(?:[.,]\d+)?)?(?: ?(?:[Zz]|[+-]\d{2}(?::?\d{2}){0,2}))?$/;

function encodeDate(value: unknown): Encoded {
  const text = textOf(value);
  if (text === undefined) return undefined;
  const day = text.length === 10 ? text : dated.exec(text)?.[1];
  return day !== undefined && isCalendarDate(day) ? `"${day}"` : { breach: `${quote(value)} is no calendar date` };
}

function encodeInstant(value: unknown, context: EncodeContext): Encoded {
  const text = textOf(value);
  if (text === undefined) return undefined;
  const instant = instantOfLocal(text, context.zone);
  return instant === undefined ? { breach: `${quote(value)} is no date and time` } : `"${formatInstant(instant)}"`;
}

function encodeBoolean(value: unknown): Encoded {
  const word = textOf(value)?.toLowerCase();
  if (word === undefined) return undefined;
  if (['1', 'true', 't', 'y', 'yes'].includes(word)) return 'true';
  return ['0', 'false', 'f', 'n', 'no'].includes(word)
    ? 'false'
    : { breach: `${quote(value)} is neither true nor false` };
}

function encodeInteger(minimum: number | undefined, value: unknown): Encoded {
  const text = toDecimalText(value);
  if (text === undefined) return noNumber(value);
  const whole = ceiling(toNumeric(text));
  return minimum !== undefined && compare(whole, minimum) < 0 ? String(minimum) : String(whole);
}

function encodeDecimal(value: unknown): Encoded {
  return toDecimalText(value) ?? noNumber(value);
}

function noNumber(value: unknown): Encoded {
  return textOf(value) === undefined ? undefined : { breach: `${quote(value)} is no number` };
}

/** A function that encodes a value of a field. It returns undefined for anything but a scalar. */
export function scalarEncoder(name: string, field: Exclude<Field, ListField>): Encode {
  switch (field.type) {
    case 'text':
      return textEncoder(field);
    case 'id':
      return encodeId;
    case 'currency':
      return encodeCurrency;
    case 'email':
      return (value, context) => encodeEmail(name, value, context);
    case 'date':
      return encodeDate;
    case 'instant':
      return encodeInstant;
    case 'boolean':
      return encodeBoolean;
    case 'integer':
      return (value) => encodeInteger(field.minimum, value);
    case 'decimal':
      return encodeDecimal;
  }
}
