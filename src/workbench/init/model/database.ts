/** The model of a database for `engine init`: tables, keys and sample rows. */

import type { Row } from '../../../../engine/host/index.ts';
import type { DatabaseKind } from '../../../../engine/index.ts';
import { means, wordsOf } from '../../vocabulary/words.ts';

/** The kind of values of a column. */
export type Kind = 'number' | 'text' | 'date' | 'datetime' | 'boolean' | 'other';

export interface Column {
  readonly name: string;
  /** The declared type, such as `varchar(20)`. */
  readonly type: string;
  readonly kind: Kind;
  readonly required: boolean;
  /** SQL behind the type in CREATE TABLE, such as ` DEFAULT 0`. */
  readonly clause?: string;
  /** Sample values as text, without NULL and empty texts. */
  readonly values: readonly string[];
  /** The values that the description of a service lists. No row shows that they occur. */
  readonly options?: readonly string[];
  /** Rows of the whole table by value, where they were counted. */
  readonly counts?: ReadonlyMap<string, number>;
  /** Days that mean "no date" in the rows that were read, such as `0000-00-00`. `values` does not contain them. */
  readonly noDates?: readonly string[];
}

export interface ForeignKey {
  readonly columns: readonly string[];
  readonly table: string;
  readonly references: readonly string[];
  /** Declared in the database; otherwise inferred from names and, where there are any, rows. */
  readonly declared: boolean;
  /** Every row fits. False where a table is empty, so that only the names agree. */
  readonly verified?: boolean;
}

/** A record, or a list of records, inside of the records of a service. */
export interface Member {
  readonly name: string;
  readonly isList: boolean;
  readonly columns: readonly Column[];
  /** The name that the description gives to the form of the record. */
  readonly form: string | undefined;
}

export interface Table {
  readonly name: string;
  /** Whether it is a view, where views were read. */
  readonly isView?: boolean;
  readonly columns: readonly Column[];
  readonly primaryKey: readonly string[];
  readonly uniques: readonly (readonly string[])[];
  readonly foreignKeys: readonly ForeignKey[];
  /** Number of rows; undefined if counting took too long. */
  readonly rows: number | undefined;
  /** The first rows, unchanged. */
  readonly sample: readonly Row[];
  /** What the description of a service says; undefined for a table of a database. */
  readonly described?: { readonly members: readonly Member[]; readonly form: string | undefined };
}

/** A counter of the database. `clause`: the end of CREATE SEQUENCE, with the next number. */
export interface Sequence {
  readonly name: string;
  readonly clause: string;
}

/** A foreign key by its name in the database: `table` refers to `target`. */
export interface Constraint {
  readonly name: string;
  readonly table: string;
  readonly target: string;
}

export interface Database {
  readonly databaseKind: DatabaseKind;
  readonly tables: readonly Table[];
  /** The foreign keys of the tables, where their names were read. */
  readonly constraints?: readonly Constraint[];
  /** Those that the tables or the profile use, where they were read. */
  readonly sequences?: readonly Sequence[];
}

/** The column of this name; case is ignored. */
export function columnOf(table: Table, name: string): Column | undefined {
  return table.columns.find((column) => column.name.toLowerCase() === name.toLowerCase());
}

/** Whether a key guarantees that the values of the column are unique. */
export function isUnique(table: Table, column: string): boolean {
  return [table.primaryKey, ...table.uniques].some((key) => key.length === 1 && key[0] === column);
}

const isNamedAfter = (column: string, target: Table): boolean => {
  const words = wordsOf(column);
  return wordsOf(target.name).some(({ meanings }) => meanings.some((one) => means(words, one)));
};

/**
 * The single-column foreign keys from `table` to `target`, the best first: a declared one is preferred, then one named after the target, then
 * a required one, then one with a short name.
 */
export function keysTo(table: Table, target: Table | undefined): readonly ForeignKey[] {
  if (target === undefined) return [];
  const rank = ({ columns: [name = ''], declared }: ForeignKey): number => {
    const isRequired = columnOf(table, name)?.required === true;
    return (declared ? 4 : 0) + (isNamedAfter(name, target) ? 2 : 0) + (isRequired ? 1 : 0) - wordsOf(name).length / 10;
  };
  return table.foreignKeys
    .filter((key) => key.table === target.name && key.columns.length === 1)
    .toSorted((one, other) => rank(other) - rank(one));
}

/** The best of `keysTo`. `rivalKeys` has those that fit equally well. */
export const keyTo = (table: Table, target: Table | undefined): ForeignKey | undefined => keysTo(table, target)[0];

/**
 * The columns of the keys that fit as well as the first one of `keys`, which point from a table at `target`. Worse is a key that is not
 * named after the target if the first one is. A name with all words of the first one and more is that of another role: `delivery_customer_id`
 * beside `customer_id`.
 */
export function rivalKeys(keys: readonly ForeignKey[], target: Table | undefined): readonly string[] {
  const [best, ...others] = keys.flatMap(({ columns }) => columns);
  if (best === undefined || target === undefined) return [];
  return others.filter((name) => {
    const texts = wordsOf(name).map(({ text }) => text);
    const isOtherRole = wordsOf(best).every(({ text }) => texts.includes(text));
    return !isOtherRole && (isNamedAfter(name, target) || !isNamedAfter(best, target));
  });
}
