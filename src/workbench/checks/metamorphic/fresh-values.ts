/** Values that no other row has, in the form of a given one. */
import { randomUUID } from 'node:crypto';
import type { DataColumn, DataRow, DataTable } from '../core/erp-data.ts';
import { areDistinct, type Rows } from './rows.ts';

const uuid = /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/i;
/** A number of a document or of a record, and no name, address or mail. */
const numberLike = /^(?=.*\d)[^\s@]{2,30}$/;
/** A smaller whole number may be a quantity, a sequence or a code. */
const leastNumber = 100;
/** A larger whole number may be a time, and has no room above it in 32 bits. */
const tooLarge = 1_000_000_000;
const letters = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ';

export interface FreshValues {
  /** A new value for a column. Undefined where none can be made in its form. */
  next(table: DataTable, column: DataColumn, like: string): string | undefined;
  /** Whether the values of a column are numbers that distinguish its rows, whether or not a key says so. */
  isNumber(table: DataTable, column: DataColumn): boolean;
  /** New numbers for the columns that `isNumber` is true of. */
  numbersOf(table: DataTable, row: DataRow): DataRow;
  /** The columns of keys that have to change so that a copy of the row is another one, with their values. `changed`: what is changed already. */
  forKeys(table: DataTable, row: DataRow, changed: DataRow): DataRow;
}

/** The last characters are counted up until the value is new: K10001 gives K19999, K19998. */
function counted(like: string, isTaken: (text: string) => boolean): string | undefined {
  const digits = /\d+$/.exec(like)?.[0].slice(-5) ?? '';
  const [head, places, base] =
    digits.length >= 2
      ? [like.slice(0, like.length - digits.length), digits.length, 10]
      : [like.slice(0, Math.max(0, like.length - 3)), Math.min(3, like.length), letters.length];
  for (let left = base ** places - 1; left >= 0; left -= 1) {
    const end = left.toString(base).toUpperCase().padStart(places, '0');
    if (!isTaken(`${head}${end}`.toLowerCase())) return `${head}${end}`;
  }
  return undefined;
}

/** `numbers`: whole numbers above all others, or unused ones below the largest of the column, which a counter of the ERP has passed. */
export function freshValues(rows: Rows, wanted: 'above' | 'unused' = 'above'): FreshValues {
  const taken = new Map<string, Set<string>>();
  const takenIn = (table: DataTable, column: string): Set<string> => {
    const name = `${table.name} ${column}`;
    const values = taken.get(name) ?? new Set(rows.inTable(table).map(({ row }) => (row[column] ?? '').toLowerCase()));
    taken.set(name, values);
    return values;
  };
  // A new value is one of a single original, so that answers can be compared.
  const given = new Set<string>();
  const numbers = new Map<string, boolean>();
  // Some ERPs number the rows of several tables together: a new number is larger than those of all columns.
  let largest = 0;
  for (const table of rows.tables)
    for (const { name } of table.columns.filter(({ type }) => type === 'integer'))
      for (const { row } of rows.inTable(table))
        if (Number(row[name]) < tooLarge) largest = Math.max(largest, Number(row[name]));
  const used = new Set<number>();
  if (wanted === 'unused')
    for (const table of rows.tables)
      for (const { name } of table.columns.filter(({ type }) => type === 'integer'))
        for (const { row } of rows.inTable(table)) used.add(Number(row[name]));
  const nextNumber = (columnValues: ReadonlySet<string>): string => {
    const inColumn = wanted === 'unused' ? [...columnValues].map(Number).filter((one) => one < tooLarge) : [];
    for (let unused = Math.max(0, ...inColumn) - 1; unused > 0; unused -= 1)
      if (!used.has(unused)) {
        used.add(unused);
        return String(unused);
      }
    largest += 1;
    return String(largest);
  };
  const isReference = ({ references }: DataTable, column: string): boolean =>
    references.some(({ columns }) => columns.includes(column));

  /** Columns that other rows refer to distinguish rows, also where no key says so. */
  const referredTo = ({ name }: DataTable): readonly (readonly string[])[] =>
    rows.tables.flatMap(({ references }) =>
      references.flatMap(({ table, targetColumns }) => (table === name ? [targetColumns] : [])),
    );

  function next(table: DataTable, { name, type }: DataColumn, like: string): string | undefined {
    const takenInColumn = takenIn(table, name);
    const made =
      type === 'integer'
        ? nextNumber(takenInColumn)
        : type !== 'text' && type !== 'other'
          ? undefined
          : uuid.test(like)
            ? randomUUID()
            : counted(like, (text) => takenInColumn.has(text) || given.has(text));
    if (made !== undefined) for (const all of [takenInColumn, given]) all.add(made.toLowerCase());
    return made;
  }

  function isNumber(table: DataTable, column: DataColumn): boolean {
    const name = `${table.name} ${column.name}`;
    const judged = numbers.get(name);
    if (judged !== undefined) return judged;
    const values = rows
      .inTable(table)
      .flatMap(({ row }) => row[column.name] ?? [])
      .filter((value) => value !== '' && value !== '0');
    const isLong = column.type === 'text' || values.every((value) => Number(value) >= leastNumber);
    // A text that is a part of a key may be unique among all rows, too: some databases say so by an index over some rows.
    const isKey = table.key.includes(column.name) && (table.key.length === 1 || column.type !== 'text');
    const isNumber =
      !isReference(table, column.name) &&
      !isKey &&
      isLong &&
      areDistinct(values) &&
      values.filter((value) => numberLike.test(value)).length >= values.length * 0.9;
    numbers.set(name, isNumber);
    return isNumber;
  }

  return {
    next,
    isNumber,
    numbersOf(table, row) {
      const made = table.columns.flatMap((column): readonly (readonly [string, string])[] => {
        const value = row[column.name] ?? '';
        const number = value !== '' && isNumber(table, column) ? next(table, column, value) : undefined;
        return number === undefined ? [] : [[column.name, number]];
      });
      return Object.fromEntries(made);
    },
    forKeys(table, row, changed) {
      const made: Record<string, string> = {};
      for (const key of [table.key, ...table.uniqueKeys, ...referredTo(table)]) {
        const now = { ...changed, ...made };
        if (key.length === 0 || key.some((name) => (row[name] ?? null) === null)) continue;
        if (key.some((name) => Object.hasOwn(now, name) && now[name] !== row[name])) continue;
        // Of a kind and a number, the number has more values.
        const keyColumns = table.columns
          .filter(({ name }) => key.includes(name) && !isReference(table, name))
          .toSorted((one, other) => takenIn(table, other.name).size - takenIn(table, one.name).size);
        const column =
          keyColumns.find(({ type }) => type === 'integer') ??
          keyColumns.find(({ type }) => type === 'text' || type === 'other');
        // The next number within the other columns of the key is found by the copy itself.
        if (column === undefined || (key === table.key && key.length > 1 && column.type === 'integer')) continue;
        const value = next(table, column, row[column.name] ?? '');
        if (value !== undefined) made[column.name] = value;
      }
      return made;
    },
  };
}
