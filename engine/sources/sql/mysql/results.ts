/** The rows in an answer of the MySQL driver, and the number of rows that a statement changed. */
import type { FieldPacket } from 'mysql2';
import type { Row } from '../../source.ts';
import { columnReaders } from './values.ts';

/** What the driver gives to a callback. */
export interface DriverResult {
  /** Rows, or a header without rows; of a procedure a list of results, with the header of the call at its end. */
  readonly result: unknown;
  /** Columns; of a procedure a list of columns for each result. */
  readonly fields: readonly FieldPacket[] | undefined;
}

/** How values of a result are read. */
interface ValueReading {
  /** Applied to the text of TIMESTAMP columns. */
  readonly timestamp: ((text: string) => string) | undefined;
  /** See `BoundStatement`. */
  readonly written: ReadonlySet<string> | undefined;
}

/** Replaces values in the driver's own rows: copies would cost as much again. */
function readRows(rows: unknown, columns: unknown, { timestamp, written }: ValueReading): readonly Row[] {
  if (!Array.isArray(rows) || !Array.isArray(columns)) return [];
  const readers = columnReaders(columns, timestamp, written);
  for (const [name, read] of readers) {
    for (const row of rows) {
      const value: unknown = row[name];
      if (value !== null) row[name] = read(value);
    }
  }
  return rows;
}

/** The rows of each result. A statement without rows has none. */
export function readResults({ result, fields }: DriverResult, reading: ValueReading): readonly (readonly Row[])[] {
  if (!Array.isArray(result)) return [];
  const isProcedure = fields?.some((columns) => Array.isArray(columns)) ?? false;
  if (!isProcedure) return [readRows(result, fields, reading)];
  return result.flatMap((rows, index) => (Array.isArray(rows) ? [readRows(rows, fields?.[index], reading)] : []));
}

/** A statement that changes data, after blanks and comments. */
const changing = /^(?:\s|--[^\n]*\n|#[^\n]*\n|\/\*(?:[^*]|\*(?!\/))*\*\/)*(?:insert|replace|update|delete)\b/is;

/** The number of rows that a statement changed. Where it gives rows (`RETURNING`), the server sends no number: they are counted. */
export function affectedRows(result: unknown, sql: string, rows: readonly Row[]): number {
  if (Array.isArray(result) && changing.test(sql)) return rows.length;
  if (typeof result !== 'object' || result === null || !('affectedRows' in result)) return 0;
  return Number(result.affectedRows);
}
