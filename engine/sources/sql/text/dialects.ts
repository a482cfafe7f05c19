/** What differs between databases in the SQL that the engine writes itself. One object per dialect. */
import knex, { type Knex } from 'knex';
import type { DialectName, SqlValue } from '../../source.ts';
import { tsql } from '../mssql/search.ts';
import { anyOf, asciiStart, narrowByLike, rangeOf, spelledStarts, spelledWhole } from './prefix-variants.ts';
import { foldCase, type Narrowing, type SearchSql } from './search.ts';

/** One database's way of writing SQL. */
export interface Dialect {
  readonly name: DialectName;
  /** Builds SQL only; it has no connection. */
  readonly builder: Knex;
  /** A name as a quoted identifier. */
  quote(name: string): string;
  /** The driver's placeholder for the n-th value, counted from 1. */
  placeholder(position: number): string;
  /** True where a quoted column name must be spelled exactly, and unquoted ones are folded to lower case. */
  readonly exactNames: boolean;
  /** `strict`: a query in parentheses may neither begin with WITH nor end in a bare ORDER BY; see `nesting.ts`. */
  readonly nesting: 'free' | 'strict';
  /** What stands for an order where a page is taken and the query has none; undefined where none is needed. */
  readonly anyOrder?: string;
  /** True where NULL comes behind all values in ascending order. */
  readonly emptyLast: boolean;
  readonly search: SearchSql;
  /** Where `= ANY(...)` takes a list as one value: that value. */
  readonly array?: (values: readonly SqlValue[]) => string;
  /** For a text with characters that one of the columns lacks, where comparing these is an error. Binds as `search` does. */
  readonly searchRare?: SearchSql;
  /** A whole number of up to 64 bits as one, however small the column is that it is compared with. */
  integer(slot: string): string;
  /** Bytes that are given as hexadecimal digits. */
  binary(slot: string): string;
  /** The exact decimal sum of a column; 0 of nothing. */
  sum(column: string): string;
}

const doubleQuoted = (name: string) => `"${name.replaceAll('"', '""')}"`;

const escapeLike = (text: string) => text.replaceAll(/[!%_]/g, '!$&');
// An escape character other than the backslash: that one means something else here and there.
const plainLike = (column: string, slot: string) => `${column} like ${slot} escape '!'`;

/** GLOB tells case apart and uses an ordinary index; LIKE does not, and uses one with the collation NOCASE. */
const narrowSqlite: Narrowing = {
  starts(text) {
    const globs = spelledStarts(asciiStart(text, false)).map((start) => `${start.replaceAll(/[*?[]/g, '[$&]')}*`);
    return globs.length === 0 ? [] : [...globs, `${escapeLike(asciiStart(text, true))}%`];
  },
  test(column, slots) {
    const globs = anyOf(slots.slice(0, -1), (slot) => `${column} glob ${slot}`);
    return `${globs} and ${plainLike(column, slots.at(-1) ?? '')}`;
  },
};

const sqlite: Dialect = {
  name: 'sqlite',
  builder: knex({ client: 'better-sqlite3', useNullAsDefault: true }),
  quote: doubleQuoted,
  placeholder: () => '?',
  exactNames: false,
  nesting: 'free',
  emptyLast: false,
  // `lower` and LIKE know ASCII only, hence a function of the engine's own. Values come folded.
  search: {
    folded: (column) => `engine_fold(${column})`,
    equals: (column, slot) => `engine_fold(${column}) = ${slot}`,
    startsWith: (column, slot) => `instr(engine_fold(${column}), ${slot}) = 1`,
    contains: (column, slot) => `instr(engine_fold(${column}), ${slot}) > 0`,
    containsAll: (columns, slot) => {
      const missing = columns.map((column) => `instr(coalesce(engine_fold(${column}), ''), w.value) = 0`);
      return `not exists (select 1 from json_each(${slot}) as w where ${missing.join(' and ')})`;
    },
    narrow: narrowSqlite,
    bind: {
      equals: foldCase,
      startsWith: foldCase,
      contains: foldCase,
      containsAll: (words) => JSON.stringify(words.map(foldCase)),
    },
  },
  // The built-in sum is binary where a column holds fractions.
  sum: (column) => `decimal_sum(${column})`,
  integer: (slot) => slot,
  binary: (slot) => `unhex(${slot})`,
};

const lower = (expression: string) => `lower(cast(${expression} as text))`;

/** An item of an array literal: quoted, since nothing in quotes has a meaning of its own but `"` and the backslash. */
function arrayItem(value: SqlValue): string {
  if (value === null) return 'NULL';
  if (typeof value === 'number') return `"${value}"`;
  return `"${String(value).replaceAll(/["\\]/g, '\\$&')}"`;
}

const arrayLiteral = (values: readonly SqlValue[]): string => `{${values.map(arrayItem).join(',')}}`;

