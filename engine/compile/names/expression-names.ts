/** The names that an expression may read from its input. They make it possible to report misspelt names before the first request. */
import type { Fields } from '../../base/contract.ts';
import type { OutputColumn } from '../../sources/source.ts';
import { unionOf, unknownType, type ValueType } from '../../transform/value-type.ts';
import { requestType, rowType, withMembers } from './known-values.ts';

export interface Names {
  has(name: string): boolean;
  /** Known names, for suggestions. Not always complete. */
  readonly all: readonly string[];
  /** Begin of the message about an unknown name: "The query returns no column". */
  readonly missing: string;
  /** Names whose values are decimals. */
  readonly decimals?: readonly string[];
  /** The step has a list of rows, so that no name of it is a single value. */
  readonly isList?: boolean;
  /** What is known of the types of the input's members. */
  readonly row: ValueType;
}

/** Variables of HTTP requests that describe the requested page. */
export const pageVariables: readonly string[] = ['limit', 'offset', 'page', 'cursor'];

const noColumn = 'The query returns no column';
/** `missing` for the items of a list in a body. */
export const noMember = 'The items of this list have no';

/** Names of the columns of a query. `values`: what is known of some of their values. */
export function columnNames(columns: readonly string[], values: readonly OutputColumn[] = []): Names {
  return { has: (name) => columns.includes(name), all: columns, missing: noColumn, row: rowType(columns, values) };
}

/**
 * Names of the columns of a query that the database has not described: any word of its SQL may be a column, and with a `*` any name may be.
 */
export function namesInSql(sql: string): Names {
  const words = new Set(sql.toLowerCase().match(/[\p{L}\p{N}_$]+/gu) ?? []);
  const open = sql.includes('*');
  const aliases = [...sql.matchAll(/\bAS\s+["`[]?([\p{L}_][\p{L}\p{N}_.]*)/giu)].map((match) => match[1] ?? '');
  const has = (name: string): boolean => open || name.split('.').every((word) => words.has(word.toLowerCase()));
  return { has, all: [...new Set(aliases)], missing: noColumn, row: unknownType };
}

/** Names of the items of a list in the request. */
export function requestItemNames(items: Fields): Names {
  const names = Object.keys(items);
  const decimals = names.filter((name) => items[name]?.type === 'decimal');
  return { ...columnNames(names), decimals, row: requestType(items) };
}

/** Names of the request's fields. */
export function requestNames(fields: Fields): Names {
  const all = Object.keys(fields);
  return { has: (name) => all.includes(name), all, missing: 'The request has no field', row: requestType(fields) };
}

/** The same in HTTP requests, where a composite id is an object with its parts. */
export function httpRequestNames(fields: Fields): Names {
  return { ...requestNames(fields), row: requestType(fields, unknownType) };
}

/** The names that the rows of at least one of several reads have. */
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

/** The names, and further ones. `types`: the types of some of these, where known. */
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
