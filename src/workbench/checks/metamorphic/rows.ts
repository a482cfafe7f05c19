/** All rows of an ERP in memory, and how they refer to each other. */
import {
  type DataColumn,
  type DataReference,
  type DataRow,
  type DataTable,
  type ErpData,
  isNone,
} from '../core/erp-data.ts';

/** A row with its table. The same object for the same row, so that sets can contain it. */
export interface ErpRow {
  readonly table: DataTable;
  readonly row: DataRow;
}

export interface Rows {
  readonly tables: readonly DataTable[];
  inTable(table: DataTable): readonly ErpRow[];
  /** The rows that a reference of this row names; usually one, none where it refers to nothing. */
  targetsOf(record: ErpRow, reference: DataReference): readonly ErpRow[];
  /** The rows that any reference of this row names. */
  referredToBy(record: ErpRow): readonly ErpRow[];
  /** The rows that refer to this row. */
  referringTo(record: ErpRow): readonly ErpRow[];
}

/** The values of these columns as one text, for comparisons. */
export const valuesAt = (row: DataRow, columns: readonly string[]): string =>
  JSON.stringify(columns.map((name) => row[name] ?? null));

/** Whether the columns of a reference have values. */
export const hasReference = ({ row }: ErpRow, { columns }: DataReference): boolean =>
  !columns.some((name) => isNone(row[name]));

/** Reads all tables. */
export async function readRows(data: ErpData): Promise<Rows> {
  const tables = await data.tables();
  const byTable = new Map<string, readonly ErpRow[]>();
  for (const table of tables)
    byTable.set(
      table.name,
      (await data.rows(table)).map((row) => ({ table, row })),
    );
  const indexes = new Map<string, ReadonlyMap<string, readonly ErpRow[]>>();
  const index = (table: string, columns: readonly string[]): ReadonlyMap<string, readonly ErpRow[]> => {
    const name = JSON.stringify([table, columns]);
    const made = indexes.get(name) ?? Map.groupBy(byTable.get(table) ?? [], ({ row }) => valuesAt(row, columns));
    indexes.set(name, made);
    return made;
  };
  const referring = tables.flatMap((table) => table.references.map((reference) => ({ table, reference })));
  const targetsOf: Rows['targetsOf'] = (record, reference) =>
    hasReference(record, reference)
      ? (index(reference.table, reference.targetColumns).get(valuesAt(record.row, reference.columns)) ?? [])
      : [];
  return {
    tables,
    inTable: ({ name }) => byTable.get(name) ?? [],
    targetsOf,
    referredToBy: (record) => record.table.references.flatMap((reference) => targetsOf(record, reference)),
    referringTo({ table, row }) {
      return referring
        .filter(({ reference }) => reference.table === table.name)
        .flatMap(({ table: other, reference }) =>
          (index(other.name, reference.columns).get(valuesAt(row, reference.targetColumns)) ?? []).filter((one) =>
            hasReference(one, reference),
          ),
        );
    },
  };
}

/** The row whose key a row has as its own key: a transaction that is an invoice. */
export const supertypesOf = (rows: Rows, record: ErpRow): readonly ErpRow[] =>
  record.table.references
    .filter(
      ({ columns }) => columns.length === 1 && columns[0] === record.table.key[0] && record.table.key.length === 1,
    )
    .flatMap((reference) => rows.targetsOf(record, reference));

/** The row, and the rows whose key is its key: an invoice and its transaction. */
export const withTwins = (rows: Rows, record: ErpRow): readonly ErpRow[] => [
  record,
  ...supertypesOf(rows, record),
  ...rows.referringTo(record).filter((one) => supertypesOf(rows, one).includes(record)),
];

/** Whether two values of a column are equal in every row but few: numbers of documents are, names of towns are not. */
export function areDistinct(values: readonly string[]): boolean {
  return values.length > 1 && new Set(values).size >= values.length * 0.9;
}

/** Values of a code at most, and rows for each of them on average: most names and numbers of a small table are different, too. */
const mostCodes = 12;
const leastRowsOfCode = 2;

/** Whether a column is a code: a status, a kind, a flag. It has few values, NULL among them, which repeat. A reference may be one, too, such as that to a price group. */
export function isCodeColumn(rows: Rows, table: DataTable, column: string): boolean {
  const all = rows.inTable(table);
  const { size } = new Set(all.map(({ row }) => row[column]));
  return size <= mostCodes && size * leastRowsOfCode <= all.length;
}

/** The kind of a row, by these columns: the values of its codes, and which others have a value. */
export function shapesOf(rows: Rows, table: DataTable, columns: readonly DataColumn[]): (record: ErpRow) => string {
  const references = new Set(table.references.flatMap((reference) => reference.columns));
  const codes = new Set(
    columns.flatMap(({ name }) => (!references.has(name) && isCodeColumn(rows, table, name) ? [name] : [])),
  );
  return ({ row }) => JSON.stringify(columns.map(({ name }) => (codes.has(name) ? row[name] : isNone(row[name]))));
}
