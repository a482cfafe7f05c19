/** Rows of the ERP from which listed records come, found by the id of the record, with the columns around them. */
import type { DataColumn, DataRow, DataTable, ErpData } from '../../core/erp-data.ts';

/** A record of an answer. */
export interface Listed {
  readonly id: string;
  /** A text that its row must have as well, so that a row of another kind with the same number is not taken for it. */
  readonly also: string;
  /** The values to look for, by field. */
  readonly values: Readonly<Record<string, string>>;
}

/** The values of a column for a record: of its row, or of rows that it refers to or that refer to it. */
export interface LocatedValues {
  readonly listed: Listed;
  readonly values: readonly string[];
}

/** By the name of the column: `invoice.issued_on`, or `receipt.received_on` of a row next to it. */
export type LocatedColumns = ReadonlyMap<
  string,
  { readonly column: DataColumn; readonly located: readonly LocatedValues[] }
>;

interface Loaded {
  readonly table: DataTable;
  readonly rows: readonly DataRow[];
}

/** The rows of each table, by its name. */
export type LoadedRows = ReadonlyMap<string, Loaded>;

/** An id may have a part before the key of the ERP: `invoice:4711`. */
const keyOf = (id: string): readonly string[] => [id, id.slice(id.search(/[^:]*$/))];

const has = (row: DataRow, text: string): boolean => Object.values(row).some((value) => value?.trim() === text);

/**
 * The row of a record in a table: the one whose single key, or single unique column, has the id; in a table without a key, any one column. `near`:
 * whether the text is in a row that it refers to.
 */
function rowOf(all: LoadedRows, { table, rows }: Loaded, { id, also }: Listed, near: boolean): DataRow | undefined {
  const unique = [table.key, ...table.uniqueKeys].flatMap(([name, ...more]) =>
    name !== undefined && more.length === 0 ? [name] : [],
  );
  const columns = table.key.length === 0 && unique.length === 0 ? table.columns.map(({ name }) => name) : unique;
  const ids = keyOf(id);
  const hasText = (row: DataRow): boolean =>
    near ? parentsOf(all, table, row).some((parent) => parent.rows.some((one) => has(one, also))) : has(row, also);
  const matches = rows.filter((row) => columns.some((name) => ids.includes(row[name]?.trim() ?? '')) && hasText(row));
  return matches.length === 1 ? matches[0] : undefined;
}

/** The rows whose columns have the values of other columns of this row: none where one of these is NULL. */
function matching(
  row: DataRow,
  target: Loaded | undefined,
  pairs: readonly (readonly [own: string, other: string])[],
): readonly Loaded[] {
  if (target === undefined || pairs.some(([column]) => (row[column] ?? null) === null)) return [];
  const rows = target.rows.filter((one) => pairs.every(([column, other]) => one[other] === row[column]));
  return [{ table: target.table, rows }];
}

/** The rows that a row refers to, each list with the name of its table. */
const parentsOf = (all: LoadedRows, table: DataTable, row: DataRow): readonly Loaded[] =>
  table.references.flatMap(({ columns, table: target, targetColumns }) =>
    matching(
      row,
      all.get(target),
      columns.map((name, index) => [name, targetColumns[index] ?? ''] as const),
    ),
  );

/** The rows next to a row, each list with the name of its table. */
function neighbours(all: LoadedRows, table: DataTable, row: DataRow): readonly Loaded[] {
  const children = [...all.values()].flatMap((child) =>
    child.table.references
      .filter((one) => one.table === table.name)
      .flatMap(({ columns, targetColumns }) =>
        matching(
          row,
          child,
          columns.map((name, index) => [targetColumns[index] ?? '', name] as const),
        ),
      ),
  );
  return [...parentsOf(all, table, row), ...children];
}

/** All rows of the ERP. */
export async function loadRows(data: ErpData): Promise<LoadedRows> {
  const all = new Map<string, Loaded>();
  for (const table of await data.tables()) all.set(table.name, { table, rows: await data.rows(table) });
  return all;
}

/**
 * The columns of certain types around the rows of some records, by the table of the rows. Records whose row is not found are left out. Where no row has
 * the texts of the records, rows count that refer to one with them: an account whose name is that of a company.
 */
export function locate(
  all: LoadedRows,
  listed: readonly Listed[],
  isWanted: (column: DataColumn) => boolean,
): readonly LocatedColumns[] {
  const places = columnsAround(all, listed, isWanted, false);
  return places.length > 0 ? places : columnsAround(all, listed, isWanted, true);
}

function columnsAround(
  all: LoadedRows,
  listed: readonly Listed[],
  isWanted: (column: DataColumn) => boolean,
  near: boolean,
): readonly LocatedColumns[] {
  const places: LocatedColumns[] = [];
  for (const loaded of all.values()) {
    const columns = new Map<string, { readonly column: DataColumn; readonly located: LocatedValues[] }>();
    for (const one of listed) {
      const row = rowOf(all, loaded, one, near);
      if (row === undefined) continue;
      for (const { table, rows } of [{ ...loaded, rows: [row] }, ...neighbours(all, loaded.table, row)]) {
        for (const column of table.columns.filter(isWanted)) {
          const name = `${table.name}.${column.name}`;
          const values = rows.flatMap((each) => each[column.name] ?? []);
          const entry = columns.get(name) ?? { column, located: [] };
          if (values.length > 0) entry.located.push({ listed: one, values });
          columns.set(name, entry);
        }
      }
    }
    if (columns.size > 0) places.push(columns);
  }
  return places;
}
