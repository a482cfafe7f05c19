/** Tables and views of the ERP's databases: names, columns, keys and first rows. Only reads. */
import type { z } from 'zod';
import { queryReader, type ReadQuery, readTablesAndViews, type TableSchema } from '../../../engine/host/index.ts';
import { SourceError } from '../../../engine/index.ts';
import { openDatabases, type SqlSource } from '../../../engine/tools/index.ts';
import { Refused } from './access/folder.ts';
import type { tableRowsSchema, tablesSchema } from './protocol/data.ts';
import { cellText, shownRows } from './show-rows.ts';
import type { SessionRecords } from './workspace/session-records.ts';
import type { Workspace } from './workspace/workspace.ts';

/** A name that the caller has given is none of the profile or of the database. The message contains no other name. */
export class UnknownName extends Refused {}

type Tables = z.output<typeof tablesSchema>;
type TableRows = z.output<typeof tableRowsSchema>;

const sampleRows = 50;

/** Opens the databases of the profile for `work`. `otherwise` gets the findings where that is not possible. */
async function withDatabases<T>(
  workspace: Workspace,
  work: (databases: ReadonlyMap<string, SqlSource>, reader: (source: SqlSource) => ReadQuery) => Promise<T>,
  otherwise: (findings: Tables['findings']) => T,
): Promise<T> {
  const { contract, now } = workspace.host;
  const opened = await openDatabases({ ...workspace.load().profile, contract });
  if (!opened.ok) return otherwise(workspace.findings(opened.diagnostics, opened.sources));
  try {
    return await work(opened.databases, (source) => queryReader(source, now));
  } catch (error) {
    if (!(error instanceof SourceError)) throw error;
    throw new Refused([error.message, error.cure].filter((text) => text !== undefined).join(' '));
  } finally {
    await opened.close();
  }
}

const refuse = (findings: Tables['findings']): never => {
  throw new Refused(findings.map(({ message, hint }) => `${message} ${hint}`).join(' '));
};

/** All tables and views of the login's own schema, with columns and keys: four queries for each database. */
export function tables(workspace: Workspace): Promise<Tables> {
  return withDatabases(
    workspace,
    async (databases, reader) => {
      const all: Tables['tables'] = [];
      for (const [source, database] of databases)
        for (const { uniques: _, ...table } of await readTablesAndViews(database, reader(database)))
          all.push({ source, ...table });
      return { tables: all, findings: [] };
    },
    (findings): Tables => ({ tables: [], findings }),
  );
}

/** A table with the values of its first rows, as texts. */
export interface SampledTable {
  readonly table: TableSchema;
  /** By column: values that are not NULL. */
  readonly values: ReadonlyMap<string, readonly string[]>;
}

/** Rows that are read to see what a column contains. */
const judgedRows = 200;

/** The tables and views of a database. `schema`: where the database looks up a table that a statement names without one. */
export interface DatabaseSchema {
  readonly schema: string;
  readonly tables: readonly TableSchema[];
}

/** The tables and views of each database of the profile, by source. Rejects with `Refused` if one cannot be read. */
export function schemas(workspace: Workspace): Promise<ReadonlyMap<string, DatabaseSchema>> {
  return withDatabases(
    workspace,
    async (databases, reader) => {
      const all = new Map<string, DatabaseSchema>();
      for (const [source, database] of databases) {
        const read = reader(database);
        const [row] = await read(database.databaseKind.introspection.schema);
        const tables = await readTablesAndViews(database, read);
        all.set(source, { schema: String(row?.name), tables });
      }
      return all;
    },
    refuse,
  );
}

/** The values in the first rows of these tables of one database. Rejects with `Refused`. */
export function sampledTables(
  workspace: Workspace,
  source: string,
  wanted: readonly TableSchema[],
): Promise<readonly SampledTable[]> {
  return withDatabases(
    workspace,
    async (databases, reader) => {
      const database = databases.get(source);
      if (database === undefined) throw new Refused(`The profile has no database "${source}".`);
      const { quote, firstRows: first } = database.databaseKind.dialect;
      const sampled: SampledTable[] = [];
      for (const table of wanted) {
        const rows = await reader(database)(first('*', `from ${quote(table.name)}`, judgedRows));
        const valuesOf = (name: string) => rows.flatMap((row) => cellText(row[name]) ?? []);
        sampled.push({ table, values: new Map(table.columns.map(({ name }) => [name, valuesOf(name)])) });
      }
      return sampled;
    },
    refuse,
  );
}

/** The first rows of a table. The name is one of the catalogue, quoted by the dialect. */
export function firstRows(
  workspace: Workspace,
  { source: name, table, masked }: { readonly source: string; readonly table: string; readonly masked: boolean },
): Promise<TableRows> {
  return withDatabases(
    workspace,
    async (databases, reader): Promise<TableRows> => {
      const source = databases.get(name);
      if (source === undefined) throw new UnknownName(`The profile has no database "${name}".`);
      const read = reader(source);
      const { columns, viewColumns } = source.databaseKind.introspection;
      const columnRows = [...(await read(columns)), ...(await read(viewColumns))];
      if (!columnRows.some((row) => row.table === table))
        throw new UnknownName(`${name} has no table or view "${table}".`);
      const { quote, firstRows: first } = source.databaseKind.dialect;
      return { rows: shownRows(await read(first('*', `from ${quote(table)}`, sampleRows)), masked) };
    },
    refuse,
  );
}

/** Statements that show a plan, by the kind of database. */
const explaining: Readonly<Record<string, string>> = {
  sqlite: 'EXPLAIN QUERY PLAN ',
  postgres: 'EXPLAIN ',
  mysql: 'EXPLAIN ',
};

/** The plan of a database for a statement that reads, of the last call. The statement is not executed. */
export function plan(workspace: Workspace, { statements }: SessionRecords, number: number): Promise<TableRows> {
  const ran = statements[number];
  if (ran === undefined) throw new Refused('The statement is not one of the last call. Run the call again.');
  return withDatabases(
    workspace,
    async (databases, reader): Promise<TableRows> => {
      const source = databases.get(ran.source);
      const explain = source && explaining[source.databaseKind.name];
      if (source === undefined || explain === undefined)
        return { error: `The plan of ${source?.databaseKind.title ?? ran.source} is not available here.` };
      const isWrite = ran.affected !== undefined && !/^\s*select\b/i.test(ran.sql);
      if (isWrite) return { error: 'The plan of a statement that writes is not shown.' };
      return { rows: shownRows(await reader(source)(`${explain}${ran.sql}`, ran.values)) };
    },
    refuse,
  );
}
