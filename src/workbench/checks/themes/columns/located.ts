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
export interface Found {
  readonly listed: Listed;
  readonly values: readonly string[];
}

/** By the name of the column: `invoice.issued_on`, or `receipt.received_on` of a row next to it. */
export type FoundColumns = ReadonlyMap<string, { readonly column: DataColumn; readonly found: readonly Found[] }>;

interface Loaded {
  readonly table: DataTable;
  readonly rows: readonly DataRow[];
}

/** The rows of each table, by its name. */
export type LoadedRows = ReadonlyMap<string, Loaded>;

/** An id may have a part before the key of the ERP: `invoice:4711`. */
const keyOf = (id: string): readonly string[] => [id, id.slice(id.search(/[^:]*$/))];

const has = (row: DataRow, text: string): boolean => Object.values(row).some((value) => value?.trim() === text);

/** The row of a record in a table: the one whose single key, or single unique column, has the id; in a table without a key, any one column. */
function rowOf({ table, rows }: Loaded, { id, also }: Listed): DataRow | undefined {
  const unique = [table.key, ...table.uniqueKeys].flatMap(([name, ...more]) =>
    name !== undefined && more.length === 0 ? [name] : [],
  );
  const columns = table.key.length === 0 && unique.length === 0 ? table.columns.map(({ name }) => name) : unique;
  const ids = keyOf(id);
  const found = rows.filter((row) => columns.some((name) => ids.includes(row[name]?.trim() ?? '')) && has(row, also));
  return found.length === 1 ? found[0] : undefined;
}

/** The rows next to a row, each list with the name of its table. */
function neighbours(all: LoadedRows, table: DataTable, row: DataRow): readonly Loaded[] {
  const matching = (target: Loaded | undefined, pairs: readonly (readonly [string, string])[]): readonly Loaded[] =>
    target === undefined || pairs.some(([own]) => (row[own] ?? null) === null)
      ? []
      : [
          {
            table: target.table,
            rows: target.rows.filter((one) => pairs.every(([own, other]) => one[other] === row[own])),
          },
        ];
  const parents = table.references.flatMap(({ columns, table: target, targetColumns }) =>
    matching(
      all.get(target),
      columns.map((name, index) => [name, targetColumns[index] ?? ''] as const),
    ),
  );
  const children = [...all.values()].flatMap((child) =>
    child.table.references
      .filter((one) => one.table === table.name)
      .flatMap(({ columns, targetColumns }) =>
        matching(
          child,
          columns.map((name, index) => [targetColumns[index] ?? '', name] as const),
        ),
      ),
  );
  return [...parents, ...children];
}

/** All rows of the ERP. */
export async function loadRows(data: ErpData): Promise<LoadedRows> {
  const all = new Map<string, Loaded>();
  for (const table of await data.tables()) all.set(table.name, { table, rows: await data.rows(table) });
  return all;
}

/** The columns of certain types around the rows of some records, by the table of the rows. Records whose row is not found are left out. */
export function locate(
  all: LoadedRows,
  listed: readonly Listed[],
  isWanted: (column: DataColumn) => boolean,
): readonly FoundColumns[] {
  const places: FoundColumns[] = [];
  for (const loaded of all.values()) {
    const columns = new Map<string, { readonly column: DataColumn; readonly found: Found[] }>();
    for (const one of listed) {
      const row = rowOf(loaded, one);
      if (row === undefined) continue;
      for (const { table, rows } of [{ ...loaded, rows: [row] }, ...neighbours(all, loaded.table, row)]) {
        for (const column of table.columns.filter(isWanted)) {
          const name = `${table.name}.${column.name}`;
          const values = rows.flatMap((each) => each[column.name] ?? []);
          const known = columns.get(name) ?? { column, found: [] };
          if (values.length > 0) known.found.push({ listed: one, values });
          columns.set(name, known);
        }
      }
    }
    if (columns.size > 0) places.push(columns);
  }
  return places;
}
