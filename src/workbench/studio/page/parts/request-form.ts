/** The values of a form, and the JSON of a request that is made from them. Numbers keep the digits that were typed. */
import type { FormField } from '../../../operations/protocol/project.ts';

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
