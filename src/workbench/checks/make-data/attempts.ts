/** Small changes of the ERP's rows that may give a check the record that it lacks: copies of rows with what belongs to them, and copies with another value. */

import type { DataColumn, DataRow, DataTable, ErpData } from '../core/erp-data.ts';
import { spread } from '../core/sample.ts';
import { mostRows } from '../metamorphic/candidate.ts';
import { cloneFamily, measuresOf } from '../metamorphic/clone.ts';
import { type Family, familyOf, familyText } from '../metamorphic/family.ts';
import type { FreshValues } from '../metamorphic/fresh-values.ts';
import type { ErpRow, Rows } from '../metamorphic/rows.ts';
import { plusDays } from '../validation/days.ts';

export interface Attempt {
  /** What is changed, for people: a clause in the past tense. */
  readonly what: string;
  readonly apply: (data: ErpData) => Promise<void>;
}

export interface AttemptInput {
  /** As the fixture has them, before any check has run. */
  readonly rows: Rows;
  readonly fresh: FreshValues;
  /** Those of records in answers. */
  readonly ids: ReadonlySet<string>;
  /** The customers whose rows may be copied, the best first. */
  readonly customers: readonly Family[];
  /** The tables that the endpoint reads, the one of most fields first. */
  readonly tables: readonly DataTable[];
  /** ISO 8601. */
  readonly today: string;
}

const mostTables = 4;
const rowsOfTable = 3;
/** Changes of values. */
const mostChanged = 50;
/** Copies of one row: for a second page, and for more rows than the default limits of the contract. */
const copyCounts = [4, 25, 60, 110];
/** Rows of which the two with the fewest dependent rows are copied many times. */
const candidatesForMany = 60;

const nameOf = ({ table, row }: ErpRow): string =>
  `${table.name} ${(table.key.length > 0 ? table.key : Object.keys(row).slice(0, 2)).map((name) => row[name]).join(', ')}`;

/** Values that the row does not have, and that may mean something else: nothing, zero, a day before or after today, another code of the column. */
function otherValues(
  { rows, today }: AttemptInput,
  { table, row }: ErpRow,
  column: DataColumn,
): readonly (string | null)[] {
  const { name, type, nullable } = column;
  const now = row[name] ?? null;
  const all = ((): readonly (string | null)[] => {
    switch (type) {
      case 'date':
        return [plusDays(today, 30), plusDays(today, -30)];
      case 'datetime':
        return [`${plusDays(today, 30)} 12:00:00`, `${plusDays(today, -30)} 12:00:00`];
      case 'decimal':
        return ['0'];
      case 'integer':
      case 'text':
      case 'boolean': {
        const values = new Set(rows.inTable(table).map((one) => one.row[name] ?? null));
        return values.size > 6 ? [] : [...values];
      }
      case 'other':
        return [];
    }
  })();
  return [...new Set([...all, ...(nullable ? [null] : [])])].filter((value) => value !== now);
}

/** Columns that are neither keys nor references. */
const plainColumns = ({ columns, key, uniqueKeys, references }: DataTable): readonly DataColumn[] => {
  const bound = new Set([key, ...uniqueKeys, ...references.map((one) => one.columns)].flat());
  return columns.filter(({ name }) => !bound.has(name));
};

/** Copies of one row that belong to another record: an address to another customer. */
function* movedCopies({ rows, fresh }: AttemptInput, record: ErpRow): Generator<Attempt> {
  const { table, row } = record;
  for (const reference of table.references) {
    const target = rows.tables.find(({ name }) => name === reference.table);
    const presentTargets = rows.targetsOf(record, reference);
    const others =
      target === undefined
        ? []
        : spread(rows.inTable(target), rowsOfTable).filter((one) => !presentTargets.includes(one));
    for (const other of others) {
      const changed: DataRow = Object.fromEntries(
        reference.columns.map((name, at) => [name, other.row[reference.targetColumns[at] ?? ''] ?? null]),
      );
      const apply = async (data: ErpData): Promise<void> => {
        const keys = { ...changed, ...fresh.forKeys(table, row, changed) };
        await data.copy(table, row, { ...fresh.numbersOf(table, row), ...keys });
      };
      yield { what: `${nameOf(record)} was copied to ${nameOf(other)}`, apply };
    }
  }
}

const copyText = (family: Family): string => `${nameOf(family.root)} was copied with its rows (${familyText(family)})`;

/** Small changes first. */
export function* attemptsFor(input: AttemptInput): Generator<Attempt> {
  const { rows, fresh, ids, customers, tables } = input;
  const [first] = tables;
  const copied: Copy = async (data, family) => (await cloneFamily(data, rows, family, { ids }, fresh)).made;
  const records = tables.slice(0, mostTables).flatMap((table) => spread(rows.inTable(table), rowsOfTable));
  for (const record of records.filter(({ table }) => table === first)) yield* movedCopies(input, record);
  const families = records.flatMap((record) => familyOf(rows, record, { most: mostRows }) ?? []);
  const hasRecord = (family: Family): boolean => family.records.some(({ table }) => table === first);
  const owners = [...customers.filter(hasRecord), ...customers].slice(0, 2);
  for (const family of [...owners, ...families])
    yield { what: copyText(family), apply: async (data) => void (await copied(data, family)) };
  yield* changedCopies(input, families, copied).take(mostChanged);
  yield* manyCopies(input, copied);
}

type Copy = (data: ErpData, family: Family) => Promise<ReadonlyMap<ErpRow, DataRow>>;

/** Copies with another value, and rows with another value. */
function* changedCopies(input: AttemptInput, families: readonly Family[], copied: Copy): Generator<Attempt> {
  for (const family of families) {
    const { root } = family;
    for (const column of plainColumns(root.table))
      for (const value of otherValues(input, root, column)) {
        const change = { [column.name]: value };
        const other = `${column.name} ${value === null ? 'NULL' : value}`;
        yield {
          what: `${copyText(family)}, with ${other}`,
          async apply(data) {
            const copy = (await copied(data, family)).get(root);
            if (copy !== undefined) await data.update(root.table, copy, change);
          },
        };
        yield {
          what: `${nameOf(root)} was changed: ${other}`,
          apply: async (data) => void (await data.update(root.table, root.row, change)),
        };
      }
  }
}

/** Many copies of one row of the first table, with amounts of 0: a sum that the ERP keeps stays right. */
function* manyCopies({ rows, tables: [table] }: AttemptInput, copied: Copy): Generator<Attempt> {
  if (table === undefined) return;
  const families = spread(rows.inTable(table), candidatesForMany).flatMap(
    (record) => familyOf(rows, record, { most: mostRows }) ?? [],
  );
  const smallest = families.toSorted((one, other) => one.records.length - other.records.length).slice(0, 2);
  for (const count of copyCounts)
    for (const family of smallest)
      yield {
        what: `${nameOf(family.root)} was copied with its rows (${familyText(family)}) ${count} times, with amounts of 0`,
        async apply(data) {
          for (let left = count; left > 0; left -= 1)
            for (const [{ table: copiedTable }, copy] of await copied(data, family)) {
              const amounts = measuresOf(rows, copiedTable).filter(({ name }) => Number(copy[name]) !== 0);
              if (amounts.length > 0)
                await data.update(copiedTable, copy, Object.fromEntries(amounts.map(({ name }) => [name, '0'])));
            }
        },
      };
}
