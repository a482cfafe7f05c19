/** Copies a row with all that belongs to it, under new keys and numbers. */
import { multiply, round, toDecimalText } from '../../../../engine/tools/index.ts';
import type { DataColumn, DataRow, DataTable, ErpData } from '../core/erp-data.ts';
import type { Family } from './family.ts';
import { type FreshValues, freshValues } from './fresh-values.ts';
import { areDistinct, type ErpRow, type Rows } from './rows.ts';
import { OutOfTime } from './time-limit.ts';

export interface CloneOptions {
  /** Ids of records in answers. */
  readonly ids: ReadonlySet<string>;
  /** A number of the record that the copy needs a new one of, where its column has another in most rows: the SKU of an article. */
  readonly number?: string | undefined;
  /** Other values of a copy; it is made without them where the database refuses them. */
  readonly values?: (record: ErpRow) => DataRow;
  /** Rows that the copies refer to in place of others. A number that is unique only together with such a reference is kept. */
  readonly replacing?: ReadonlyMap<ErpRow, DataRow>;
}

export interface Clone {
  /** The new row of each row. */
  readonly made: ReadonlyMap<ErpRow, DataRow>;
  /** Old texts of new numbers. */
  readonly originals: ReadonlyMap<string, string>;
}

const factor = 3;
/** At most 15 digits: a number has them exactly. */
const plainDecimal = /^-?(?=[\d.]{1,16}$)\d+(\.\d+)?$/;

/** Amounts, prices and quantities: decimals that are neither keys nor marks of yes and no. */
export function measuresOf(rows: Rows, table: DataTable): readonly DataColumn[] {
  const keys = new Set([table.key, ...table.uniqueKeys, ...table.references.map(({ columns }) => columns)].flat());
  return table.columns.filter(({ name, type }) => {
    if (type !== 'decimal' || keys.has(name)) return false;
    return rows
      .inTable(table)
      .some(({ row }) => !['0', '1', null].includes(row[name] ?? null) && Number(row[name]) !== 0);
  });
}

/** Amounts, prices and quantities times 3. `comparedWith`: those of the row, or the largest ones of their columns. */
export function largerAmounts(rows: Rows, { table, row }: ErpRow, comparedWith: 'row' | 'column' = 'row'): DataRow {
  const made = measuresOf(rows, table).flatMap(({ name }): readonly (readonly [string, string])[] => {
    const isPlain = plainDecimal.test(row[name] ?? '');
    const all = (comparedWith === 'row' ? [row] : rows.inTable(table).map((one) => one.row)).map(
      (one) => one[name] ?? '',
    );
    const numbers = all.filter((value) => plainDecimal.test(value)).map(Number);
    return isPlain ? [[name, String(multiply(Math.max(...numbers), factor))]] : [];
  });
  return Object.fromEntries(made);
}

/** The same amounts times a part of 1, with as many decimals. */
export const smallerAmounts = (rows: Rows, record: ErpRow, part: number): DataRow =>
  Object.fromEntries(
    Object.keys(largerAmounts(rows, record)).flatMap((name) => {
      const [value, decimals] = [toDecimalText(record.row[name]), record.row[name]?.split('.')[1]?.length ?? 0];
      return value === undefined ? [] : [[name, String(round(multiply(value, part), decimals))]];
    }),
  );

/** The references of a row to rows that were copied, as those to their copies. */
function followed(rows: Rows, record: ErpRow, made: ReadonlyMap<ErpRow, DataRow>): DataRow {
  const changed: { [name: string]: string | null } = {};
  for (const reference of record.table.references) {
    const copy = rows
      .targetsOf(record, reference)
      .map((target) => made.get(target))
      .find((one) => one !== undefined);
    if (copy === undefined) continue;
    for (const [place, name] of reference.columns.entries()) {
      const value = copy[reference.targetColumns[place] ?? ''] ?? null;
      if (value !== record.row[name]) changed[name] = value;
    }
  }
  return changed;
}

/** Numbers that stay unique, because a reference in the same key has changed. */
function numbersKept({ table: { key, uniqueKeys }, row }: ErpRow, references: DataRow): readonly string[] {
  const names = [key, ...uniqueKeys].flatMap((columns) =>
    columns.some((name) => Object.hasOwn(references, name))
      ? columns.filter((name) => !Object.hasOwn(references, name))
      : [],
  );
  return names.flatMap((name) => row[name] ?? []);
}

/** Whether a declared key, of which no reference has changed, has the column. */
const isInKey = ({ key, uniqueKeys }: DataTable, column: string, references: DataRow): boolean =>
  [key, ...uniqueKeys].some(
    (columns) => columns.includes(column) && !columns.some((name) => Object.hasOwn(references, name)),
  );

