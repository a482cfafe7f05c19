/** Reads rows from the bytes that a PostgreSQL server sends. */
import type { Cell } from '../../source.ts';
import { valueReader } from './values.ts';
import { int32 } from './wire-reader.ts';

/** A column as the server describes it. */
export interface PostgresColumn {
  readonly name: string;
  readonly dataTypeID: number;
}

/** Reads one row; the parameters are those of `TakeRow`. */
export type ReadRow = (bytes: Buffer, text: string, start: number) => Record<string, Cell>;

/** The text of a column, from its UTF-8 bytes. Where all are ASCII, it is cut from the text of the whole chunk, which is faster. */
function utf8(bytes: Buffer, text: string, start: number, end: number): string {
  let bits = 0;
  for (let at = start; at < end; at++) bits |= bytes[at] ?? 0;
  return bits < 0x80 ? text.substring(start, end) : bytes.toString('utf8', start, end);
}

/** The type number of `char(n)`. */
const padded = 1042;
const blank = 0x20;

/** The end of a text without the blanks that pad `char(n)`: they have no meaning, and the text would not equal the same text of another type. */
function unpadded(bytes: Buffer, start: number, end: number): number {
  let last = end;
  while (last > start && bytes[last - 1] === blank) last -= 1;
  return last;
}

/**
 * A function that reads the rows of a statement with these columns. Whole numbers and decimals of the columns in `written`
 * are read as canonical text.
 */
export function rowReader(columns: readonly PostgresColumn[], written: ReadonlySet<string>): ReadRow {
  const names = columns.map(({ name }) => name);
  const isPadded = columns.map(({ dataTypeID }) => dataTypeID === padded);
  const reads = columns.map(({ name, dataTypeID }) => valueReader(dataTypeID, written.has(name)));
  // Copied for every row, so that all rows have the same keys in the same order, also where a value is NULL.
  const empty: Readonly<Record<string, Cell>> = Object.fromEntries(names.map((name) => [name, null]));
  return (bytes, text, start) => {
    const row = { ...empty };
    let at = start;
    for (let index = 0; index < names.length; index++) {
      const length = int32(bytes, at);
      at += 4;
      // Minus one is NULL.
      if (length < 0) continue;
      const name = names[index];
      const read = reads[index];
      const end = at + length;
      if (name !== undefined) {
        const last = isPadded[index] === true ? unpadded(bytes, at, end) : end;
        row[name] = read === undefined ? utf8(bytes, text, at, last) : read(text.substring(at, end));
      }
      at = end;
    }
    return row;
  };
}