const postgres: Dialect = {
  name: 'postgres',
  builder: knex({ client: 'pg' }),
  quote: doubleQuoted,
  placeholder: (position) => `$${position}`,
  array: arrayLiteral,
  exactNames: true,
  nesting: 'free',
  emptyLast: true,
  // Case is folded by the database on both sides, so that its own collation decides.
  search: {
    folded: lower,
    equals: (column, slot) => `${lower(column)} = ${lower(slot)}`,
    startsWith: (column, slot) => `${lower(column)} like ${lower(slot)} escape '!'`,
    contains: (column, slot) => `${lower(column)} like ${lower(slot)} escape '!'`,
    containsAll: (columns, slot) => {
      const missing = columns.map((column) => `strpos(coalesce(${lower(column)}, ''), lower(w.value)) = 0`);
      const words = `json_array_elements_text(cast(${slot} as json)) as w(value)`;
      return `not exists (select 1 from ${words} where ${missing.join(' and ')})`;
    },
    narrow: narrowByLike(escapeLike, (column, slot) => plainLike(`cast(${column} as text)`, slot)),
    bind: {
      equals: (text) => text,
      startsWith: (text) => `${escapeLike(text)}%`,
      contains: (text) => `%${escapeLike(text)}%`,
      containsAll: (words) => JSON.stringify(words),
    },
  },
  sum: (column) => `coalesce(sum(cast(${column} as numeric)), 0)`,
  // A placeholder takes the type of what it is compared with, and a value beyond that type is an error.
  integer: (slot) => `cast(${slot} as bigint)`,
  binary: (slot) => `decode(${slot}, 'hex')`,
};

/** Compared by code points, whatever the column's character set and collation are. */
const byCodePoint = (expression: string) => `lower(convert(${expression} using utf8mb4)) collate utf8mb4_bin`;

/**
 * ASCII alone: a character that the column's character set lacks would be an error. Through an index, MariaDB's LIKE may not see
 * what goes on with a character beyond U+FFFF: a range does. `=` may skip accents that LIKE compares, so that a whole text
 * needs `=`.
 */
const narrowMysql: Narrowing = {
  starts: (text, match) =>
    match === 'exact'
      ? spelledWhole(text, true)
      : spelledStarts(asciiStart(text, true)).flatMap((start) => {
          const range = rangeOf(start);
          return range === undefined ? [] : [`${escapeLike(start)}%`, ...range];
        }),
  test(column, slots, match) {
    if (match === 'exact') return anyOf(slots, (slot) => `${column} = ${slot}`);
    const likes = slots.filter((_, index) => index % 3 === 0);
    return anyOf(likes, (slot) => {
      const [from, to] = slots.slice(slots.indexOf(slot) + 1);
      return `${plainLike(column, slot)} or ${column} >= ${from} and ${column} < ${to}`;
    });
  },
};

/** MySQL's search, once both sides are folded. The first has the collation that its column has. */
function mysqlSearch(folded: (expression: string) => string): SearchSql {
  const like = (column: string, slot: string) => `${folded(column)} like ${folded(slot)} escape '!'`;
  return {
    folded,
    equals: (column, slot) => `${folded(column)} = ${folded(slot)}`,
    startsWith: like,
    contains: like,
    // The words become a column of their own, whose collation cannot be the other column's.
    containsAll: (columns, slot) => {
      const found = (column: string) => `locate(${byCodePoint('w.word')}, ${byCodePoint(`coalesce(${column}, '')`)})`;
      const missing = columns.map((column) => `${found(column)} = 0`);
      const words = `json_table(${slot}, '$[*]' columns (word longtext character set utf8mb4 path '$')) as w`;
      return `not exists (select 1 from ${words} where ${missing.join(' and ')})`;
    },
    narrow: narrowMysql,
    bind: {
      equals: (text) => text,
      startsWith: (text) => `${escapeLike(text)}%`,
      contains: (text) => `%${escapeLike(text)}%`,
      containsAll: (words) => JSON.stringify(words),
    },
  };
}

const mysql: Dialect = {
  name: 'mysql',
  builder: knex({ client: 'mysql2' }),
  quote: (name) => `\`${name.replaceAll('`', '``')}\``,
  placeholder: () => '?',
  exactNames: false,
  nesting: 'free',
  emptyLast: false,
  // No cast to text: it would replace the column's collation, which says how accents compare.
  search: mysqlSearch((expression) => `lower(${expression})`),
  searchRare: mysqlSearch(byCodePoint),
  // Of a float column the sum would be binary. Ten decimals are more than money has, and drop the binary dust.
  sum: (column) => `coalesce(sum(cast(${column} as decimal(65, 10))), 0)`,
  integer: (slot) => slot,
  binary: (slot) => `unhex(${slot})`,
};

const mssql: Dialect = {
  name: 'mssql',
  builder: knex({ client: 'mssql' }),
  quote: (name) => `[${name.replaceAll(']', ']]')}]`,
  placeholder: (position) => `@p${position}`,
  // The collation of the database decides, and columns are named as it reports them.
  exactNames: false,
  nesting: 'strict',
  emptyLast: false,
  anyOrder: '(select null)',
  search: tsql,
  // Money and every other exact type fit; a sum of decimal(38,10) is one itself.
  sum: (column) => `coalesce(sum(cast(${column} as decimal(38,10))), 0)`,
  integer: (slot) => slot,
  binary: (slot) => `convert(varbinary(8), ${slot}, 2)`,
};

export const dialects: Readonly<Record<DialectName, Dialect>> = { sqlite, postgres, mysql, mssql };
