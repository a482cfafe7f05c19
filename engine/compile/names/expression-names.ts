/** Names that an expression may read from its input, for finding misspelt ones before the first row comes. */
import type { Fields } from '../../base/contract.ts';
import type { OutputColumn } from '../../sources/source.ts';
import { unionOf, unknownType, type ValueType } from '../../transform/value-type.ts';
import { requestType, rowType, withMembers } from './known-values.ts';

export interface Names {
  has(name: string): boolean;
  /** For suggestions; not always complete. */
  readonly all: readonly string[];
  /** What to say of a name that is not there: "The query returns no column". */
  readonly missing: string;
  /** Those that are decimals of the contract. */
  readonly decimals?: readonly string[];
  /** What is known of the input's members. */
  readonly row: ValueType;
}

/** What requests by HTTP know of the page that is asked for. */
export const pageVariables: readonly string[] = ['limit', 'offset', 'page', 'cursor'];

const noColumn = 'The query returns no column';
/** Of items in a body, as `missing`. */
export const noMember = 'The items of this list have no';

/** `values`: what is known of some of the columns. */
export function columnNames(columns: readonly string[], values: readonly OutputColumn[] = []): Names {
  return { has: (name) => columns.includes(name), all: columns, missing: noColumn, row: rowType(columns, values) };
}

/** Before the database is asked: a name that stands nowhere in the SQL is no column of it, unless a * brings columns along. */
export function namesInSql(sql: string): Names {
  const words = new Set(sql.toLowerCase().match(/[\p{L}\p{N}_$]+/gu) ?? []);
  const open = sql.includes('*');
  const aliases = [...sql.matchAll(/\bAS\s+["`[]?([\p{L}_][\p{L}\p{N}_.]*)/giu)].map((match) => match[1] ?? '');
  const has = (name: string): boolean => open || name.split('.').every((word) => words.has(word.toLowerCase()));
  return { has, all: [...new Set(aliases)], missing: noColumn, row: unknownType };
}

/** The items of a list of the request, as rows. */
export function requestItemNames(items: Fields): Names {
  const names = Object.keys(items);
  const decimals = names.filter((name) => items[name]?.type === 'decimal');
  return { ...columnNames(names), decimals, row: requestType(items) };
}

export function requestNames(fields: Fields): Names {
  const all = Object.keys(fields);
  return { has: (name) => all.includes(name), all, missing: 'The request has no field', row: requestType(fields) };
}

/** For what is sent by HTTP, where an id of several parts is taken apart. */
export function httpRequestNames(fields: Fields): Names {
  return { ...requestNames(fields), row: requestType(fields, unknownType) };
}

/** What one of several reads gives may be used. */
export function namesOfAny(several: readonly Names[]): Names {
  const all = [...new Set(several.flatMap((names) => names.all))];
  const row = unionOf(several.map((names) => names.row));
  return {
    has: (name) => several.some((names) => names.has(name)),
    all,
    missing: several[0]?.missing ?? noColumn,
    row,
  };
}

/** `types`: the types of some of the further names, where they are known. */
export function withNames(
  names: Names,
  more: readonly string[],
  types: ReadonlyMap<string, ValueType> = new Map(),
): Names {
  const row = withMembers(
    names.row,
    more.map((name) => [name, types.get(name) ?? unknownType]),
  );
  return { ...names, has: (name) => more.includes(name) || names.has(name), all: [...names.all, ...more], row };
}
