/** Reads rows from the bytes that a PostgreSQL server sends. */
import { type Code, code, local, memberKey } from '../../../emit/code.ts';
import { type Generated, generate } from '../../../emit/generate.ts';
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

/** Reads the column with this index into its variable; minus one is the length of NULL. */
function columnCode({ name, dataTypeID }: PostgresColumn, index: number, written: ReadonlySet<string>): Code {
  const read = valueReader(dataTypeID, written.has(name));
  const end = dataTypeID === padded ? code`${unpadded}(bytes, at, at + length)` : code`at + length`;
  const value = read === undefined ? code`${utf8}(bytes, text, at, ${end})` : code`${read}(text.substring(at, ${end}))`;
  return code`
  let ${local(index)} = null;
  length = ${int32}(bytes, at);
  at += 4;
  if (length >= 0) {
    ${local(index)} = ${value};
    at += length;
  }`;
}

/** By columns: connections that run the same statement share its function. */
const readers = new Map<string, Generated<ReadRow>>();
const maximumReaders = 5_000;

/**
 * A function that reads the rows of a statement with these columns. Whole numbers and decimals of the columns in `written`
 * are read as canonical text. All rows have the same keys in the same order, also where a value is NULL.
 */
export function rowReader(columns: readonly PostgresColumn[], written: ReadonlySet<string>): ReadRow {
  const key = JSON.stringify(columns.map(({ name, dataTypeID }) => [name, dataTypeID, written.has(name)]));
  if (readers.size >= maximumReaders) readers.clear();
  const reader =
    readers.get(key) ??
    generate<ReadRow>(() => {
      const members = columns.map(({ name }, index) => code`${memberKey(name)}: ${local(index)}, `);
      return code`function readRow(bytes, text, start) {
  let at = start, length;${columns.map((column, index) => columnCode(column, index, written))}
  return { ${members} };
}`;
    });
  readers.set(key, reader);
  return reader.run;
}
