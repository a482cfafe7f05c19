/** How one kind of database writes SQL: what differs between databases in the text that the engine writes or reads. */
import type { Knex } from 'knex';
import type { SqlValue } from '../../source.ts';
import type { SearchSql } from './search.ts';
import type { Lexicon } from './tokens.ts';

export interface Dialect {
  readonly lexicon: Lexicon;
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
  /** The ORDER BY term of a page over a query without an order; undefined where the database needs none. */
  readonly anyOrder?: string;
  /** True where NULL sorts after all values in ascending order. */
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
  /** The exact decimal sum of a column; 0 of no rows. */
  sum(column: string): string;
  /**
   * True where a text compared with a column that knows its time zone may carry an offset (`2026-01-31 23:30:00+00:00`). False: the
   * database reads such a text by the clock of the session.
   */
  readonly readsOffsets: boolean;
  /** A query for the first rows only. `from` is all that follows the columns: FROM, WHERE. */
  firstRows(columns: string, from: string, count: number): string;
  /** A text as a literal that people read. */
  textLiteral(text: string): string;
  /** Bytes as a literal. `hex` are their hexadecimal digits. */
  bytesLiteral(hex: string): string;
  /** True where columns can hold true and false. Elsewhere they are 1 and 0. */
  readonly hasBooleans: boolean;
}

/** A name in double quotes, as standard SQL quotes it. */
export const doubleQuoted = (name: string): string => `"${name.replaceAll('"', '""')}"`;

/** A text in single quotes, as standard SQL quotes it. */
export const singleQuoted = (text: string): string => `'${text.replaceAll("'", "''")}'`;

/** `LIMIT n` at the end of the query. */
export const limitedAtEnd = (columns: string, from: string, count: number): string =>
  `select ${columns} ${from} limit ${count}`;
