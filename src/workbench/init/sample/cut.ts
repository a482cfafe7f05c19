/** Cuts the rows of a fixture out of the ERP's database: some rows of each table, and all rows that they reference. */
import type { Row, SqlSource } from '../../../../engine/host/index.ts';
import { likelyTables } from '../match/likely-tables.ts';
import { flagValues } from '../match/shapes.ts';
import { type Entity, entities, type FoundTables } from '../match/tables.ts';
import { type Database, keyTo, type Table } from '../model/database.ts';
import { type CutRows, createRowCollector, keyReader } from './row-collector.ts';

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
/** Tables whose rows are taken for the rows of a parent table: lines of documents, and entries and allocations of invoices. */
const children: readonly (readonly [child: Entity, parent: Entity])[] = [
  ['orderLine', 'salesOrder'],
  ['invoiceLine', 'invoice'],
  ['entry', 'invoice'],
  ['allocation', 'invoice'],
];

/**
 * Up to `limit` rows of the sample, at least one: first a row for each value of the columns that have few different values, then the first
 * rows.
 */
function variedRows({ columns, sample }: Table, limit: number): readonly Row[] {
  const seen = new Set<string>();
  const fewValued = columns.filter((column) => {
    const count = new Set(column.values).size;
    return count > 1 && (count <= 8 || flagValues(column) !== undefined);
  });
  const withNewValue = sample.filter((row) => {
    const fresh = fewValued.map(({ name }) => `${name}=${String(row[name])}`).filter((value) => !seen.has(value));
    for (const value of fresh) seen.add(value);
    return fresh.length > 0;
  });
  const chosen = new Set([...withNewValue, ...sample].slice(0, Math.max(limit, 1)));
  return sample.filter((row) => chosen.has(row));
}

/**
 * Takes `limit` rows of each table of the proposals, their lines, and all rows that these reference. `now`: milliseconds since the epoch.
 * Rejects with `SourceError`.
 */
export async function cutRows(
  source: SqlSource,
  database: Database,
  foundTables: FoundTables,
  limit: number,
  now: () => number,
): Promise<CutRows> {
  const collector = createRowCollector(database.tables, keyReader(source, database, now));
  for (const entity of roots) {
    const table = foundTables.get(entity)?.table;
    if (table === undefined) continue;
    // Account entries that reference invoices are taken with their invoices.
    if (entity === 'entry' && keyTo(table, foundTables.get('invoice')?.table) !== undefined) continue;
    await collector.add(table, variedRows(table, limit));
  }
  for (const [child, parent] of children) {
    const [table, parentTable] = [foundTables.get(child)?.table, foundTables.get(parent)?.table];
    const key = table && keyTo(table, parentTable);
    if (table === undefined || parentTable === undefined || key === undefined) continue;
    await collector.addChildren(table, parentTable, key);
  }
  // Open queries name the likely table of a record: the fixture has it, too.
  for (const entity of entities) {
    const likely = foundTables.has(entity) ? undefined : likelyTables(entity, foundTables, database.tables)[0];
    if (likely !== undefined && !collector.rows().has(likely.name))
      await collector.add(likely, variedRows(likely, limit));
  }
  return collector.rows();
}
