/**
 * Reads values from the bytes of a row in MySQL's binary protocol. The driver makes several texts for each date and number, which are then converted;
 * here each value is made once. Values of rare types are read by the driver.
 * Formats: https://dev.mysql.com/doc/dev/mysql-server/latest/page_protocol_binary_resultset.html
 */
import mysql, { type FieldPacket } from 'mysql2';
import { toDecimalText, toNumeric } from '../../../base/decimal.ts';
import { shortestSingle } from '../../../base/float32.ts';
import type { Cell } from '../../source.ts';
import { isBinary } from './values.ts';

const { Types } = mysql;

/** The row that the driver has received. The driver's functions read from `offset` on, and move it. */
export interface RowPacket {
  readonly buffer: Buffer;
  offset: number;
  readTimeString(): string;
  parseGeometryValue(): unknown;
  parseVector(): unknown;
  readLengthCodedString(encoding: string): string | null;
}

/** How values are read apart from their type. */
export interface ValueReading {
  /** Applied to the text of TIMESTAMP columns. */
  readonly timestamp: ((text: string) => string) | undefined;
  /** See `BoundStatement`. */
  readonly written: ReadonlySet<string> | undefined;
}

/** Reads a value of a known size. */
type FixedRead = (bytes: Buffer, start: number) => Cell;
/** Reads a value of any size. `text` has one character for each byte of `bytes`. */
type CountedRead = (bytes: Buffer, text: string, start: number, end: number) => Cell;

export type CellReader =
  | { readonly kind: 'fixed'; readonly size: number; readonly read: FixedRead }
  /** The length of the value comes before it. */
  | { readonly kind: 'counted'; readonly read: CountedRead }
  | { readonly kind: 'driver'; readonly read: (packet: RowPacket) => Cell };

const firstUnusual = 0x80;

/** Where all bytes are ASCII, the text is cut from that of all bytes, which is faster. */
const utf8: CountedRead = (bytes, text, start, end) => {
  let bits = 0;
  for (let at = start; at < end; at += 1) bits |= bytes[at] ?? 0;
  return bits < firstUnusual ? text.substring(start, end) : bytes.toString('utf8', start, end);
};

const zero = '0'.charCodeAt(0);
const nine = '9'.charCodeAt(0);
const minus = '-'.charCodeAt(0);
const point = '.'.charCodeAt(0);

/** The end of a decimal without the zeros that fill up the scale of its column. */
function withoutEndZeros(bytes: Buffer, start: number, end: number): number {
  if (bytes[end - 1] !== zero) return end;
  let pointAt = start;
  while (pointAt < end && bytes[pointAt] !== point) pointAt += 1;
  if (pointAt === end) return end;
  let last = end;
  while (bytes[last - 1] === zero) last -= 1;
  return last - 1 === pointAt ? pointAt : last;
}

const decimal: CountedRead = (_, text, start, end) => toNumeric(text.substring(start, end));

/** Whether a decimal of the server, without zeros at its end, begins as canonical text does: neither with further zeros (ZEROFILL) nor with a point, nor is it -0. */
function beginsCanonical(bytes: Buffer, start: number, end: number): boolean {
  const isNegative = bytes[start] === minus;
  const first = isNegative ? start + 1 : start;
  const code = bytes[first] ?? 0;
  if (code !== zero) return code > zero && code <= nine;
  return first + 1 === end ? !isNegative : bytes[first + 1] === point;
}

/** Numbers that are only written into an answer, as canonical text. */
const writtenDecimal: CountedRead = (bytes, text, start, end) => {
  const last = withoutEndZeros(bytes, start, end);
  const digits = text.substring(start, last);
  return beginsCanonical(bytes, start, last) ? digits : (toDecimalText(digits) ?? digits);
};

/** From this high word on, an integer may have more digits than a double. */
const unsafeHigh = 2 ** 21;
const highUnit = 2 ** 32;

function long(isUnsigned: boolean): FixedRead {
  return (bytes, start) => {
    const high = isUnsigned ? bytes.readUInt32LE(start + 4) : bytes.readInt32LE(start + 4);
    if (high < unsafeHigh && high > -unsafeHigh) return high * highUnit + bytes.readUInt32LE(start);
    const exact = isUnsigned ? bytes.readBigUInt64LE(start) : bytes.readBigInt64LE(start);
    const number = Number(exact);
    return Number.isSafeInteger(number) ? number : String(exact);
  };
}

const writtenLong = (isUnsigned: boolean): FixedRead => {
  const read = long(isUnsigned);
  return (bytes, start) => String(read(bytes, start));
};

const twoDigits: readonly string[] = Array.from({ length: 256 }, (_, value) => String(value).padStart(2, '0'));

/** Most rows have days of a few years. */
const mostDays = 5_000;
const dayTexts = new Map<number, string>();

function dayText(bytes: Buffer, start: number): string {
  const year = (bytes[start] ?? 0) | ((bytes[start + 1] ?? 0) << 8);
  const month = bytes[start + 2] ?? 0;
  const day = bytes[start + 3] ?? 0;
  const number = (year << 16) | (month << 8) | day;
  const known = dayTexts.get(number);
  if (known !== undefined) return known;
  if (dayTexts.size >= mostDays) dayTexts.clear();
  const text = `${String(year).padStart(4, '0')}-${twoDigits[month]}-${twoDigits[day]}`;
  dayTexts.set(number, text);
  return text;
}

