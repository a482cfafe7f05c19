/**
 * Contract-directed coercion: what a driver or an expression gave for one field becomes the field's JSON text. The encoders
 * hold each value against the field's rule, so what they write needs no second validation.
 */
import { formatInstant, instantOfLocal, isCalendarDate } from '../clock.ts';
import type { Field, Fields, ListField, TextField } from '../contract.ts';
import { ceiling, compare, toDecimalText, toNumeric } from '../decimal.ts';

/** A row on its way from a source to an answer. */
export type WorkRow = Readonly<Record<string, unknown>>;

/** Why a value breaks its field's rule: `"x" is no calendar date`. */
export interface Breach {
  readonly breach: string;
}
/** JSON text, undefined for "the ERP has none", or a breach. */
export type Encoded = string | undefined | Breach;

/** Stands in a row where a value could not be understood: the row is broken, with this reason. */
export class UnknownValue {
  readonly reason: string;
  constructor(reason: string) {
    this.reason = reason;
  }
}

export interface EncodeContext {
  /** Time zone of instants that carry none. */
  readonly zone: string;
  /** Called when a value was mended or left out; not an error. */
  readonly note: (field: string, message: string) => void;
}

/** Quotes a value in a message to the operator, cut so that a log line stays readable. */
function quote(value: unknown): string {
  const text = typeof value === 'object' ? JSON.stringify(value) : String(value);
  return JSON.stringify(text.length > 60 ? `${text.slice(0, 60)}...` : text);
}

/** The text of a scalar, trimmed; undefined when there is none. */
export function textOf(value: unknown): string | undefined {
  switch (typeof value) {
    case 'string': {
      const trimmed = value.trim();
      return trimmed === '' ? undefined : trimmed;
    }
    case 'number':
    case 'bigint':
      return toDecimalText(value);
    case 'boolean':
      return String(value);
    default:
      return undefined;
  }
}

function encodeText(field: TextField, value: unknown): Encoded {
  const text = textOf(value);
  if (text === undefined) return undefined;
  const line = field.oneLine === true ? text.replaceAll(/[\s,]*[\r\n]+[\s,]*/g, ', ') : text;
  if (field.oneOf !== undefined && !field.oneOf.includes(line))
    return { breach: `${quote(line)} is none of ${field.oneOf.join(', ')}` };
  return JSON.stringify(line);
}

function encodeCurrency(value: unknown): Encoded {
  const code = textOf(value)?.toUpperCase();
  if (code === undefined) return undefined;
  return /^[A-Z]{3}$/.test(code)
    ? JSON.stringify(code)
    : { breach: `${quote(value)} is no currency code of three letters` };
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
  return first === undefined ? undefined : JSON.stringify(first);
}

function encodeDate(value: unknown): Encoded {
  const text = textOf(value);
  if (text === undefined) return undefined;
  if (text.length === 10 && isCalendarDate(text)) return `"${text}"`;
  const day = /^(\d{4}-\d{2}-\d{2})(?:[T ].*)?$/.exec(text)?.[1];
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

type Encode = (value: unknown, context: EncodeContext) => Encoded;

/** A JSONata path over one line gives the line itself, and over none nothing: a list of the contract is a list all the same. */
function listEncoder(field: ListField): Encode {
  const encode = objectEncoder(field.items);
  return (value, context) =>
    encodeItems(encode, Array.isArray(value) ? value : value === undefined || value === null ? [] : [value], context);
}

function encodeItems(encode: ObjectEncoder, items: readonly unknown[], context: EncodeContext): Encoded {
  let json = '';
  let place = 0;
  for (const item of items) {
    place += 1;
    if (!isRow(item)) return { breach: `item ${place} is no object` };
    const encoded = encode(item, context);
    if (!encoded.ok) return { breach: `item ${place}: ${encoded.field}: ${encoded.breach}` };
    json += place === 1 ? encoded.json : `,${encoded.json}`;
  }
  return `[${json}]`;
}

export function isRow(value: unknown): value is WorkRow {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function scalarEncoder(name: string, field: Exclude<Field, ListField>): Encode {
  switch (field.type) {
    case 'text':
      return (value) => encodeText(field, value);
    case 'id':
      // Some ERPs write false where a reference is empty.
      return (value) => {
        const text = value === false ? undefined : textOf(value);
        return text === undefined ? undefined : JSON.stringify(text);
      };
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

/** A function that writes one value as JSON text by the rule of its field. */
function fieldEncoder(name: string, field: Field): Encode {
  if (field.type === 'list') return listEncoder(field);
  const encode = scalarEncoder(name, field);
  return (value, context) => {
    if (typeof value !== 'object' || value === null) return encode(value, context);
    if (value instanceof UnknownValue) return { breach: value.reason };
    return { breach: `a ${Array.isArray(value) ? 'list' : 'map'} stands where one value is wanted` };
  };
}

export type EncodedObject =
  | { readonly ok: true; readonly json: string }
  | { readonly ok: false; readonly field: string; readonly breach: string };

function fallbackOf(field: Field): { readonly field?: string; readonly value?: string } | undefined {
  return field.type === 'text' || field.type === 'date' ? field.fallback : undefined;
}

export type ObjectEncoder = (row: WorkRow, context: EncodeContext) => EncodedObject;

/** A function that writes a row as a JSON object with just the fields of the contract, in their order. */
export function objectEncoder(fields: Fields): ObjectEncoder {
  const entries = Object.entries(fields).map(([name, field]) => ({
    name,
    field,
    encode: fieldEncoder(name, field),
    prefix: `${JSON.stringify(name)}:`,
    fallback: fallbackOf(field),
  }));
  return (row, context) => {
    let json = '';
    for (const { name, field, encode, prefix, fallback } of entries) {
      let encoded = encode(row[name], context);
      if (encoded === undefined && fallback?.field !== undefined) encoded = encode(row[fallback.field], context);
      if (encoded === undefined && fallback?.value !== undefined) encoded = JSON.stringify(fallback.value);
      if (encoded === undefined && field.nullable === true) encoded = 'null';
      if (typeof encoded === 'object') return { ok: false, field: name, breach: encoded.breach };
      if (encoded === undefined) {
        if (!field.required) continue;
        return { ok: false, field: name, breach: 'the ERP gave no value' };
      }
      json += `${json === '' ? '' : ','}${prefix}${encoded}`;
    }
    return { ok: true, json: `{${json}}` };
  };
}
