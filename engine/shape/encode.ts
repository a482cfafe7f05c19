/**
 * Contract-directed coercion: a row of a driver or an expression becomes the JSON text of an object of the contract. The
 * encoders check each value against the rule of its field, so that their output needs no further validation.
 */
import type { Field, Fields } from '../base/contract.ts';
import { type Code, code, local } from '../emit/code.ts';
import { type Generated, generate } from '../emit/generate.ts';
import { jsonText } from './text.ts';
import { excessOf } from './text-limit.ts';
import { type Breach, type EncodeContext, scalarEncoder } from './values.ts';

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

/** A breach in the n-th item of a list, from 0. */
const inItem = (at: number, { field, breach }: FieldBreach): Breach => ({
  breach: `item ${at + 1}: ${field}: ${breach}`,
});

/** The items of a list. JSONata returns a single item instead of a list of one, and nothing instead of an empty list. */
function itemsOf(value: unknown): readonly unknown[] {
  if (Array.isArray(value)) return value;
  return value === undefined || value === null ? [] : [value];
}

/** The substitute for a missing value `value`: the fallback of the contract, null if it is nullable, or nothing. */
function substituteCode(field: Field, encode: Code): Code {
  const fallback: { readonly field?: string; readonly value?: string } =
    (field.type === 'text' || field.type === 'date' ? field.fallback : undefined) ?? {};
  const constant = fallback.value === undefined ? undefined : jsonText(fallback.value);
  const last = constant ?? (field.nullable === true ? 'null' : undefined);
  const other = fallback.field;
  return other === undefined
    ? code`${last}`
    : code`${encode}(row[${other}], context) ?? ${objectOf}(row[${other}]) ?? ${last}`;
}

function objectOf(value: unknown): Breach | undefined {
  if (typeof value === 'number' && !Number.isFinite(value)) return { breach: `${value} is no number of the contract` };
  if (typeof value !== 'object' || value === null) return undefined;
  if (value instanceof UnknownValue) return { breach: value.reason };
  if (value instanceof Uint8Array) return { breach: 'bytes stand where one value is wanted: convert them in SQL' };
  return { breach: `a ${Array.isArray(value) ? 'list' : 'map'} stands where one value is wanted` };
}

/** Whether other members are written before one. */
type Before = 'none' | 'perhaps' | 'always';

/** Appends the member of one field to `json`, or returns its breach. */
function memberCode(name: string, field: Field, encode: Code, before: Before): Code {
  const key = `${JSON.stringify(name)}:`;
  const [first, later] = [code`${`{${key}`}`, code`${`,${key}`}`];
  const start = { none: first, perhaps: code`(json === "" ? ${first} : ${later})`, always: later }[before];
  const missing = field.required ? code`\n  else return { field: ${name}, breach: "the ERP gave no value" };` : code``;
  return code`
  value = row[${name}];
  excess = ${excessOf}(value);
  if (excess !== undefined) return { field: ${name}, breach: excess };
  encoded = ${encode}(value, context) ?? ${objectOf}(value) ?? ${substituteCode(field, encode)};
  if (typeof encoded === "string") json += ${start} + encoded;
  else if (encoded !== undefined) return { field: ${name}, breach: encoded.breach };${missing}`;
}

/** Declares the encoder of each list, with the functions inside of it. */
function listCode(encode: Code, fields: Fields): Code {
  return code`
  const ${encode} = (() => {
  const write = ${writerCode(fields)};
  return function encodeList(value, context) {
    const items = ${itemsOf}(value);
    let json = "";
    for (let at = 0; at < items.length; at += 1) {
      if (!${isRow}(items[at])) return { breach: "item " + (at + 1) + " is no object" };
      const written = write(items[at], context);
      if (typeof written === "object") return ${inItem}(at, written);
      json += at === 0 ? written : "," + written;
    }
    return "[" + json + "]";
  };
  })();`;
}

/** A function that writes the contract fields of a row, in their order. */
function writerCode(fields: Fields): Code {
  const lists: Code[] = [];
  let follows = false;
  const members = Object.entries(fields).map(([name, field], at) => {
    const encode = field.type === 'list' ? local(lists.length) : code`${scalarEncoder(name, field)}`;
    if (field.type === 'list') lists.push(listCode(encode, field.items));
    const member = memberCode(name, field, encode, follows ? 'always' : at === 0 ? 'none' : 'perhaps');
    follows ||= field.required;
    return member;
  });
  const write = code`function write(row, context) {
  let json = "", value, excess, encoded;${members}
  return json === "" ? "{}" : json + "}";
}`;
  return lists.length === 0 ? write : code`(() => {${lists}\n  return ${write};\n})()`;
}

/** A function that writes a row as a JSON object with the fields of the contract, in their order. */
export const objectWriter = (fields: Fields): Generated<Write> => generate(() => writerCode(fields));

/** The encoder that uses a generated function. */
export function objectEncoder(fields: Fields, writer = objectWriter(fields)): ObjectEncoder {
  return (row, context) => {
    const written = writer.run(row, context);
    return typeof written === 'string' ? { ok: true, json: written } : { ok: false, ...written };
  };
}
