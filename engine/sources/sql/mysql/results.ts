/** The rows in an answer of the MySQL driver, and the number of rows that a statement changed. */
import type { FieldPacket } from 'mysql2';
import { code, local, memberSet } from '../../../emit/code.ts';
import { type Generated, generate } from '../../../emit/generate.ts';
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

type ReadRows = (rows: readonly unknown[], readers: ReturnType<typeof columnReaders>) => void;

/** By the names of the columns that are read. */
const functions = new Map<string, Generated<ReadRows>>();
const maximumFunctions = 5_000;

/** Replaces the values of these columns in rows: a function for all columns would look each of them up by its name. */
function rowsReader(names: readonly string[]): Generated<ReadRows> {
  const key = JSON.stringify(names);
  if (functions.size >= maximumFunctions) functions.clear();
  const reader =
    functions.get(key) ??
    generate<ReadRows>(() => {
      const readers = names.map((name, at) => code`\n  const ${local(at)} = readers.get(${name});`);
      const values = names.map(
        (name, at) =>
          code`\n    if (row[${name}] !== null) ${memberSet(code`row`, name, code`${local(at)}(row[${name}])`)};`,
      );
      return code`function readRows(rows, readers) {${readers}
  for (let at = 0; at < rows.length; at += 1) {
    const row = rows[at];${values}
  }
}`;
    });
  functions.set(key, reader);
  return reader;
}

/** Replaces values in the driver's own rows: copies would cost as much again. */
function readRows(rows: unknown, columns: unknown, { timestamp, written }: ValueReading): readonly Row[] {
  if (!Array.isArray(rows) || !Array.isArray(columns)) return [];
  const readers = columnReaders(columns, timestamp, written);
  rowsReader([...readers.keys()]).run(rows, readers);
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
