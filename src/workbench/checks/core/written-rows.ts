/** The cells that requests wrote into the rows of the ERP, and whether a value is among them. */
import { compare, multiply, type Numeric, subtract, toDecimalText } from '../../../../engine/tools/index.ts';
import type { CheckContext } from './context.ts';
import type { DataColumn, DataRow, DataTable, ErpData } from './erp-data.ts';
import { localDay, zoneOf } from './erp-time.ts';
import { notPossible } from './outcome.ts';

/** A row that was added, or the columns of a row that were changed. */
export interface WrittenRow {
  readonly table: DataTable;
  readonly row: DataRow;
  readonly isNew: boolean;
  /** Columns that were written. */
  readonly columns: readonly DataColumn[];
}

export interface WrittenCell {
  readonly table: DataTable;
  readonly column: DataColumn;
  readonly value: string;
}

/** The rows of the ERP. Ends the check as not tested where they cannot be read. */
export const dataOf = ({ fixture }: Pick<CheckContext, 'fixture'>): ErpData =>
  fixture?.data ?? notPossible('the rows of the ERP cannot be read: a double gives them as its `data`');

/** The rows that are not among others, each as often as it occurs more often: rows of a table without a key may be equal. */
export function rowsBeyond(rows: readonly DataRow[], others: readonly DataRow[]): readonly DataRow[] {
  const counts = new Map<string, number>();
  for (const row of others) {
    const text = JSON.stringify(row);
    counts.set(text, (counts.get(text) ?? 0) + 1);
  }
  return rows.filter((row) => {
    const text = JSON.stringify(row);
    const left = counts.get(text) ?? 0;
    counts.set(text, left - 1);
    return left <= 0;
  });
}

async function allRows(data: ErpData): Promise<ReadonlyMap<DataTable, readonly DataRow[]>> {
  const all = new Map<DataTable, readonly DataRow[]>();
  for (const table of await data.tables()) all.set(table, await data.rows(table));
  return all;
}

/** The rows that `work` added to the ERP or changed. */
export async function rowsWritten(data: ErpData, work: () => Promise<void>): Promise<readonly WrittenRow[]> {
  const before = await allRows(data);
  await work();
  const written: WrittenRow[] = [];
  for (const [table, rows] of await allRows(data)) {
    const rowsBefore = before.get(table) ?? [...before].find(([{ name }]) => name === table.name)?.[1] ?? [];
    const keyOf = (row: DataRow): string => JSON.stringify(table.key.map((name) => row[name]));
    const byKey = table.key.length === 0 ? new Map() : new Map(rowsBefore.map((row) => [keyOf(row), row]));
    for (const row of rowsBeyond(rows, rowsBefore)) {
      const old: DataRow | undefined = byKey.get(keyOf(row));
      const columns = table.columns.filter(({ name }) => old === undefined || old[name] !== row[name]);
      written.push({ table, row, columns, isNew: old === undefined });
    }
  }
  return written;
}

/** The written values that are no key and refer to no other row. */
export const cellsOf = (rows: readonly WrittenRow[]): readonly WrittenCell[] =>
  rows.flatMap(({ table, row, columns }) =>
    columns.flatMap((column) => {
      const value = row[column.name];
      return value === null || value === undefined ? [] : [{ table, column, value }];
    }),
  );

const isReference = ({ table, column }: WrittenCell): boolean =>
  table.references.some(({ columns }) => columns.includes(column.name));

/** The number of a cell; undefined where it has none. */
export const numberOf = (value: string | null | undefined): Numeric | undefined =>
  value === null || value === undefined ? undefined : toDecimalText(value.trim());

const isOneOf = (value: Numeric, others: readonly Numeric[]): boolean =>
  others.some((other) => compare(value, other) === 0);

/** Whether an amount is stored, with any sign, or as a whole number of its hundredths. */
export const holdsAmount = (cells: readonly WrittenCell[], wanted: Numeric): boolean =>
  holdsNumber(cells, wanted) || holdsNumber(cells, multiply(wanted, 100));

/** Whether a number is stored, with any sign. */
export function holdsNumber(cells: readonly WrittenCell[], wanted: Numeric): boolean {
  const forms = [wanted, subtract(0, wanted)];
  return cells.some((cell) => {
    const { type } = cell.column;
    const number = type === 'integer' || type === 'decimal' || type === 'text' ? numberOf(cell.value) : undefined;
    return number !== undefined && isOneOf(number, forms) && !isReference(cell);
  });
}

/** The calendar days that a value of a column may mean: a time may be stored in UTC. Empty where it is no day. */
export function daysOf(value: string | null | undefined, zone: string): readonly string[] {
  const [, year, month, day, time] = /^(\d{4})-?(\d\d)-?(\d\d)(?:[T ](.+))?$/.exec(value ?? '') ?? [];
  // Some ERPs write a day of such a year for none.
  if (year === undefined || year <= '0001') return [];
  const writtenDay = `${year}-${month}-${day}`;
  if (time === undefined) return [writtenDay];
  const ms = Date.parse(`${writtenDay}T${time.replace(/([+-]\d\d(:?\d\d)?|Z)$/, '')}Z`);
  return Number.isNaN(ms) ? [writtenDay] : [writtenDay, localDay(ms, zone)];
}

/** Whether a cell is this day (`YYYY-MM-DD`) in the time zone of the ERP, also as part of a time. */
export const holdsDay = (context: CheckContext, cells: readonly WrittenCell[], day: string): boolean =>
  cells.some(({ value }) => daysOf(value, zoneOf(context)).includes(day));

/** Whether a cell contains the text; upper and lower case differ. */
export const holdsText = (cells: readonly WrittenCell[], text: string): boolean =>
  cells.some(({ value }) => value.includes(text));

/** Foreign keys that are followed from a row. */
const mostSteps = 3;

/** Whether a text is stored, or a written row refers to a row that has it, also over two other rows. */
export async function holdsOrRefers(data: ErpData, rows: readonly WrittenRow[], text: string): Promise<boolean> {
  if (cellsOf(rows).some(({ value }) => value.trim() === text)) return true;
  const tables = new Map((await data.tables()).map((table) => [table.name, table]));
  let reached = rows.map(({ table, row }) => ({ table, row }));
  const seen = new Set<string>();
  for (let step = 0; step < mostSteps; step += 1) {
    const next: typeof reached = [];
    for (const { table, row } of reached) {
      for (const reference of table.references) {
        const target = tables.get(reference.table);
        const key = JSON.stringify([reference.table, reference.columns.map((name) => row[name])]);
        if (target === undefined || seen.has(key)) continue;
        seen.add(key);
        for (const one of await referredRows(data, reference, row)) next.push({ table: target, row: one });
      }
    }
    if (next.some(({ row }) => Object.values(row).some((value) => value?.trim() === text))) return true;
    reached = next;
  }
  return false;
}

/** The rows that a foreign key of a row refers to. */
export async function referredRows(
  data: ErpData,
  { columns, table, targetColumns }: DataTable['references'][number],
  row: DataRow,
): Promise<readonly DataRow[]> {
  const target = (await data.tables()).find(({ name }) => name === table);
  if (target === undefined || columns.some((name) => (row[name] ?? null) === null)) return [];
  const where = Object.fromEntries(targetColumns.map((name, index) => [name, row[columns[index] ?? ''] ?? null]));
  return data.rows(target, where);
}
