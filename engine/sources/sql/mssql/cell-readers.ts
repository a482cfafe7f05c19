/**
 * Reads values from the bytes of a row, in the types that most columns have. The driver makes several objects for each value, decodes decimals
 * into doubles, and days into instants. Values of the other types are read by the driver.
 */
import { NotEnoughDataError } from 'tedious/lib/token/helpers.js';
import type { ParserOptions } from 'tedious/lib/token/stream-parser.js';
import valueParser from 'tedious/lib/value-parser.js';
import type { Cell } from '../../source.ts';
import { dayNumber, decimal, money } from './exact-values.ts';
import { mssqlCell } from './values.ts';

/** A column as the driver describes it. */
export type DriverColumn = Parameters<typeof valueParser.readValue>[2];

/** A position in the bytes. */
export interface Cursor {
  at: number;
}

/** Reads the value at the cursor, and moves the cursor to its end. Undefined if the bytes do not have all of it. */
export type ReadCell = (bytes: Buffer, cursor: Cursor) => Cell | undefined;

type Content = (bytes: Buffer, start: number, end: number) => Cell;

/** A value of `size` bytes. */
const fixed =
  (size: number, content: Content): ReadCell =>
  (bytes, cursor) => {
    const start = cursor.at;
    const end = start + size;
    if (end > bytes.length) return undefined;
    cursor.at = end;
    return content(bytes, start, end);
  };

/** A value behind its length in one byte, which is 0 for NULL. */
const counted =
  (content: Content): ReadCell =>
  (bytes, cursor) => {
    const start = cursor.at + 1;
    const end = start + (bytes[cursor.at] ?? 0);
    if (end > bytes.length) return undefined;
    cursor.at = end;
    return end === start ? null : content(bytes, start, end);
  };

const nullLength = 0xffff;

/** A value behind its length in two bytes, which is 0xFFFF for NULL. */
const long =
  (content: Content): ReadCell =>
  (bytes, cursor) => {
    const start = cursor.at + 2;
    if (start > bytes.length) return undefined;
    const length = bytes.readUInt16LE(cursor.at);
    const end = length === nullLength ? start : start + length;
    if (end > bytes.length) return undefined;
    cursor.at = end;
    return length === nullLength ? null : content(bytes, start, end);
  };

function integer(bytes: Buffer, start: number, end: number): Cell {
  switch (end - start) {
    case 1:
      return bytes.readUInt8(start);
    case 2:
      return bytes.readInt16LE(start);
    case 4:
      return bytes.readInt32LE(start);
    default: {
      const whole = bytes.readBigInt64LE(start);
      const number = Number(whole);
      return Number.isSafeInteger(number) ? number : String(whole);
    }
  }
}

const bit: Content = (bytes, start) => bytes[start] !== 0;

const wideText: Content = (bytes, start, end) => bytes.toString('utf16le', start, end);

/** Most rows have days of a few years. */
const mostDays = 5_000;
const dayTexts = new Map<number, string>();
const dayMs = 86_400_000;

const day: Content = (bytes, start) => {
  const number = dayNumber(bytes, start);
  const dayText = dayTexts.get(number);
  if (dayText !== undefined) return dayText;
  if (dayTexts.size >= mostDays) dayTexts.clear();
  const text = new Date(number * dayMs).toISOString().slice(0, 10);
  dayTexts.set(number, text);
  return text;
};

function isAscii(bytes: Buffer, start: number, end: number): boolean {
  let bits = 0;
  for (let at = start; at < end; at += 1) bits |= bytes[at] ?? 0;
  return bits < 0x80;
}

const byDriver =
  (column: DriverColumn, options: ParserOptions): ReadCell =>
  (bytes, cursor) => {
    try {
      const { value, offset } = valueParser.readValue(bytes, cursor.at, column, options);
      cursor.at = offset;
      return mssqlCell(value, column.type.name);
    } catch (error) {
      if (error instanceof NotEnoughDataError) return undefined;
      throw error;
    }
  };

/** All code pages of the server have ASCII in common; the driver decodes the rest. */
function narrowText(column: DriverColumn, options: ParserOptions): ReadCell {
  const decode = byDriver(column, options);
  const content = long((bytes, start, end) => isAscii(bytes, start, end) && bytes.toString('latin1', start, end));
  return (bytes, cursor) => {
    const { at } = cursor;
    const text = content(bytes, cursor);
    if (text !== false) return text;
    cursor.at = at;
    return decode(bytes, cursor);
  };
}

/** How values of a column are read. Undefined for the types without a limit of length, which may arrive in pieces. */
export function cellReader(column: DriverColumn, options: ParserOptions): ReadCell | undefined {
  if (valueParser.isPLPStream(column) === true) return undefined;
  const { scale = 0 } = column;
  switch (column.type.name) {
    case 'Int':
      return fixed(4, integer);
    case 'BigInt':
      return fixed(8, integer);
    case 'IntN':
      return counted(integer);
    case 'Bit':
      return fixed(1, bit);
    case 'BitN':
      return counted(bit);
    case 'DecimalN':
    case 'NumericN':
      return counted((bytes, start, end) => decimal(bytes, start, end, scale));
    case 'MoneyN':
      return counted(money);
    case 'Date':
      return counted(day);
    case 'NChar':
    case 'NVarChar':
      return long(wideText);
    case 'Char':
    case 'VarChar':
      return narrowText(column, options);
    default:
      return byDriver(column, options);
  }
}
