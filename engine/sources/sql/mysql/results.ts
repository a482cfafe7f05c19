/** The rows in an answer of the MySQL driver, and the number of rows that a statement changed. */
import type { FieldPacket } from 'mysql2';
import type { Row } from '../../source.ts';

/** What the driver gives to a callback. */
export interface DriverResult {
  /** Rows, or a header without rows; of a procedure a list of results, with the header of the call at its end. */
  readonly result: unknown;
  /** Columns; of a procedure a list of columns for each result. */
  readonly fields: readonly FieldPacket[] | undefined;
}

/** The rows of each result. A statement without rows has none. */
export function readResults({ result, fields }: DriverResult): readonly (readonly Row[])[] {
  if (!Array.isArray(result)) return [];
  const isProcedure = fields?.some((columns) => Array.isArray(columns)) ?? false;
  return isProcedure ? result.filter((rows) => Array.isArray(rows)) : [result];
}

/** A statement that changes data, after blanks and comments. */
const changing = /^(?:\s|--[^\n]*\n|#[^\n]*\n|\/\*(?:[^*]|\*(?!\/))*\*\/)*(?:insert|replace|update|delete)\b/is;

/** The number of rows that a statement changed. Where it gives rows (`RETURNING`), the server sends no number: they are counted. */
export function affectedRows(result: unknown, sql: string, rows: readonly Row[]): number {
  if (Array.isArray(result) && changing.test(sql)) return rows.length;
  if (typeof result !== 'object' || result === null || !('affectedRows' in result)) return 0;
  return Number(result.affectedRows);
}
