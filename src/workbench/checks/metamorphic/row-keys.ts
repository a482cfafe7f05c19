/** Columns that say for which customer, price list, currency or branch a row is, and other values for them. */
import { contract } from '../../../contract/index.ts';
import type { DataColumn, DataReference, DataTable } from '../core/erp-data.ts';
import { isNone } from '../core/erp-data.ts';
import { auditName } from './audit-columns.ts';
import { measuresOf } from './clone.ts';
import { type ErpRow, type Rows, shapesOf } from './rows.ts';

/** The columns of the reference that a column is part of, with what they refer to. */
const referenceOf = ({ references }: DataTable, column: string) =>
  references.find(({ columns }) => columns.length === 1 && columns[0] === column);

/** Values of a key with this name in other tables: a branch that is no reference, because most rows have none. */
function namedValues(rows: Rows, ownTable: DataTable, column: string): readonly string[] {
  const tables = rows.tables.filter(({ name, key }) => name !== ownTable.name && key.includes(column));
  return tables.flatMap((table) => rows.inTable(table).flatMap(({ row }) => row[column] ?? []));
}

/** Whether two rows of the table differ in this column only, measures and single numbers of rows aside: then the ERP distinguishes such rows by it. */
function isShown(rows: Rows, table: DataTable, column: string): boolean {
  if ([table.key, ...table.uniqueKeys].some((key) => key.length > 1 && key.includes(column))) return true;
  const aside = new Set([
    column,
    ...(table.key.length === 1 ? table.key : []),
    ...measuresOf(rows, table).map(({ name }) => name),
  ]);
  const seen = new Map<string, string | null>();
  return rows.inTable(table).some(({ row }) => {
    const others = JSON.stringify(Object.entries(row).filter(([name]) => !aside.has(name)));
    const value = row[column] ?? null;
    const isOther = seen.has(others) && seen.get(others) !== value;
    seen.set(others, value);
    return isOther;
  });
}

/** Whether a row with the same codes, and with values in the same other columns, has a value in this one: a price for all customers has no branch. */
function mayHave(rows: Rows, record: ErpRow, column: string): boolean {
  const { table } = record;
  const aside = new Set([column, ...measuresOf(rows, table).map(({ name }) => name)]);
  const columns = table.columns.filter(({ name, type }) => !aside.has(name) && type !== 'date' && type !== 'datetime');
  const shapeOf = shapesOf(rows, table, columns);
  const shape = shapeOf(record);
  return rows.inTable(table).some((one) => !isNone(one.row[column]) && shapeOf(one) === shape);
}

/** Whether a column has ISO codes of currencies, and nothing else. */
function namesCurrencies(rows: Rows, table: DataTable, name: string): boolean {
  const values = rows.inTable(table).flatMap(({ row }) => (isNone(row[name]) ? [] : (row[name] ?? [])));
  return values.length > 0 && values.every((value) => contract.currencies.has(value));
}

/** The columns by which the ERP distinguishes rows of this product. */
export function keysFor(rows: Rows, record: ErpRow, product: ErpRow, customers: readonly ErpRow[]): readonly string[] {
  const { table } = record;
  const isCandidate = ({ name, type }: DataColumn): boolean => {
    if (type === 'date' || type === 'datetime' || type === 'decimal' || type === 'boolean') return false;
    const isOwnKey = [table.key, ...table.uniqueKeys].some((key) => key.length === 1 && key[0] === name);
    const reference = referenceOf(table, name);
    if (isOwnKey || reference?.table === product.table.name || !mayHave(rows, record, name)) return false;
    // Rows of other customers, and prices in other currencies, need no evidence.
    if (customers.some((one) => one.table.name === reference?.table) || namesCurrencies(rows, table, name)) return true;
    // Nor do groups of customers that some rows name, and others do not.
    const isOptional = rows.inTable(table).some(({ row }) => isNone(row[name]));
    const ofCustomers = customers.flatMap((one) => one.table.references.map((each) => each.table));
    if (reference !== undefined && isOptional && ofCustomers.includes(reference.table) && !auditName.test(name))
      return true;
    return (reference !== undefined || namedValues(rows, table, name).length > 0) && isShown(rows, table, name);
  };
  return table.columns.filter(isCandidate).map(({ name }) => name);
}

/** The values of a reference by which a row names rows of its target, or is one: a key such as 1 may also be any other number of the row. */
const namesOf = (
  { table, row }: ErpRow,
  { table: target, targetColumns }: DataReference,
): readonly (string | null)[] => [
  ...(table.name === target ? targetColumns.map((column) => row[column] ?? null) : []),
  ...table.references.flatMap((one) => (one.table === target ? one.columns.map((column) => row[column] ?? null) : [])),
];

/** Up to two values of the column that no row of these records has: the first and the last, since an answer may take the first or the last row. */
export function foreignValues(
  rows: Rows,
  { table, row }: ErpRow,
  name: string,
  about: readonly ErpRow[],
): readonly string[] {
  const near = about.flatMap((record) => [record, ...rows.referredToBy(record), ...rows.referringTo(record)]);
  const others = near.filter((one) => one.table !== table);
  const reference = referenceOf(table, name);
  const nearValues = new Set(others.flatMap((one) => (reference ? namesOf(one, reference) : Object.values(one.row))));
  const target = rows.tables.find((one) => one.name === reference?.table);
  const inTarget =
    target === undefined ? [] : rows.inTable(target).flatMap((one) => one.row[reference?.targetColumns[0] ?? ''] ?? []);
  const all = [
    ...rows.inTable(table).flatMap((one) => one.row[name] ?? []),
    ...inTarget,
    ...namedValues(rows, table, name),
  ];
  const foreign = [...new Set(all)].filter((value) => !isNone(value) && value !== row[name] && !nearValues.has(value));
  const sorted = foreign.toSorted();
  return [...new Set([...sorted.slice(0, 1), ...sorted.slice(-1)])];
}
