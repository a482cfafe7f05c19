/** Reads and binds MySQL's values: as exact text, or as a JavaScript value where that loses nothing. */
import mysql, { type FieldPacket, type TypedParameterValue } from 'mysql2';
import { toDecimalText, toNumeric } from '../../../base/decimal.ts';
import { shortestSingle } from '../../../base/float32.ts';
import type { Cell, ColumnOrigin, ColumnType, SqlValue } from '../../source.ts';

const { Types, TypedParameter } = mysql;

type Reader = (value: unknown) => Cell;

function whole(value: bigint | string): Cell {
  const number = Number(value);
  return Number.isSafeInteger(number) ? number : String(value);
}

function bits(value: Uint8Array): Cell {
  return whole(value.reduce((total, byte) => total * 256n + BigInt(byte), 0n));
}

const text =
  (read: (value: string) => Cell): Reader =>
  (value) =>
    read(String(value));

const readers: ReadonlyMap<number | undefined, Reader> = new Map<number | undefined, Reader>([
  [Types.DECIMAL, text(toNumeric)],
  [Types.NEWDECIMAL, text(toNumeric)],
  [Types.LONGLONG, text(whole)],
  [Types.FLOAT, (value) => shortestSingle(Number(value))],
  [Types.BIT, (value) => (value instanceof Uint8Array ? bits(value) : String(value))],
  // The driver parses these into objects; a profile that needs them converts them in SQL.
  [Types.GEOMETRY, (value) => JSON.stringify(value)],
  [Types.VECTOR, (value) => JSON.stringify(value)],
]);

/** Numbers that are only written into an answer, as canonical text. ZEROFILL adds leading zeros. */
const writtenNumber = text((value) => toDecimalText(value) ?? value);

const writtenReaders: ReadonlyMap<number | undefined, Reader> = new Map<number | undefined, Reader>([
  [Types.DECIMAL, writtenNumber],
  [Types.NEWDECIMAL, writtenNumber],
  [Types.LONGLONG, writtenNumber],
]);

/**
 * Reads the result columns for which the driver's values are not exact. `timestamp` is applied to TIMESTAMP columns; numbers of columns in
 * `written` come as text.
 */
export function columnReaders(
  fields: readonly FieldPacket[],
  timestamp: ((text: string) => string) | undefined,
  written: ReadonlySet<string> | undefined,
): ReadonlyMap<string, Reader> {
  const readerOf = (name: string, type: number | undefined): Reader | undefined => {
    if (type === Types.TIMESTAMP && timestamp !== undefined) return text(timestamp);
    return (written?.has(name) ? writtenReaders.get(type) : undefined) ?? readers.get(type);
  };
  const namedReaders = fields.flatMap(({ name, columnType }): readonly (readonly [string, Reader])[] => {
    const reader = readerOf(name, columnType);
    return reader === undefined ? [] : [[name, reader]];
  });
  return new Map(namedReaders);
}

/** The number of the character set `binary`. */
const binaryCharset = 63;

/** The column of a table that a column of a result shows unchanged. */
export function columnOrigin({ schema, orgTable, orgName }: FieldPacket): ColumnOrigin | undefined {
  return orgTable === '' || orgName === '' ? undefined : { schema, table: orgTable, column: orgName };
}

/** The type of a column. */
export function mysqlColumnType({ columnType, characterSet }: FieldPacket): ColumnType {
  switch (columnType) {
    case Types.TIMESTAMP:
      return 'instant';
    case Types.DATETIME:
      return 'datetime';
    case Types.DATE:
    case Types.NEWDATE:
      return 'date';
    case Types.TIME:
      return 'time';
    case Types.TINY:
    case Types.SHORT:
    case Types.INT24:
    case Types.LONG:
    case Types.LONGLONG:
    case Types.FLOAT:
    case Types.DOUBLE:
    case Types.DECIMAL:
    case Types.NEWDECIMAL:
      return 'number';
    case Types.VARCHAR:
    case Types.VAR_STRING:
    case Types.STRING:
    case Types.TINY_BLOB:
    case Types.BLOB:
    case Types.MEDIUM_BLOB:
    case Types.LONG_BLOB:
      return characterSet === binaryCharset ? 'binary' : 'text';
    default:
      return 'other';
  }
}

const enumFlag = 256;
const setFlag = 2048;

/**
 * True where a value of the column, given as a parameter, does not compare in the column's order: words of an ENUM or SET compare as texts
 * and are ordered by their numbers, a fraction is shown with fewer digits than it is compared with, bits do not compare with a text.
 */
export function isUnsteady({ columnType, flags }: FieldPacket): boolean {
  const isWord = typeof flags === 'number' && (flags & (enumFlag | setFlag)) !== 0;
  return isWord || columnType === Types.FLOAT || columnType === Types.DOUBLE || columnType === Types.BIT;
}

/** True where an expression of the statement computes the column as FLOAT or DOUBLE. */
export const isComputedInBinary = (field: FieldPacket): boolean =>
  (field.columnType === Types.FLOAT || field.columnType === Types.DOUBLE) && columnOrigin(field) === undefined;

/** Digits of the widest decimal that both servers accept. */
const maximumDigits = 65;
const int64 = { least: -(2n ** 63n), most: 2n ** 63n - 1n };
const uint64 = 2n ** 64n - 1n;

/**
 * A value with the type in which it is sent. Numbers are never sent as the driver's doubles: these compare with decimals approximately, and
 * are not allowed as LIMIT. A double beyond 65 digits stays a double.
 */
export function toDriver(value: SqlValue): TypedParameterValue | string | number | boolean | null {
  if (value === null || typeof value === 'string' || typeof value === 'boolean') return value;
  // The keys of a page: as many as it has rows.
  if (Number.isSafeInteger(value)) return TypedParameter.LONGLONG(value);
  const digits = toDecimalText(value);
  if (digits === undefined || digits.length > maximumDigits) return typeof value === 'bigint' ? String(value) : value;
  if (digits.includes('.')) return TypedParameter.NEWDECIMAL(digits);
  const exact = BigInt(digits);
  if (exact >= int64.least && exact <= int64.most) return TypedParameter.LONGLONG(exact);
  return exact > 0n && exact <= uint64 ? TypedParameter.LONGLONG.unsigned(exact) : TypedParameter.NEWDECIMAL(digits);
}