/**
 * Numbers of the row that distinguish rows, and the same numbers where other rows repeat them. `numbers`: the new number of each old one.
 * `isNumber`: whether a text distinguishes the rows of its column.
 */
function renumbered(
  fresh: FreshValues,
  { table, row }: ErpRow,
  changed: DataRow,
  numbers: Map<string, string>,
  isNumber: (column: DataColumn, value: string) => boolean,
): DataRow {
  const made: { [name: string]: string } = {};
  for (const column of table.columns) {
    const { name, type } = column;
    const value = row[name];
    if (type !== 'text' || value === null || value === undefined || value === '' || Object.hasOwn(changed, name))
      continue;
    const given = numbers.get(value);
    const number = given ?? (isNumber(column, value) ? fresh.next(table, column, value) : undefined);
    if (number === undefined) continue;
    numbers.set(value, number);
    made[name] = number;
  }
  return made;
}

/** New numbers for whole numbers that no key names, and that the service answers as ids: the reference number of a ledger entry. */
function renumberedIds(rows: Rows, fresh: FreshValues, { table, row }: ErpRow, ids: ReadonlySet<string>): DataRow {
  const made = table.columns.flatMap((column): readonly (readonly [string, string])[] => {
    const value = row[column.name] ?? '';
    if (column.type !== 'integer' || value === '' || !fresh.isNumber(table, column)) return [];
    if (!rows.inTable(table).some((one) => ids.has(one.row[column.name] ?? ''))) return [];
    const number = fresh.next(table, column, value);
    return number === undefined ? [] : [[column.name, number]];
  });
  return Object.fromEntries(made);
}

/** Copies a family. `fresh`: gives the new numbers; the same one for several copies. Rejects with the table and the reason where the database refuses a row. */
export async function cloneFamily(
  data: ErpData,
  rows: Rows,
  { records }: Family,
  { ids, number, values, replacing = new Map() }: CloneOptions,
  fresh = freshValues(rows),
): Promise<Clone> {
  const made = new Map<ErpRow, DataRow>();
  const kept = new Set(records.flatMap((one) => numbersKept(one, followed(rows, one, replacing))));
  const numbers = new Map([...kept].map((number) => [number, number]));
  for (const record of records) {
    const { table, row } = record;
    const references = followed(rows, record, new Map([...replacing, ...made]));
    const isKept = ([name]: readonly [string, unknown]): boolean =>
      kept.has(row[name] ?? '') && !isInKey(table, name, references);
    const freshKeys = Object.entries(fresh.forKeys(table, row, references)).filter((one) => !isKept(one));
    const keys: DataRow = { ...references, ...Object.fromEntries(freshKeys) };
    for (const [name, value] of Object.entries(keys)) {
      const [old, type] = [row[name], table.columns.find((column) => column.name === name)?.type];
      if (type === 'text' && old !== null && old !== undefined && old.length > 2 && value !== null)
        numbers.set(old, value);
    }
    const isNumber = (column: DataColumn, value: string): boolean =>
      fresh.isNumber(table, column) ||
      (value === number && areDistinct(rows.inTable(table).flatMap((one) => one.row[column.name] ?? [])));
    const changed = {
      ...renumberedIds(rows, fresh, record, ids),
      ...keys,
      ...renumbered(fresh, record, keys, numbers, isNumber),
    };
    const other = values?.(record) ?? {};
    const copy = await data
      .copy(table, row, { ...other, ...changed })
      .catch((error: unknown) => {
        // A check of the database may not allow the other values.
        if (Object.keys(other).length === 0) throw error;
        return data.copy(table, row, changed);
      })
      .catch((error: unknown) => {
        if (error instanceof OutOfTime) throw error;
        throw new Error(
          `the database refuses a copy of a row of ${table.name}: ${error instanceof Error ? error.message : error}`,
        );
      });
    made.set(record, copy);
  }
  // References to the row itself, and in circles, could not be followed before.
  for (const record of records) {
    const copy = made.get(record);
    const left = Object.entries(followed(rows, record, new Map([...replacing, ...made]))).filter(
      ([name, value]) => copy?.[name] !== value,
    );
    if (copy === undefined || left.length === 0) continue;
    made.set(record, await data.update(record.table, copy, Object.fromEntries(left)));
  }
  const originals = new Map([...numbers].map(([old, now]) => [now, old]));
  return { made, originals };
}

/** Removes a family, its last row first. */
export async function removeFamily(data: ErpData, { records }: Pick<Family, 'records'>): Promise<void> {
  for (const { table, row } of records.toReversed()) await data.remove(table, row);
}
