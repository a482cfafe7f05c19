/**
 * Has the driver's commands make rows by the readers of this folder. The lockfile fixes the driver's version; where its commands build no
 * parsers of rows, nothing is read.
 */
import type { FieldPacket } from 'mysql2';
import type { Cell, Row } from '../../source.ts';
import { type CellReader, cellReader, type RowPacket, type ValueReading } from './cell-readers.ts';

/** Bytes of a row before the bits of its NULLs, and unused bits before the first of these. */
const statusSize = 1;
const unusedBits = 2;
const bitmapSize = (columns: number): number => (columns + unusedBits + 7) >> 3;

/** Lengths from this byte on follow it in so many bytes. */
const longLengths: ReadonlyMap<number, number> = new Map([
  [0xfc, 2],
  [0xfd, 3],
  [0xfe, 6],
]);
const firstLong = 0xfc;
/** Bytes of the longest length, of which the last two are zero: no value has 2^48 bytes. */
const longestSize = 8;

/** Moves the packet behind a length of more than one byte, and gives the length. */
function longLength(packet: RowPacket, first: number): number {
  const size = longLengths.get(first) ?? 0;
  const length = packet.buffer.readUIntLE(packet.offset + 1, size);
  packet.offset += 1 + (first === 0xfe ? longestSize : size);
  return length;
}

/** Where the columns of rows are read from: the bytes, and a text with one character for each byte. */
interface Chunk {
  readonly bytes: Buffer;
  readonly text: string;
}

/** Most packets lie in the same chunk as the one before. */
function chunkReader(): (bytes: Buffer) => Chunk {
  let chunk: Chunk | undefined;
  return (bytes) => {
    if (chunk?.bytes !== bytes) chunk = { bytes, text: bytes.toString('latin1') };
    return chunk;
  };
}

function readCell(reader: CellReader, packet: RowPacket, { bytes, text }: Chunk): Cell {
  const at = packet.offset;
  switch (reader.kind) {
    case 'fixed':
      packet.offset = at + reader.size;
      return reader.read(bytes, at);
    case 'counted': {
      const first = bytes[at] ?? 0;
      const length = first < firstLong ? first : longLength(packet, first);
      const start = first < firstLong ? at + 1 : packet.offset;
      packet.offset = start + length;
      return reader.read(bytes, text, start, start + length);
    }
    case 'driver':
      return reader.read(packet);
  }
}

/** Reads the rows of a result with these columns. */
export function rowReader(columns: readonly FieldPacket[], reading: ValueReading): (packet: RowPacket) => Row {
  const names = columns.map(({ name }) => name);
  const readers = columns.map((column) => cellReader(column, reading));
  const chunkOf = chunkReader();
  // Copied for every row, so that all rows have the same keys in the same order.
  const empty: Readonly<Record<string, Cell>> = Object.fromEntries(names.map((name) => [name, null]));
  return (packet) => {
    const { buffer } = packet;
    const chunk = chunkOf(buffer);
    const bitmap = packet.offset + statusSize;
    packet.offset = bitmap + bitmapSize(names.length);
    const row = { ...empty };
    for (let index = 0; index < names.length; index += 1) {
      const bit = index + unusedBits;
      if (((buffer[bitmap + (bit >> 3)] ?? 0) & (1 << (bit & 7))) !== 0) continue;
      const name = names[index];
      const reader = readers[index];
      if (name !== undefined && reader !== undefined) row[name] = readCell(reader, packet, chunk);
    }
    return row;
  };
}

/** Has a command of the driver, which was not answered yet, make its rows so. Throws an Error where it builds no parser of rows. */
export function readRowsBy(command: object, reading: ValueReading): void {
  const build = 'buildParserFromFields';
  if (typeof Reflect.get(command, build) !== 'function')
    throw new Error(`This version of the mysql2 driver has no ${build}.`);
  Reflect.set(command, build, (columns: readonly FieldPacket[]) => {
    const read = rowReader(columns, reading);
    return class {
      next(packet: RowPacket): Row {
        return read(packet);
      }
    };
  });
}
