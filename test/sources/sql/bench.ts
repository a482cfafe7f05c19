/** The same tests on every database: a source of either kind over a fresh, empty database. */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { BoundStatement, CallContext, DialectName, SqlSource, SqlValue } from '../../../engine/sources/source.ts';
import { openMysql } from '../../../engine/sources/sql/mysql.ts';
import { openPostgres } from '../../../engine/sources/sql/postgres.ts';
import { openSqlite } from '../../../engine/sources/sql/sqlite.ts';
import { freshDatabase } from '../../support/database.ts';
import { freshMysqlDatabase } from '../../support/mysql-database.ts';

export interface Bench {
  readonly source: SqlSource;
  /** A second process's view: another source over the same database. */
  readonly rival: SqlSource;
  end(): Promise<void>;
}

/** A call that has ten seconds. */
export function soon(): CallContext {
  return { deadline: Date.now() + 10_000 };
}

export function sql(text: string, ...values: readonly SqlValue[]): BoundStatement {
  return { sql: text, values };
}

async function onSqlite(schema: string): Promise<Bench> {
  const folder = mkdtempSync(join(tmpdir(), 'engine-sqlite-'));
  const file = join(folder, 'erp.sqlite');
  const script = join(folder, 'schema.sql');
  writeFileSync(script, schema);
  const source = await openSqlite({ file, create: [script] });
  const rival = await openSqlite({ file });
  const end = async () => {
    await source.close();
    await rival.close();
    rmSync(folder, { recursive: true });
  };
  return { source, rival, end };
}

async function onPostgres(schema: string): Promise<Bench> {
  const database = await freshDatabase();
  await database.run(schema);
  const options = { url: database.url, clock: 'Europe/Berlin', timeoutMs: 10_000 };
  const source = openPostgres(options);
  const rival = openPostgres(options);
  const end = async () => {
    await source.close();
    await rival.close();
    await database.drop();
  };
  return { source, rival, end };
}

async function onMysql(schema: string): Promise<Bench> {
  const database = await freshMysqlDatabase();
  await database.run(schema);
  const options = { url: database.url, clock: 'Europe/Berlin', timeoutMs: 10_000 };
  const source = openMysql(options);
  const rival = openMysql(options);
  const end = async () => {
    await source.close();
    await rival.close();
    await database.drop();
  };
  return { source, rival, end };
}

/** Makes the database from `schema`, which all dialects understand. */
export function bench(dialect: DialectName, schema: string): Promise<Bench> {
  switch (dialect) {
    case 'sqlite':
      return onSqlite(schema);
    case 'postgres':
      return onPostgres(schema);
    case 'mysql':
      return onMysql(schema);
  }
}
