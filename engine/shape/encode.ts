/**
 * Contract-directed coercion: a row of a driver or an expression becomes the JSON text of an object of the contract. The
 * encoders check each value against the rule of its field, so that their output needs no further validation.
 */
import type { Field, Fields } from '../base/contract.ts';
import { jsonText } from './text.ts';
import { excessOf } from './text-limit.ts';
import { type Breach, type Encode, type EncodeContext, type Encoded, scalarEncoder } from './values.ts';

export { textOf } from './text.ts';
export type { EncodeContext } from './values.ts';

/** A row of a source before it is encoded as an answer. */
export type WorkRow = Readonly<Record<string, unknown>>;

/** Replaces a value of a row that could not be interpreted: the row is invalid for this reason. */
export class UnknownValue {
  readonly reason: string;
  constructor(reason: string) {
    this.reason = reason;
  }
}

export type EncodedObject =
  | { readonly ok: true; readonly json: string }
  | { readonly ok: false; readonly field: string; readonly breach: string };

export type ObjectEncoder = (row: WorkRow, context: EncodeContext) => EncodedObject;

/** True for any object that is no array; false for null. The members are unknown values. */
export function isRow(value: unknown): value is WorkRow {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** A field that breaks its rule. */
interface FieldBreach extends Breach {
  readonly field: string;
}

/** The JSON text of an object, or what is wrong with it. */
type Write = (row: WorkRow, context: EncodeContext) => string | FieldBreach;

/** The items of a list. JSONata returns a single item instead of a list of one, and nothing instead of an empty list. */
function itemsOf(value: unknown): readonly unknown[] {
  if (Array.isArray(value)) return value;
  return value === undefined || value === null ? [] : [value];
}

function listEncoder(fields: Fields): Encode {
  const write = objectWriter(fields);
  return (value, context) => {
    let json = '';
    let place = 0;
    for (const item of itemsOf(value)) {
      place += 1;
      if (!isRow(item)) return { breach: `item ${place} is no object` };
      const written = write(item, context);
      if (typeof written === 'object') return { breach: `item ${place}: ${written.field}: ${written.breach}` };
      json += place === 1 ? written : `,${written}`;
    }
    return `[${json}]`;
  };
}

/** The substitute for a missing value: the fallback of the contract, null if it is nullable, or nothing. */
function substitute(field: Field, encode: Encode): (row: WorkRow, context: EncodeContext) => Encoded {
  const fallback: { readonly field?: string; readonly value?: string } =
    (field.type === 'text' || field.type === 'date' ? field.fallback : undefined) ?? {};
  const constant = fallback.value === undefined ? undefined : jsonText(fallback.value);
  const last = constant ?? (field.nullable === true ? 'null' : undefined);
  const other = fallback.field;
  if (other === undefined) return () => last;
  return (row, context) => encode(row[other], context) ?? objectOf(row[other]) ?? last;
}

function objectOf(value: unknown): Breach | undefined {
  if (typeof value === 'number' && !Number.isFinite(value)) return { breach: `${value} is no number of the contract` };
  if (typeof value !== 'object' || value === null) return undefined;
  if (value instanceof UnknownValue) return { breach: value.reason };
  if (value instanceof Uint8Array) return { breach: 'bytes stand where one value is wanted: convert them in SQL' };
  return { breach: `a ${Array.isArray(value) ? 'list' : 'map'} stands where one value is wanted` };
}

/** A function that writes the contract fields of a row, in their order. */
function objectWriter(fields: Fields): Write {
  const members = Object.entries(fields).map(([name, field]) => {
    const encode = field.type === 'list' ? listEncoder(field.items) : scalarEncoder(name, field);
    const key = `${JSON.stringify(name)}:`;
    const { required } = field;
    return { name, encode, substitute: substitute(field, encode), required, first: `{${key}`, later: `,${key}` };
  });
  return (row, context) => {
    let json = '';
    for (const member of members) {
      const value = row[member.name];
      const excess = excessOf(value);
      if (excess !== undefined) return { field: member.name, breach: excess };
      const encoded = member.encode(value, context) ?? objectOf(value) ?? member.substitute(row, context);
      if (typeof encoded === 'string') json += (json === '' ? member.first : member.later) + encoded;
      else if (encoded !== undefined) return { field: member.name, breach: encoded.breach };
      else if (member.required) return { field: member.name, breach: 'the ERP gave no value' };
    }
    return json === '' ? '{}' : `${json}}`;
  };
}

/** A function that writes a row as a JSON object with the fields of the contract, in their order. */
export function objectEncoder(fields: Fields): ObjectEncoder {
  const write = objectWriter(fields);
  return (row, context) => {
    const written = write(row, context);
    return typeof written === 'string' ? { ok: true, json: written } : { ok: false, ...written };
  };
}