/** Zeros at the end of a date or time are not sent: neither a midnight, nor a fraction that is zero, nor a day without numbers. */
const sizes = { day: 4, second: 7, microsecond: 11 };

const date: CountedRead = (bytes, _, start, end) => (end - start < sizes.day ? '0000-00-00' : dayText(bytes, start));

/** Digits of a microsecond. */
const mostFraction = 6;

/** `fraction`: digits that the column shows; beyond six for a computed value. */
function dateTime(fraction: number): (bytes: Buffer, start: number, end: number) => string {
  const digits = fraction > 0 ? Math.min(fraction, mostFraction) : mostFraction;
  return (bytes, start, end) => {
    const size = end - start;
    const day = size < sizes.day ? '0000-00-00' : dayText(bytes, start);
    if (size < sizes.second) return `${day} 00:00:00`;
    const [hour = 0, minute = 0, second = 0] = [bytes[start + 4], bytes[start + 5], bytes[start + 6]];
    const text = `${day} ${twoDigits[hour]}:${twoDigits[minute]}:${twoDigits[second]}`;
    if (size < sizes.microsecond) return text;
    return `${text}.${String(bytes.readUInt32LE(start + 7))
      .padStart(mostFraction, '0')
      .slice(0, digits)}`;
  };
}

/** The number of up to eight bytes. */
const bits: CountedRead = (bytes, _, start, end) => {
  const value = bytes.subarray(start, end).reduce((total, byte) => total * 256n + BigInt(byte), 0n);
  const number = Number(value);
  return Number.isSafeInteger(number) ? number : String(value);
};

const binary: CountedRead = (bytes, _, start, end) => bytes.subarray(start, end);

const unsignedFlag = 32;

const fixed = (size: number, read: FixedRead): CellReader => ({ kind: 'fixed', size, read });
const counted = (read: CountedRead): CellReader => ({ kind: 'counted', read });

function textReader(encoding: string | undefined): CellReader {
  if (encoding === undefined || encoding === 'utf8') return counted(utf8);
  // A procedure has changed the character set of the session's results.
  return { kind: 'driver', read: (packet) => packet.readLengthCodedString(encoding) };
}

function otherReader(field: FieldPacket): CellReader {
  switch (field.columnType) {
    case Types.TIME:
      return { kind: 'driver', read: (packet) => packet.readTimeString() };
    // The driver parses these into objects; a profile that needs them converts them in SQL.
    case Types.GEOMETRY:
      return { kind: 'driver', read: (packet) => JSON.stringify(packet.parseGeometryValue()) };
    case Types.VECTOR:
      return { kind: 'driver', read: (packet) => JSON.stringify(packet.parseVector()) };
    case Types.JSON:
      return counted(utf8);
    case Types.BIT:
      return counted(bits);
    default:
      // MariaDB sends JSON as text or bytes.
      return isBinary(field) && field.extendedFormat !== 'json' ? counted(binary) : textReader(field.encoding);
  }
}

function numberReader({ columnType, flags }: FieldPacket, isWritten: boolean): CellReader | undefined {
  const isUnsigned = typeof flags === 'number' && (flags & unsignedFlag) !== 0;
  switch (columnType) {
    case Types.TINY:
      return fixed(1, isUnsigned ? (bytes, at) => bytes.readUInt8(at) : (bytes, at) => bytes.readInt8(at));
    case Types.SHORT:
      return fixed(2, isUnsigned ? (bytes, at) => bytes.readUInt16LE(at) : (bytes, at) => bytes.readInt16LE(at));
    case Types.YEAR:
      return fixed(2, (bytes, at) => bytes.readUInt16LE(at));
    case Types.INT24:
    case Types.LONG:
      return fixed(4, isUnsigned ? (bytes, at) => bytes.readUInt32LE(at) : (bytes, at) => bytes.readInt32LE(at));
    case Types.LONGLONG:
      return fixed(8, isWritten ? writtenLong(isUnsigned) : long(isUnsigned));
    case Types.FLOAT:
      return fixed(4, (bytes, at) => shortestSingle(bytes.readFloatLE(at)));
    case Types.DOUBLE:
      return fixed(8, (bytes, at) => bytes.readDoubleLE(at));
    case Types.DECIMAL:
    case Types.NEWDECIMAL:
      return counted(isWritten ? writtenDecimal : decimal);
    default:
      return undefined;
  }
}

/** How values of a column are read. */
export function cellReader(field: FieldPacket, { timestamp, written }: ValueReading): CellReader {
  const { columnType, name, decimals } = field;
  switch (columnType) {
    case Types.DATE:
    case Types.NEWDATE:
      return counted(date);
    case Types.DATETIME: {
      const read = dateTime(decimals);
      return counted((bytes, _, start, end) => read(bytes, start, end));
    }
    case Types.TIMESTAMP: {
      const read = dateTime(decimals);
      return counted((bytes, _, start, end) => {
        const text = read(bytes, start, end);
        return timestamp === undefined ? text : timestamp(text);
      });
    }
    default:
      return numberReader(field, written?.has(name) ?? false) ?? otherReader(field);
  }
}
