/** Cleaning of every row that a driver returns: columns get the profile's spelling, values that mean "none" go, composite ids are joined. */
import { toDecimalText } from '../../base/decimal.ts';
import { type Code, code, local, memberKey, memberSet } from '../../emit/code.ts';
import { type Generated, generate } from '../../emit/generate.ts';
import { joinParts } from '../../plan/ids.ts';
import type { QueryColumn } from '../../plan/query.ts';
import type { IdSpec } from '../../profile/schema/index.ts';
import { textOf, type WorkRow } from '../../shape/encode.ts';

/** A column `erpInvoiceId.type` belongs to the composite id `erpInvoiceId`. */
export interface Composite {
  readonly field: string;
  readonly columns: readonly string[];
}

/**
 * The profile's spelling of a column that a database reports, because databases fold case. A field of the contract in any case becomes
 * that field; any other column is spelled as in the query.
 */
export function spelling(column: string, fields: readonly string[], sql: string): string {
  const lower = column.toLowerCase();
  const field = fields.find((name) => name.toLowerCase() === lower);
  if (field !== undefined) return field;
  if (sql.includes(column)) return column;
  const escaped = lower.replaceAll(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`);
  return [...sql.matchAll(new RegExp(`(?<![\\w$])${escaped}(?![\\w$])`, 'gi'))].at(-1)?.[0] ?? column;
}

/** The composite ids among the columns, by the profile's `ids`. */
export function compositesOf(
  columns: readonly string[],
  idOf: (field: string) => IdSpec | undefined,
): readonly Composite[] {
  const fields = new Set(
    columns.filter((column) => column.includes('.')).map((column) => column.slice(0, column.indexOf('.'))),
  );
  return [...fields].flatMap((field) => {
    const parts = Object.keys(idOf(field)?.parts ?? {});
    return parts.length === 0 ? [] : [{ field, columns: parts.map((part) => `${field}.${part}`) }];
  });
}

/** Statements that join the composite ids of the object that `row` names. An id that lacks a part is left out. */
export const joiningCode = (row: Code, composites: readonly Composite[]): readonly Code[] =>
  composites.map(({ field, columns }) => {
    const parts = columns.map((_, at) => local(at));
    const texts = columns.map((column, at) => code`\n    const ${parts[at]} = ${textOf}(${row}[${column}]);`);
    const present = parts.map((part) => code` && ${part} !== undefined`);
    const joined = code`${joinParts}([${parts.map((part) => code`${part}, `)}])`;
    return code`
  {${texts}
    if (true${present}) ${memberSet(row, field, joined)};
  }`;
  });

/** ASCII characters that are no white space are between these. */
const lastSpace = 0x20;
const firstUnusual = 0x80;

const dayLength = 'YYYY-MM-DD'.length;
/** Whether a time can begin here: `T` or a space. */
function isTimeAt(text: string, at: number): boolean {
  const code = text.charCodeAt(at);
  return code === 0x54 || code === 0x20;
}

const midnight = /^[T ]00:00(?::00(?:\.0+)?)?(?:Z|[+-]\d\d(?::?\d\d){0,2})?$/;

/** Recognises the values that mean "none" in this ERP. A date among them also counts when a midnight follows it. */
export function absence(values: readonly (string | number | boolean)[]): (value: unknown) => boolean {
  const texts = new Set(values.map((value) => String(value).trim()));
  const lengths = new Set([...texts].map((text) => text.length));
  // By the code of the character: a list is faster than a set, and each text of an ERP is looked up.
  const firsts: boolean[] = new Array(firstUnusual).fill(false);
  for (const text of texts) if (text.charCodeAt(0) < firstUnusual) firsts[text.charCodeAt(0)] = true;
  // A number is written only if it can be among them.
  const hasNumbers = [...texts].some((text) => toDecimalText(text) !== undefined);
  const isOtherNumber = (value: unknown): boolean => !hasNumbers && typeof value === 'number' && Number.isFinite(value);
  // Most texts begin with another character; white space and empty texts need a closer look.
  const beginsOtherwise = (value: string): boolean => {
    const first = value.charCodeAt(0);
    return first > lastSpace && first < firstUnusual && firsts[first] === false;
  };
  const isMidnightOf = (text: string): boolean =>
    isTimeAt(text, dayLength) && texts.has(text.slice(0, dayLength)) && midnight.test(text.slice(dayLength));
  return (value) => {
    if (value === null || value === undefined) return true;
    // Binary values have no text; they are not an empty text.
    if (texts.size === 0 || typeof value === 'object' || isOtherNumber(value)) return false;
    if (typeof value === 'string' && beginsOtherwise(value)) return false;
    const text = textOf(value) ?? '';
    // Most texts have another length; to look one up, it is hashed first.
    return (lengths.has(text.length) && texts.has(text)) || isMidnightOf(text);
  };
}

/** Cleans a row of a driver. */
export type CleanRow = (row: Readonly<Record<string, unknown>>) => WorkRow;

/** A function that cleans one row; it returns the row itself where nothing has to change. */
export function rowCleaner(
  columns: readonly QueryColumn[],
  composites: readonly Composite[],
  isAbsent: (value: unknown) => boolean,
): Generated<CleanRow> {
  const asWritten = composites.length === 0 && columns.every(({ reportedName, name }) => reportedName === name);
  return generate(() => {
    const absent = columns.map(({ reportedName }) => code` || ${isAbsent}(row[${reportedName}])`);
    const members = columns.map(({ reportedName, name }) => code`${memberKey(name)}: row[${reportedName}], `);
    const present = columns.map(
      ({ reportedName, name }) =>
        code`\n    if (!${isAbsent}(row[${reportedName}])) ${memberSet(code`clean`, name, code`row[${reportedName}]`)};`,
    );
    const joining = joiningCode(code`clean`, composites);
    const isDone = joining.length === 0;
    return code`function cleanRow(row) {
  let clean;
  if (!(false${absent})) ${isDone ? code`return` : code`clean =`} ${asWritten ? code`row` : code`{ ${members} }`};
  ${isDone ? code`` : code`else `}{
    clean = {};${present}
  }${joining}
  return clean;
}`;
  });
}
