/** Makes rows of what a PostgreSQL server sends. */
import type { Cell } from '../../source.ts';
import { valueReader } from './values.ts';
import { int32 } from './wire-reader.ts';

/** A column as the server describes it. */
export interface PostgresColumn {
  readonly name: string;
  readonly dataTypeID: number;
}

/** Makes a row of what `TakeRow` is given. */
export type ReadRow = (bytes: Buffer, text: string, start: number) => Record<string, Cell>;

/** The text of a column, which is UTF-8. Where it is ASCII, the part of the chunk's text is the text. */
function utf8(bytes: Buffer, text: string, start: number, end: number): string {
  let bits = 0;
  for (let at = start; at < end; at++) bits |= bytes[at] ?? 0;
  return bits < 0x80 ? text.substring(start, end) : bytes.toString('utf8', start, end);
}

/** The type number of `char(n)`. */
const padded = 1042;
const blank = 0x20;

/** Where a text ends without the blanks that `char(n)` fills up with: they mean nothing, and would differ from the same text elsewhere. */
function unpadded(bytes: Buffer, start: number, end: number): number {
  let last = end;
  while (last > start && bytes[last - 1] === blank) last -= 1;
  return last;
}

/**
 * A function that reads the rows of a statement with these columns. Of columns that are `written`, whole numbers and decimals come as
 * their canonical text.
 */
export function rowReader(columns: readonly PostgresColumn[], written: ReadonlySet<string>): ReadRow {
  const names = columns.map(({ name }) => name);
  const isPadded = columns.map(({ dataTypeID }) => dataTypeID === padded);
  const reads = columns.map(({ name, dataTypeID }) => valueReader(dataTypeID, written.has(name)));
  // Copied for every row, so that all rows of a statement have one shape.
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
