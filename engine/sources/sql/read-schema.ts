/** The tables and views of a database with their columns and keys, read by the statements of its introspection. */
import type { BoundStatement, Row } from '../source.ts';
import type { SqlSource } from './kind.ts';

export interface TableSchema {
  readonly name: string;
  readonly isView: boolean;
  /** In the order of the table. `type`: as the database writes it in a declaration. */
  readonly columns: readonly { readonly name: string; readonly type: string; readonly required: boolean }[];
  readonly primaryKey: readonly string[];
  /** The columns of each other unique key. */
  readonly uniques: readonly (readonly string[])[];
  readonly foreignKeys: readonly {
    readonly columns: readonly string[];
    readonly table: string;
    readonly references: readonly string[];
  }[];
}

/** Runs a query. Rejects with `SourceError`. */
export type ReadQuery = (sql: string, values?: BoundStatement['values']) => Promise<readonly Row[]>;

/** Time limit of one query, in milliseconds. */
const queryTimeoutMs = 30_000;

/** A function that runs queries, each with a time limit of its own. `now`: milliseconds since the epoch. */
export function queryReader(source: Pick<SqlSource, 'read'>, now: () => number): ReadQuery {
  return (sql, values = []) => source.read({ sql, values }, { deadline: now() + queryTimeoutMs });
}

const namesIn = (rows: readonly Row[], name: string): readonly string[] => rows.map((row) => String(row[name]));

/** All tables of the login's own schema, in three queries. Rejects with `SourceError`. */
export async function readSchema(
  { databaseKind: { introspection } }: Pick<SqlSource, 'databaseKind'>,
  read: ReadQuery,
): Promise<readonly TableSchema[]> {
  const byTable = Map.groupBy(await read(introspection.columns), ({ table }) => String(table));
  const keyRows = Map.groupBy(await read(introspection.keys), ({ table }) => String(table));
  const foreignRows = Map.groupBy(await read(introspection.foreignKeys), ({ table }) => String(table));
  const keysIn = (rows: readonly Row[] = []) => [...Map.groupBy(rows, ({ key }) => String(key)).values()];
  const isMain = ([first]: readonly Row[]): boolean => Number(first?.main) === 1;
  const primaryKey = (table: string) => namesIn(keysIn(keyRows.get(table)).find(isMain) ?? [], 'column');
  return [...byTable].map(([name, columns]) => ({
    name,
    isView: false,
    columns: columns.map(({ column, type, required }) => ({
      name: String(column),
      type: String(type),
      required: Number(required) === 1,
    })),
    primaryKey: primaryKey(name),
    uniques: keysIn(keyRows.get(name)).flatMap((rows) => (isMain(rows) ? [] : [namesIn(rows, 'column')])),
    foreignKeys: keysIn(foreignRows.get(name)).map((rows) => {
      const table = String(rows[0]?.target);
      const isNamed = rows.every(({ targetColumn }) => targetColumn !== null);
      const references = isNamed ? namesIn(rows, 'targetColumn') : primaryKey(table);
      return { columns: namesIn(rows, 'column'), table, references };
    }),
  }));
}

/** The views of the login's own schema, as tables without keys. Rejects with `SourceError`. */
export async function readViews(
  { databaseKind: { introspection } }: Pick<SqlSource, 'databaseKind'>,
  read: ReadQuery,
): Promise<readonly TableSchema[]> {
  const rest = { isView: true, primaryKey: [], uniques: [], foreignKeys: [] };
  return [...Map.groupBy(await read(introspection.viewColumns), ({ table }) => String(table))].map(
    ([name, columns]) => ({
      name,
      columns: columns.map(({ column, type }) => ({ name: String(column), type: String(type), required: false })),
      ...rest,
    }),
  );
}

/** Tables, then views. Rejects with `SourceError`. */
export async function readTablesAndViews(
  source: Pick<SqlSource, 'databaseKind'>,
  read: ReadQuery,
): Promise<readonly TableSchema[]> {
  return [...(await readSchema(source, read)), ...(await readViews(source, read))];
}
