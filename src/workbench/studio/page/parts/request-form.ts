/** The values of a form, and the JSON of a request that is made from them, and the way back. Numbers keep the digits that were typed. */
import type { FormField } from '../../../operations/protocol/project.ts';
import { isObject, withQuotedNumbers } from './try/json-text.ts';

/** What has been typed, by the name of the field; lists have one record for each item. */
export interface FormValues {
  readonly [name: string]: string | readonly FormValues[];
}

/** A text of JSON without its quotes: `"EUR"` gives EUR, `2` gives 2. */
function plainText(json: string | undefined): string {
  if (json === undefined) return '';
  const value: unknown = JSON.parse(json);
  return typeof value === 'string' ? value : json;
}

/** The first values of a form: defaults, and examples of required fields that are not ids of the ERP. */
export function firstValues(fields: readonly FormField[]): FormValues {
  return Object.fromEntries(
    fields.map((field) => {
      if (field.type === 'list') return [field.name, field.required ? [firstValues(field.items ?? [])] : []];
      const isKnown = field.type !== 'id' && field.type !== 'email';
      const given = field.byDefault ?? (field.required && isKnown ? field.example : undefined);
      return [field.name, plainText(given)];
    }),
  );
}

const number = /^-?\d+(\.\d+)?$/;

function valueJson({ type, items = [] }: FormField, value: FormValues[string] | undefined): string | undefined {
  if (typeof value === 'object') return `[${value.map((item) => requestJson(items, item)).join(', ')}]`;
  if (value === undefined) return undefined;
  const isBare = (type === 'integer' || type === 'decimal') && number.test(value.trim());
  if (isBare) return value.trim();
  return type === 'boolean' ? String(value === 'true') : JSON.stringify(value);
}

/** The object of a request. Empty fields are left out, unless a required text may be empty. */
export function requestJson(fields: readonly FormField[], values: FormValues): string {
  const members = fields.flatMap((field) => {
    const value = values[field.name];
    const isEmpty = value === '' || value === undefined || value.length === 0;
    if (isEmpty && !(field.required && field.type === 'text')) return [];
    const json = valueJson(field, value);
    return json === undefined ? [] : [`${JSON.stringify(field.name)}: ${json}`];
  });
  return `{ ${members.join(', ')} }`;
}

/** Distinguishes the digits of a number from a text. */
const numberMark = '\u0001';

/** The value of a field in a request with marked numbers; undefined if the form would send another one. */
function fieldValue({ type, required, items = [] }: FormField, value: unknown): FormValues[string] | undefined {
  if (type === 'boolean') return typeof value === 'boolean' ? String(value) : undefined;
  if (type !== 'list') {
    if (typeof value !== 'string' || (value === '' && !(required && type === 'text'))) return undefined;
    const text = value.replace(numberMark, '');
    const isNumber = text !== value && number.test(text);
    return isNumber === (type === 'integer' || type === 'decimal') && (isNumber || text === value) ? text : undefined;
  }
  if (!Array.isArray(value) || value.length === 0) return undefined;
  const records = value.map((item) => recordValues(items, item));
  return records.every((one) => one !== undefined) ? records : undefined;
}

function recordValues(fields: readonly FormField[], value: unknown): FormValues | undefined {
  if (!isObject(value)) return undefined;
  if (Object.keys(value).some((name) => fields.every((field) => field.name !== name))) return undefined;
  const values = fields.map((field) => {
    const given = value[field.name];
    if (given !== undefined) return [field.name, fieldValue(field, given)] as const;
    // The form sends a required text also where it is empty.
    const none = field.required && field.type === 'text' ? undefined : '';
    return [field.name, field.type === 'list' ? [] : none] as const;
  });
  const shown = values.flatMap(([name, one]) => (one === undefined ? [] : [[name, one] as const]));
  return shown.length === fields.length ? Object.fromEntries(shown) : undefined;
}

/** The values of a form that give a request; undefined if the form cannot show the request, such as one with an unknown field or a null. */
export function formValues(fields: readonly FormField[], json: string): FormValues | undefined {
  try {
    return recordValues(fields, JSON.parse(withQuotedNumbers(json, '\\u0001')));
  } catch {
    return undefined;
  }
}
