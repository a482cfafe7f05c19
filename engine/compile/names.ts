/** Names that an expression may read from its input, for finding misspelt ones before the first row comes. */
import type { Fields } from '../contract.ts';

export interface Names {
  has(name: string): boolean;
  /** For suggestions; not always complete. */
  readonly all: readonly string[];
  /** What to say of a name that is not there: "The query gives no column". */
  readonly missing: string;
}

const noColumn = 'The query gives no column';

export function columnNames(columns: readonly string[]): Names {
  return { has: (name) => columns.includes(name), all: columns, missing: noColumn };
}

/** Before the database is asked: a name that stands nowhere in the SQL is no column of it, unless a * brings columns along. */
export function mentionedNames(sql: string): Names {
  const words = new Set(sql.toLowerCase().match(/[\p{L}\p{N}_$]+/gu) ?? []);
  const open = sql.includes('*');
  const aliases = [...sql.matchAll(/\bAS\s+["`[]?([\p{L}_][\p{L}\p{N}_.]*)/giu)].map((match) => match[1] ?? '');
  const has = (name: string): boolean => open || name.split('.').every((word) => words.has(word.toLowerCase()));
  return { has, all: [...new Set(aliases)], missing: noColumn };
}

export function requestNames(fields: Fields): Names {
  const all = Object.keys(fields);
  return { has: (name) => all.includes(name), all, missing: 'The request has no field' };
}

/** What one of several reads gives may be used. */
export function anyOf(several: readonly Names[]): Names {
  const all = [...new Set(several.flatMap((names) => names.all))];
  return { has: (name) => several.some((names) => names.has(name)), all, missing: several[0]?.missing ?? noColumn };
}

export function withNames(names: Names, more: readonly string[]): Names {
  return { ...names, has: (name) => more.includes(name) || names.has(name), all: [...names.all, ...more] };
}
