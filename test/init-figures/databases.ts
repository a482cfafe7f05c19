/** Opens the database of a schema: that of a shipped profile's fixture, or of a folder with SQL files. */
import { cpSync, existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openSqlSource, type SqlSource } from '../../engine/host/index.ts';
import { databaseKinds } from '../../engine/index.ts';
import type { Fixtures } from '../../src/workbench/testing/fixture/fixture.ts';

interface OpenedSchema {
  readonly source: SqlSource;
  close(): Promise<void>;
}

/** Where the files of a schema are. `database`: the kind that loads them. */
export interface SchemaFiles {
  /** A folder with `fixture/`. */
  readonly folder: string;
  /** Name of the source in the folder. */
  readonly source: string;
  readonly database: 'sqlite' | 'postgres' | 'mysql';
}

/**
 * Sage 200 runs on SQL Server, which this machine may not have: SQLite keeps the names and the declared types of its tables, so that only
 * the names of the schema and of `rowversion` go.
 */
function withoutTsql(folder: string): string {
  const copy = mkdtempSync(join(tmpdir(), 'init-figures-'));
  cpSync(join(folder, 'fixture'), join(copy, 'fixture'), { recursive: true });
  for (const name of ['schema', 'lookups', 'warehouses', 'writes']) {
    const file = join(copy, 'fixture', `${name}.sql`);
    const text = readFileSync(file, 'utf8')
      .replaceAll('dbo.', '')
      .replaceAll('(max)', '')
      .replaceAll(/(?<=[\s(,])N'/g, "'");
    writeFileSync(file, text);
  }
  return copy;
}

/** Throws if the files cannot be loaded; the message says which line. */
export async function openSchema(fixtures: Fixtures, files: SchemaFiles): Promise<OpenedSchema> {
  const databaseKind = databaseKinds.find(({ name }) => name === files.database);
  if (databaseKind === undefined) throw new Error(`${files.database} is no kind of database`);
  const isTsql = /\bdbo\./.test(readFileSync(schemaFile(files), 'utf8'));
  const folder = isTsql ? withoutTsql(files.folder) : files.folder;
  const made = await fixtures.make([folder], [{ kind: 'sql', name: files.source, databaseKind, clock: 'UTC' }]);
  if (made.kind === 'unproven') throw new Error(`${made.reason}. ${made.cure}`);
  if (made.kind === 'refused') throw new Error(made.diagnostics.map(({ message }) => message).join('\n'));
  const connection = made.fixture.connections.get(files.source);
  if (connection === undefined) throw new Error(`${files.folder} has no database of its own`);
  const source = await openSqlSource(databaseKind, { connection, clock: 'UTC', connections: 2, folder });
  return {
    source,
    async close() {
      await source.close();
      await made.fixture.drop();
      if (isTsql) rmSync(folder, { recursive: true, force: true });
    },
  };
}

function schemaFile({ folder, source }: SchemaFiles): string {
  const sourceSchema = join(folder, 'fixture', source, 'schema.sql');
  return existsSync(sourceSchema) ? sourceSchema : join(folder, 'fixture', 'schema.sql');
}
