/** Columns and texts that refer to rows of a family, or from them to others, though no reference says so. */
import type { DataTable } from '../core/erp-data.ts';
import { isNone } from '../core/erp-data.ts';
import type { Family } from './family.ts';
import { type ErpRow, isCodeColumn, type Rows } from './rows.ts';
import { sharedNumber } from './shared-numbers.ts';

/** Whether a column numbers rows within others, such as the lines of a document: it begins anew with each value of the other columns of the key. */
function isCounter(rows: Rows, table: DataTable, column: string): boolean {
  if (table.key.length < 2 || !table.key.includes(column)) return false;
  const others = table.key.filter((name) => name !== column);
  const groups = Map.groupBy(rows.inTable(table), ({ row }) => JSON.stringify(others.map((name) => row[name])));
  const firsts = [...groups.values()].map((sameRows) => Math.min(...sameRows.map(({ row }) => Number(row[column]))));
  return firsts.length > 1 && Number.isFinite(firsts[0]) && new Set(firsts).size === 1;
}

/** The values of a table's first key column in these rows. */
const keysOf = (table: DataTable, all: readonly ErpRow[]): ReadonlySet<string> =>
  new Set(all.flatMap(({ row }) => row[table.key[0] ?? ''] ?? []));

const isWithin = (values: ReadonlySet<string>, all: ReadonlySet<string>): boolean =>
  [...values].every((value) => all.has(value));

/** Columns that may refer to a row though no reference says so. */
function undeclaredReferences(rows: Rows, table: DataTable): readonly string[] {
  const names = new Set([
    ...(table.key.length === 1 ? table.key : []),
    ...table.references.flatMap(({ columns }) => columns),
  ]);
  return table.columns
    .filter(({ type }) => type === 'integer' || type === 'text' || type === 'other')
    .map(({ name }) => name)
    .filter((name) => !names.has(name) && !isCounter(rows, table, name));
}

/** The values of a column in these rows, without NULL and what stands for it. */
const valuesIn = (all: readonly ErpRow[], name: string): ReadonlySet<string> =>
  new Set(all.flatMap(({ row }) => (isNone(row[name]) ? [] : (row[name] ?? []))));

/** Whether a code names a table: `customer`, or `part` for `parts`. */
const namesTable = (code: string | null | undefined, { name }: DataTable): boolean => {
  const [short, long] = [code?.toLowerCase() ?? '', name.slice(name.lastIndexOf('.') + 1).toLowerCase()];
  return short !== '' && ['', 's', 'es'].some((plural) => long === `${short}${plural}`);
};

/** The values that a column may have as references to a table: of all rows, and of those with a code that names the table, since other codes may name others. */
function referenceValues(
  rows: Rows,
  table: DataTable,
  name: string,
  { outside, target }: { readonly outside: readonly ErpRow[]; readonly target: DataTable },
): readonly ReadonlySet<string>[] {
  const codes = table.columns.filter(({ type, name: code }) => type === 'text' && isCodeColumn(rows, table, code));
  const coded = codes.map(({ name: code }) => outside.filter(({ row }) => namesTable(row[code], target)));
  return [outside, ...coded].map((all) => valuesIn(all, name));
}

/**
 * A column that may refer to rows of a family though no reference says so: each of its values is the key of a row in a table of the family, and a row
 * outside of the family has one of the family. As `table.column`; undefined where there is none.
 */
export function unknownKeyReference(rows: Rows, { records }: Pick<Family, 'records'>): string | undefined {
  const family = new Set(records);
  const targets = [...Map.groupBy(records, ({ table }) => table)].flatMap(([target, familyTargets]) =>
    target.key.length === 1
      ? [{ target, familyKeys: keysOf(target, familyTargets), all: keysOf(target, rows.inTable(target)) }]
      : [],
  );
  for (const table of rows.tables) {
    for (const name of undeclaredReferences(rows, table)) {
      const outside = rows.inTable(table).filter((one) => !family.has(one));
      const mayRefer = ({ target, familyKeys, all }: (typeof targets)[number]): boolean =>
        referenceValues(rows, table, name, { outside, target }).some(
          (values) => values.size > 1 && [...values].some((value) => familyKeys.has(value)) && isWithin(values, all),
        );
      if (targets.some(mayRefer)) return `${table.name}.${name}`;
    }
  }
  return undefined;
}

/** The same, or a column that shares the numbers of documents with a table of the family. */
export const unknownReference = (rows: Rows, family: Pick<Family, 'records'>): string | undefined =>
  unknownKeyReference(rows, family) ?? sharedNumber(rows, family.records);

/**
 * Whether a row of a family may name a row outside of it, of its own table, in an optional column that no reference declares: the lines of a progress
 * invoice name those of the invoice before.
 */
export function namesRelative(rows: Rows, { records }: Pick<Family, 'records'>): boolean {
  return [...Map.groupBy(records, ({ table }) => table)].some(([table, tableRecords]) => {
    if (table.key.length !== 1) return false;
    const [all, inside] = [keysOf(table, rows.inTable(table)), keysOf(table, tableRecords)];
    return undeclaredReferences(rows, table).some((name) => {
      const named = rows.inTable(table).filter(({ row }) => !isNone(row[name]));
      const values = valuesIn(named, name);
      // A code, such as the kind of a document, has the same values again and again; few rows name the same relative.
      const isReference = named.length < rows.inTable(table).length && values.size * 2 >= named.length;
      return isReference && isWithin(values, all) && !isWithin(valuesIn(tableRecords, name), inside);
    });
  });
}

/** A reference with the name of its table: Tryton writes `sale.line,12` for the row 12 of sale_line. */
const textReference = /^([a-z_][\w.]*),(\d+)$/i;

/** Whether a row of a family names a row outside of it in a text with the name of its table: the line of an order that a line of an invoice is for. */
export function namesByText(rows: Rows, { records }: Pick<Family, 'records'>): boolean {
  const family = new Set(records);
  const tables = new Map(rows.tables.map((table) => [table.name.toLowerCase(), table]));
  const isOutside = (value: string | null): boolean => {
    const [, name = '', id] = textReference.exec(value ?? '') ?? [];
    const table = tables.get(name.replaceAll('.', '_').toLowerCase());
    const [key, ...more] = table?.key ?? [];
    if (table === undefined || key === undefined || more.length > 0) return false;
    return rows.inTable(table).some((one) => one.row[key] === id && !family.has(one));
  };
  return records.some(({ row }) => Object.values(row).some(isOutside));
}
