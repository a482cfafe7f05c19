/** Recognizes the shape of the values of a column. */
import { currencyCodes } from '../../masking/index.ts';
import { type Column, isUnique, type Table } from '../model/database.ts';

const shapes = ['email', 'currency', 'date', 'instant', 'number', 'text', 'code', 'few', 'flag', 'key'] as const;

export type Shape = (typeof shapes)[number];

/** Whether a text names a shape. */
export const isShape = (text: string): text is Shape => shapes.some((one) => one === text);

/** The share of values that satisfy a test; undefined if there are no values. */
function share(values: readonly string[], form: (value: string) => boolean): number | undefined {
  return values.length === 0 ? undefined : values.filter(form).length / values.length;
}

/** The different sampled values of a column, sorted; numbers by their value. */
export const distinct = (column: Column): readonly string[] =>
  [...new Set(column.values)].sort((one, other) => one.localeCompare(other, 'en', { numeric: true }));

const yesOrNo = [
  ['0', '1'],
  ['false', 'true'],
  ['f', 't'],
  ['n', 'y'],
  ['n', 'j'],
  ['no', 'yes'],
  ['nein', 'ja'],
  ['n', 's'],
  ['n', 'o'],
];

/** The values of a Boolean column that mean no and yes; undefined if the column is not Boolean. */
export function flagValues(column: Column): { readonly no: string; readonly yes: string } | undefined {
  const spellings = distinct(column);
  if (spellings.length === 0 || spellings.length > 2) return undefined;
  const lower = spellings.map((value) => value.toLowerCase());
  const pair = yesOrNo.find((values) => lower.every((value) => values.includes(value)));
  if (pair === undefined) return undefined;
  const spelled = (value: string | undefined): string => {
    const spelling = spellings[lower.indexOf(value ?? '')];
    if (spelling !== undefined) return spelling;
    const isUpper = spellings.every((text) => text === text.toUpperCase());
    return isUpper ? (value ?? '').toUpperCase() : (value ?? '');
  };
  return { no: spelled(pair[0]), yes: spelled(pair[1]) };
}

/** The reason why the values of a column have a shape, as the end of a sentence; undefined if they do not. */
export function fits(table: Table, column: Column, shape: Shape): string | undefined {
  const { kind, values, options = [] } = column;
  const most = (form: RegExp, least: number): boolean => (share(values, (value) => form.test(value)) ?? 0) >= least;
  switch (shape) {
    case 'email':
      if (kind === 'text' && /\(email\)/.test(column.type)) return `type ${column.type}`;
      return kind === 'text' && most(/@.+\./, 0.5) ? 'values look like e-mail addresses' : undefined;
    case 'currency':
      // A list may contain currencies that are no longer in use.
      if (options.length > 2 && (share(options, (value) => currencyCodes.has(value)) ?? 0) > 0.9)
        return 'its values are currency codes';
      return kind === 'text' && share(values, (value) => currencyCodes.has(value)) === 1
        ? 'values look like currency codes'
        : undefined;
    case 'date':
      return kind === 'date' || kind === 'datetime' ? `type ${column.type}` : undefined;
    case 'instant':
      return kind === 'datetime' ? `type ${column.type}` : undefined;
    case 'number':
      return kind === 'number' ? `type ${column.type}` : undefined;
    case 'text':
      return kind === 'text' ? `type ${column.type}` : undefined;
    case 'code':
      return kind === 'text' ||
        (kind === 'number' && most(/^\d+$/, 1) && !/dec|num|double|float|money/i.test(column.type))
        ? `type ${column.type}`
        : kind === 'number' && values.length === 0 && /int/i.test(column.type)
          ? `type ${column.type}`
          : undefined;
    case 'few':
      if (values.length === 0 && options.length > 1 && options.length <= 24) return `${options.length} listed values`;
      return kind === 'text' || kind === 'number'
        ? distinct(column).length <= 12 && distinct(column).length > 0
          ? `${distinct(column).length} different values`
          : undefined
        : undefined;
    case 'flag':
      if (column.kind === 'boolean' && values.length === 0) return `type ${column.type}`;
      return flagValues(column) === undefined ? undefined : `values ${distinct(column).join(' and ')}`;
    case 'key': {
      if (isUnique(table, column.name)) return 'unique by a key of the table';
      const all = values.length > 1 && new Set(values).size === values.length && values.length === table.sample.length;
      return all && (kind === 'number' || kind === 'text') ? 'unique in the rows that were read' : undefined;
    }
  }
}
