/**
 * Reads all rows that the driver's buffer has at once. The driver makes a promise, an object for each column and several steps of a stream for
 * every row. A row that has not arrived completely, and a result with columns that may arrive in pieces, are left to the driver. The lockfile
 * fixes its version; where the functions that are replaced here are missing, no connection is made.
 */
import type { Connection } from 'tedious';
import streamParser from 'tedious/lib/token/stream-parser.js';
import { NBCRowToken, RowToken, TYPE } from 'tedious/lib/token/token.js';
import type { Cell, Row } from '../../source.ts';
import { type Cursor, cellReader } from './cell-readers.ts';

type DriverParser = InstanceType<(typeof streamParser)['default']>;
type Columns = DriverParser['colMetadata'];

/** Rows that were read together; the driver's requests give them in place of the columns of one row. */
export class RowBatch {
  readonly rows: readonly Row[];
  constructor(rows: readonly Row[]) {
    this.rows = rows;
  }
}

/** Reads one row behind the byte with its type. `sparse`: with a bitmap of its NULLs. Undefined if the bytes do not have all of it. */
type ReadRow = (bytes: Buffer, cursor: Cursor, sparse: boolean) => Row | undefined;

const bitmapSize = (columns: number): number => Math.ceil(columns / 8);

/** Undefined where a column may arrive in pieces. */
function rowReader(columns: Columns, options: DriverParser['options']): ReadRow | undefined {
  const readers = columns.map((column) => cellReader(column, options));
  const reads = readers.filter((reader) => reader !== undefined);
  if (reads.length < readers.length) return undefined;
  const names = columns.map(({ colName }) => colName);
  // Copied for every row, so that all rows have the same keys in the same order.
  const empty: Readonly<Record<string, Cell>> = Object.fromEntries(names.map((name) => [name, null]));
  return (bytes, cursor, sparse) => {
    const bitmap = cursor.at;
    if (sparse) cursor.at += bitmapSize(names.length);
    if (cursor.at > bytes.length) return undefined;
    const row = { ...empty };
    for (const [index, read] of reads.entries()) {
      const isNull = sparse && ((bytes[bitmap + (index >> 3)] ?? 0) & (1 << (index & 7))) !== 0;
      const cell = isNull ? null : read(bytes, cursor);
      if (cell === undefined) return undefined;
      row[names[index] ?? ''] = cell;
    }
    return row;
  };
}

/** By the description of a result, which each result has anew. */
const rowReaders = new WeakMap<Columns, ReadRow | null>();

function rowReaderOf({ colMetadata, options }: DriverParser): ReadRow | null {
  const known = rowReaders.get(colMetadata);
  if (known !== undefined) return known;
  const reader = rowReader(colMetadata, options) ?? null;
  rowReaders.set(colMetadata, reader);
  return reader;
}

/** Reads the complete rows from the one whose type the parser has just read, and moves the parser to their end. */
function readRows(parser: DriverParser): readonly Row[] {
  const read = rowReaderOf(parser);
  const rows: Row[] = [];
  const { buffer } = parser;
  const cursor = { at: parser.position - 1 };
  for (let type = buffer[cursor.at]; read !== null; type = buffer[cursor.at]) {
    if (type !== TYPE.ROW && type !== TYPE.NBCROW) break;
    cursor.at += 1;
    const row = read(buffer, cursor, type === TYPE.NBCROW);
    if (row === undefined) break;
    rows.push(row);
    parser.position = cursor.at;
  }
  return rows;
}

/** Options of the engine's connections; the driver's parsers share them. Another user of the driver in this process gets its rows one by one. */
const engineOptions = new WeakSet<object>();

function replace(prototype: object, name: string, tokenOf: (rows: RowBatch) => RowToken | NBCRowToken): void {
  const original: unknown = Reflect.get(prototype, name);
  if (typeof original !== 'function') throw new Error(`This version of the tedious driver has no ${name}.`);
  const reading = function (this: DriverParser): unknown {
    const rows = engineOptions.has(this.options) ? readRows(this) : [];
    return rows.length === 0 ? Reflect.apply(original, this, []) : tokenOf(new RowBatch(rows));
  };
  if (!Reflect.set(prototype, name, reading)) throw new Error(`${name} of the tedious driver cannot be replaced.`);
}

let replaced = false;

/** Has the driver read rows in batches, once in a process. Throws an Error where the driver has not the functions for it. */
function replaceReaders(): void {
  if (replaced) return;
  const parser: unknown = streamParser;
  const prototype: unknown = typeof parser === 'function' ? parser.prototype : undefined;
  if (typeof prototype !== 'object' || prototype === null)
    throw new Error('This version of the tedious driver reads rows in an unknown way.');
  replace(prototype, 'readRowToken', (rows) => new RowToken(rows));
  replace(prototype, 'readNbcRowToken', (rows) => new NBCRowToken(rows));
  replaced = true;
}

/** Has requests of the connection give their rows as `RowBatch`, apart from those that the driver reads one by one. */
export function readInBatches(connection: Connection): void {
  replaceReaders();
  engineOptions.add(connection.config.options);
}
