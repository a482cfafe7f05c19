/** A small part of the ERP's rows that stands by itself: some of each table, and all that they point at. */
import type { Row, SqlSource, SqlValue } from '../../../engine/internal/index.ts';
import { flagValues } from '../match/shapes.ts';
import type { Entity, FoundTables } from '../match/tables.ts';
import { type Database, type ForeignKey, keyTo, type Table } from '../model/database.ts';

/** Rows by the name of their table; of each row the columns that the table has. */
export type CutRows = ReadonlyMap<string, readonly Row[]>;

/** Tables whose rows are taken first. */
const roots: readonly Entity[] = [
  'customer',
  'item',
  'address',
  'customerPrice',
  'purchaseOrder',
  'salesOrder',
  'invoice',
  'payment',
  'entry',
];
/** Rows without which others mean little: whose key, of which table. */
const children: readonly (readonly [Entity, Entity])[] = [
  ['orderLine', 'salesOrder'],
  ['invoiceLine', 'invoice'],
  ['entry', 'invoice'],
  ['allocation', 'invoice'],
];
/** Keys in one question. */
const together = 50;
/** Milliseconds for one statement. */
const queryTimeoutMs = 20_000;

/** Some rows: first one for each value of the columns that have few, then the first ones. */
function varied({ columns, sample }: Table, most: number): readonly Row[] {
  const seen = new Set<string>();
  const telling = columns.filter((column) => {
    const count = new Set(column.values).size;
    return count > 1 && (count <= 8 || flagValues(column) !== undefined);
  });
  const first = sample.filter((row) => {
    const fresh = telling.map(({ name }) => `${name}=${String(row[name])}`).filter((value) => !seen.has(value));
    for (const value of fresh) seen.add(value);
    return fresh.length > 0;
  });
  const chosen = new Set([...first, ...sample].slice(0, Math.max(most, 1)));
  return sample.filter((row) => chosen.has(row));
}

const isValue = (cell: Row[string] | undefined): cell is SqlValue =>
  cell !== undefined && !(cell instanceof Uint8Array);

/** The values of some columns; undefined where one of them is missing. */
function valuesOf(row: Row, columns: readonly string[]): readonly SqlValue[] | undefined {
  const values = columns.map((column) => row[column]);
  return values.every((value) => isValue(value) && value !== null) ? values.filter(isValue) : undefined;
}

/** Takes `most` rows of each table of the proposals, their lines, and whatever any of them points at. */
export async function cutRows(
  source: SqlSource,
  { tables, databaseKind }: Database,
  found: FoundTables,
  most: number,
  now: () => number,
): Promise<CutRows> {
  const { quote, placeholder } = databaseKind.dialect;
  const byName = new Map(tables.map((table) => [table.name, table]));
  const taken = new Map<string, Map<string, Row>>();

  /** Adds rows; gives those that are new. */
  function take(table: Table, rows: readonly Row[]): readonly Row[] {
    const own = taken.get(table.name) ?? new Map<string, Row>();
    taken.set(table.name, own);
    return rows.flatMap((row) => {
      const whole = Object.fromEntries(table.columns.map(({ name }) => [name, row[name] ?? null]));
      const key = (table.primaryKey.length > 0 ? table.primaryKey : Object.keys(whole))
        .map((name) => String(whole[name]))
        .join('\n');
      if (own.has(key)) return [];
      own.set(key, whole);
      return [whole];
    });
  }

  async function rowsBy(
    table: Table,
    columns: readonly string[],
    keys: readonly (readonly SqlValue[])[],
  ): Promise<readonly Row[]> {
    const rows: Row[] = [];
    for (let from = 0; from < keys.length; from += together) {
      const some = keys.slice(from, from + together);
      let place = 0;
      const tests = some.map(
        (key) => `(${key.map((_, index) => `${quote(columns[index] ?? '')} = ${placeholder(++place)}`).join(' and ')})`,
      );
      const sql = `select * from ${quote(table.name)} where ${tests.join(' or ')}`;
      rows.push(...(await source.read({ sql, values: some.flat() }, { deadline: now() + queryTimeoutMs })));
    }
    return rows;
  }

  function keysIn(rows: readonly Row[], columns: readonly string[]): readonly (readonly SqlValue[])[] {
    const all = rows.flatMap((row) => {
      const values = valuesOf(row, columns);
      return values === undefined ? [] : [[values.map(String).join('\n'), values] as const];
    });
    return [...new Map(all).values()];
  }

  /** Takes what the rows point at, and what that points at. */
  async function close(table: Table, rows: readonly Row[]): Promise<void> {
    if (rows.length === 0) return;
    for (const key of table.foreignKeys) {
      const target = byName.get(key.table);
      if (target === undefined) continue;
      const keys = keysIn(rows, key.columns).filter((values) => !has(target, key, values));
      if (keys.length > 0) await close(target, take(target, await rowsBy(target, key.references, keys)));
    }
  }

  const has = (target: Table, { references }: ForeignKey, values: readonly SqlValue[]): boolean =>
    references.join('\n') === target.primaryKey.join('\n') &&
    taken.get(target.name)?.has(values.map(String).join('\n')) === true;

  for (const entity of roots) {
    const table = found.get(entity)?.table;
    if (table === undefined) continue;
    // Entries of an account come with their invoices, where they have some.
    if (entity === 'entry' && keyTo(table, found.get('invoice')?.table) !== undefined) continue;
    await close(table, take(table, varied(table, most)));
  }
  for (const [child, parent] of children) {
    const [table, above] = [found.get(child)?.table, found.get(parent)?.table];
    const key = table && keyTo(table, above);
    if (table === undefined || above === undefined || key === undefined) continue;
    const parents = [...(taken.get(above.name)?.values() ?? [])];
    const keys = keysIn(parents, key.references);
    await close(table, take(table, await rowsBy(table, key.columns, keys)));
  }
  return new Map([...taken].map(([name, rows]) => [name, [...rows.values()]]));
}
