/** A row with all rows that belong to it: those that refer to it, directly or through others, and those that these alone refer to. */
import { oncePer } from '../../../../engine/tools/index.ts';
import type { DataReference, DataTable } from '../core/erp-data.ts';
import { type ErpRow, isCodeColumn, type Rows, supertypesOf } from './rows.ts';

export interface Family {
  readonly root: ErpRow;
  /** Each row after those that it refers to, as far as there is such an order. */
  readonly records: readonly ErpRow[];
  /** Rows that belong to another root, too, such as a payment of the invoices of two customers. They are not in `records`. */
  readonly sharedRows: readonly ErpRow[];
}

/** The references of a row to rows that are not in the family. */
const outside = (rows: Rows, record: ErpRow, family: ReadonlySet<ErpRow>): readonly ErpRow[] =>
  rows.referredToBy(record).filter((target) => !family.has(target));

/** Whether a row belongs to another root: a path of references leads to it through tables of the family. */
function isOfAnother(rows: Rows, from: ErpRow, root: ErpRow, tables: ReadonlySet<string>): boolean {
  const seen = new Set<ErpRow>();
  const queue = [from];
  for (let next = queue.pop(); next !== undefined; next = queue.pop()) {
    if (seen.has(next) || next === root || !tables.has(next.table.name)) continue;
    if (next.table === root.table) return true;
    seen.add(next);
    queue.push(...rows.referredToBy(next));
  }
  return false;
}

/** Rows of a table that show that few rows share one of them, and the rows that refer to most of them. */
const fewestOwned = 3;
const mostOwners = 2;

/** The tables whose rows belong to one or two rows each, such as addresses that another table assigns to customers. Looked for once. */
const detailTables = oncePer((rows: Rows): ReadonlySet<DataTable> => {
  const isDetail = (table: DataTable): boolean => {
    const counts = rows
      .inTable(table)
      .map((one) => rows.referringTo(one).length)
      .filter((count) => count > 0);
    const median = counts.toSorted((one, other) => one - other)[Math.floor(counts.length / 2)] ?? 0;
    return counts.length >= fewestOwned && median <= mostOwners;
  };
  return new Set(rows.tables.filter(isDetail));
}, new WeakMap<Rows, ReadonlySet<DataTable>>());

/** The references of a row, without those of few values, which are codes, such as a currency. */
const ownReferences = (rows: Rows, { table }: ErpRow): readonly DataReference[] =>
  table.references.filter(({ columns }) => !columns.some((column) => isCodeColumn(rows, table, column)));

/** The rows of details that a row refers to, that rows of its family alone refer to, and that refer to no other row themselves. */
function ownDetails(rows: Rows, record: ErpRow, family: ReadonlySet<ErpRow>): readonly ErpRow[] {
  const details = detailTables(rows);
  const isInside = (one: ErpRow): boolean => family.has(one);
  return ownReferences(rows, record)
    .filter(({ table }) => table !== record.table.name)
    .flatMap((reference) => rows.targetsOf(record, reference))
    .filter(
      (one) =>
        details.has(one.table) &&
        rows.referringTo(one).every(isInside) &&
        ownReferences(rows, one).every((reference) => rows.targetsOf(one, reference).every(isInside)),
    );
}

/** Which rows a family has. */
export interface FamilyScope {
  /** Rows at most. */
  readonly most: number;
  /** Rows that are no part of it, and not shared either. */
  readonly isLeftOut?: ((record: ErpRow) => boolean) | undefined;
  /** A row that the root refers to, and that belongs to the root alone: the company of an account. */
  readonly owned?: ErpRow | undefined;
}

function reached(
  rows: Rows,
  root: ErpRow,
  isBanned: (record: ErpRow) => boolean,
  { most, owned }: FamilyScope,
): ReadonlySet<ErpRow> | undefined {
  const family = new Set([root, ...(owned === undefined ? [] : [owned])]);
  for (let size = 0; size < family.size; ) {
    size = family.size;
    for (const record of family) {
      for (const one of [...rows.referringTo(record), ...supertypesOf(rows, record)])
        if (!isBanned(one)) family.add(one);
      if (family.size > most) return undefined;
    }
    const details = [...family].flatMap((record) => ownDetails(rows, record, family));
    for (const one of details) if (one.table !== root.table && !isBanned(one)) family.add(one);
  }
  return family;
}

/** Each row after those that it refers to. */
export function ordered(rows: Rows, family: ReadonlySet<ErpRow>): readonly ErpRow[] {
  const placed = new Set<ErpRow>();
  const begun = new Set<ErpRow>();
  const place = (record: ErpRow): void => {
    if (begun.has(record)) return;
    begun.add(record);
    for (const target of rows.referredToBy(record)) if (family.has(target)) place(target);
    placed.add(record);
  };
  for (const record of family) place(record);
  return [...placed];
}

/** Undefined where more rows belong to the root than the scope allows. */
export function familyOf(rows: Rows, root: ErpRow, scope: FamilyScope): Family | undefined {
  const { isLeftOut = () => false } = scope;
  const banned = new Set<ErpRow>();
  for (;;) {
    const family = reached(rows, root, (one) => banned.has(one) || isLeftOut(one), scope);
    if (family === undefined) return undefined;
    const tables = new Set([...family].map(({ table }) => table.name));
    const sharedRows = [...family].filter(
      (record) => record !== root && outside(rows, record, family).some((one) => isOfAnother(rows, one, root, tables)),
    );
    if (sharedRows.length === 0) return { root, records: ordered(rows, family), sharedRows: [...banned] };
    for (const record of sharedRows) banned.add(record);
  }
}

/** Tables that a text names at most. */
const namedTables = 5;

/** How many rows of each table a family has: `1 customer, 3 customer_address`. */
export function familyText({ records }: Pick<Family, 'records'>): string {
  const byTable = [...Map.groupBy(records, ({ table }) => table.name)];
  const named = byTable.slice(0, namedTables).map(([name, tableRecords]) => `${tableRecords.length} ${name}`);
  const others = byTable.slice(namedTables).reduce((count, [, tableRecords]) => count + tableRecords.length, 0);
  return [...named, ...(others === 0 ? [] : [`${others} rows of other tables`])].join(', ');
}
