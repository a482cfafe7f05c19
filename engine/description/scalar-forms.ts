/** The forms of plain values: which JSON values and which texts of a query a described type has. */
import { toDecimalText } from '../base/decimal.ts';
import { ExactNumber } from '../base/exact-number.ts';
import { plainValue, type ScalarKind, type ScalarType, shortName } from './model.ts';

/** How a body writes plain values. */
export interface ValueForms {
  /** Versions 2 and 3 of OData write times as `/Date(…)/`. */
  readonly hasOldTimes: boolean;
  /** `IEEE754Compatible=true`: long and decimal numbers are texts (OData JSON format 4.01, 3.2). */
  readonly hasTextNumbers: boolean;
}

/** Whether the text can be a value of the kind, where everything is written as text. */
function canBe(scalar: ScalarKind, text: string): boolean {
  switch (scalar) {
    case 'number':
      return toDecimalText(text) !== undefined;
    case 'boolean':
      return /^(?:true|false|0|1)$/i.test(text);
    case 'date':
    case 'instant':
      return /\d/.test(text);
    case 'text':
    case 'time':
    case 'any':
      return true;
  }
}

const guid = /^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/i;
const oldTime = /^\/Date\(-?\d+(?:[+-]\d+)?\)\/$/;
const clock = /^(?:[01]\d|2[0-3]):[0-5]\d(?::[0-5]\d(?:\.\d+)?)?(?<zone>Z|[+-]\d\d:\d\d)?$/i;
const whole = ['Edm.Byte', 'Edm.SByte', 'Edm.Int16', 'Edm.Int32', 'Edm.Int64', 'integer'];

function isDay(text: string): boolean {
  if (!/^\d{4}-\d\d-\d\d$/.test(text)) return false;
  const time = Date.parse(`${text}T00:00:00Z`);
  return !Number.isNaN(time) && new Date(time).toISOString().startsWith(text);
}

function isInstant(text: string, { name }: ScalarType, forms: ValueForms): boolean {
  if (forms.hasOldTimes && oldTime.test(text)) return true;
  const [day = '', ...times] = text.split(/[T ]/i);
  const time = times.length === 1 ? clock.exec(times[0] ?? '') : undefined;
  // A schema of JSON with a time may be answered with the day alone, and so is Edm.DateTime of OData 2 and 3, which has no type of days.
  if (!isDay(day) || time === null || times.length > 1) return false;
  if (!name.startsWith('Edm.') || name === 'Edm.DateTime') return true;
  return time !== undefined && (name !== 'Edm.DateTimeOffset' || time.groups?.zone !== undefined);
}

function isNumber(value: unknown, { name, mayBeText }: ScalarType, forms: ValueForms): boolean {
  const isTextToo = mayBeText === true || (forms.hasTextNumbers && /^Edm\.(?:Int64|Decimal)$/.test(name));
  if (typeof value === 'string' && isTextToo && toDecimalText(value) !== undefined) return true;
  if (/^Edm\.(?:Double|Single)$/.test(name) && ['INF', '-INF', 'NaN'].includes(String(value))) return true;
  if (typeof value !== 'number' && !(value instanceof ExactNumber)) return false;
  if (!whole.some((one) => name.startsWith(one))) return true;
  return typeof value === 'number' ? Number.isInteger(value) : toDecimalText(value.text)?.includes('.') === false;
}

function isText(value: unknown, { name }: ScalarType): boolean {
  return typeof value === 'string' && (!/^Edm\.Guid$|\(uuid\)$/.test(name) || guid.test(value));
}

function isOfKind(value: unknown, type: ScalarType, forms: ValueForms): boolean {
  switch (type.scalar) {
    case 'any':
      return typeof value !== 'object' || value instanceof ExactNumber;
    case 'text':
      return isText(value, type);
    case 'number':
      return isNumber(value, type, forms);
    case 'boolean':
      return typeof value === 'boolean';
    case 'date':
      return typeof value === 'string' && isDay(value);
    case 'instant':
      return typeof value === 'string' && isInstant(value, type, forms);
    case 'time':
      return typeof value === 'string' && (clock.test(value) || (type.name === 'Edm.Time' && /^P\d*/.test(value)));
  }
}

/** Whether the text is one of the values, or several of them with commas, as flags are written. */
function isValue(text: string, values: readonly string[]): boolean {
  const names = new Set(values.map(plainValue));
  return names.has(plainValue(text)) || text.split(',').every((one) => names.has(plainValue(one.trim())));
}

/** What of the type a value does not fit: its kind, its values or its length. */
export type ScalarFault = 'kind' | 'values' | 'length';

/** How a value of a JSON body does not fit the type; undefined for a value of the type. */
export function scalarFault(value: unknown, type: ScalarType, forms: ValueForms): ScalarFault | undefined {
  if (value === false && type.orFalse === true) return undefined;
  if (!isOfKind(value, type, forms)) return 'kind';
  const { values, maxLength } = type;
  const text = value instanceof ExactNumber ? value.text : String(value);
  if (values !== undefined && !isValue(text, values)) return 'values';
  const length = typeof value === 'string' ? [...value].length : 0;
  return maxLength !== undefined && length > maxLength ? 'length' : undefined;
}

/** The same for a value that is written as a text: in a query parameter, a header, a form or XML. */
export function textFault(text: string, type: ScalarType): ScalarFault | undefined {
  if (!canBe(type.scalar, text)) return 'kind';
  return scalarFault(text, { ...type, scalar: 'text' }, { hasOldTimes: false, hasTextNumbers: false });
}

function faultText(fault: ScalarFault | undefined, { name, maxLength }: ScalarType): string | undefined {
  switch (fault) {
    case undefined:
      return undefined;
    case 'kind':
      return `no ${name}`;
    case 'values':
      return `no value of ${shortName(name)}`;
    case 'length':
      return `longer than ${maxLength} characters`;
  }
}

/** What a value of a JSON body is not: `no Edm.Guid`. Undefined for a value of the type. */
export const unlike = (value: unknown, type: ScalarType, forms: ValueForms): string | undefined =>
  faultText(scalarFault(value, type, forms), type);

/** What the text of a query parameter or a header is not. Undefined for a value of the type. */
export const unlikeText = (text: string, type: ScalarType): string | undefined =>
  faultText(textFault(text, type), type);
