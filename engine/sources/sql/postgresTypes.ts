/** How PostgreSQL's values are read: exactly as sent, unless a JavaScript value holds them without loss. */
import { toNumeric } from '../../decimal.ts';
import type { Cell, ColumnType } from '../source.ts';

const decimal = /^-?\d+(\.\d+)?$/;

function whole(text: string): Cell {
  const value = Number(text);
  return Number.isSafeInteger(value) ? value : text;
}

function float(text: string): Cell {
  const value = Number(text);
  return Number.isFinite(value) ? value : text;
}

function bytes(text: string): Cell {
  return text.startsWith('\\x') ? Buffer.from(text.slice(2), 'hex') : text;
}

/** By type number; all other types, dates, times and JSON among them, stay text. */
const readers: ReadonlyMap<number, (text: string) => Cell> = new Map([
  [16, (text: string): Cell => text === 't'],
  [17, bytes],
  [20, whole],
  [21, whole],
  [23, whole],
  [26, whole],
  [700, float],
  [701, float],
  [1700, (text: string): Cell => (decimal.test(text) ? toNumeric(text) : text)],
]);

/** In the form of the driver's option `types`. */
export const postgresTypes = {
  getTypeParser: (type: number) => readers.get(type) ?? ((text: string): Cell => text),
};

const columnTypes: ReadonlyMap<number, ColumnType> = new Map([
  ...[20, 21, 23, 26, 700, 701, 1700].map((type) => [type, 'number'] as const),
  ...[18, 25, 1042, 1043].map((type) => [type, 'text'] as const),
  [17, 'binary'],
  [1082, 'date'],
  [1083, 'time'],
  [1114, 'datetime'],
  [1184, 'instant'],
]);

/** What a column of this type number holds. */
export function postgresColumnType(type: number): ColumnType {
  return columnTypes.get(type) ?? 'other';
}
