/** Reads PostgreSQL's values: as the text that was sent, or as a JavaScript value where that loses nothing. */
import { toNumeric, withoutEndZeros } from '../../../base/decimal.ts';
import { shortestSingle } from '../../../base/float32.ts';
import type { Cell, ColumnType } from '../../source.ts';

const decimal = /^-?\d+(\.\d+)?$/;

function whole(text: string): Cell {
  const value = Number(text);
  return Number.isSafeInteger(value) ? value : text;
}

function float(text: string): Cell {
  const value = Number(text);
  return Number.isFinite(value) ? value : text;
}

/** The server writes one digit more than needed where a shorter decimal lies between two single-precision numbers. */
function single(text: string): Cell {
  const value = float(text);
  return typeof value === 'number' ? shortestSingle(Math.fround(value)) : value;
}

function bytes(text: string): Cell {
  return text.startsWith('\\x') ? Buffer.from(text.slice(2), 'hex') : text;
}

/** Reads a value from the ASCII text that the server wrote. */
type ReadValue = (text: string) => Cell;

const unchanged: ReadValue = (text) => text;

/** By type number. */
const readers: ReadonlyMap<number, ReadValue> = new Map<number, ReadValue>([
  [16, (text) => text === 't'],
  [17, bytes],
  [20, whole],
  [21, whole],
  [23, whole],
  [26, whole],
  [700, single],
  [701, float],
  [1082, unchanged],
  [1114, unchanged],
  [1184, unchanged],
  [1700, (text) => (decimal.test(text) ? toNumeric(text) : text)],
]);

/** Numbers that are only written into an answer. A binary fraction is not decimal text: it stays a number. */
const writtenReaders: ReadonlyMap<number, ReadValue> = new Map<number, ReadValue>([
  [20, unchanged],
  [21, unchanged],
  [23, unchanged],
  [26, unchanged],
  [1700, withoutEndZeros],
]);

/** The reader of values of this type number; undefined for text, which is used as sent. */
export function valueReader(type: number, written: boolean): ReadValue | undefined {
  return (written ? writtenReaders.get(type) : undefined) ?? readers.get(type);
}

const columnTypes: ReadonlyMap<number, ColumnType> = new Map([
  ...[20, 21, 23, 26, 700, 701, 1700].map((type) => [type, 'number'] as const),
  ...[18, 25, 1042, 1043].map((type) => [type, 'text'] as const),
  [17, 'binary'],
  [1082, 'date'],
  [1083, 'time'],
  [1114, 'datetime'],
  [1184, 'instant'],
]);

/** Whether a value of this type number is a whole number. */
export const isPostgresWhole = (type: number): boolean => [20, 21, 23].includes(type);

/** What a column of this type number holds. */
export function postgresColumnType(type: number): ColumnType {
  return columnTypes.get(type) ?? 'other';
}
