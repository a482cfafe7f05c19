/** The same tests on every database: a source over a fresh, empty database of each kind. */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { inject } from 'vitest';
import type { BoundStatement, CallContext, DatabaseAccess, SqlValue } from '../../../../engine/sources/source.ts';
import { openMssql } from '../../../../engine/sources/sql/mssql/source.ts';
import { openMysql } from '../../../../engine/sources/sql/mysql/source.ts';
import { openPostgres } from '../../../../engine/sources/sql/postgres/source.ts';
import { openSqlite } from '../../../../engine/sources/sql/sqlite/source.ts';
import { freshDatabase } from '../../../support/database.ts';
import type { DialectName } from '../../../support/kinds.ts';
import { freshMssql } from '../../../support/mssql.ts';
import { freshMysqlDatabase } from '../../../support/mysql-database.ts';

export interface Bench {
  readonly source: DatabaseAccess;
  /** A second process's view: another source over the same database. */
  readonly rival: DatabaseAccess;
  end(): Promise<void>;
}

/** A call whose deadline does not pass, however busy the machine is. */
export function soon(): CallContext {
  return { deadline: Date.now() + 60_000 };
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
  const options = { url: database.url, clock: 'Europe/Berlin', timeoutMs: 60_000 };
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
  const options = { url: database.url, clock: 'Europe/Berlin', timeoutMs: 60_000 };
  const source = openMysql(options);
  const rival = openMysql(options);
  const end = async () => {
    await source.close();
    await rival.close();
    await database.drop();
  };
  return { source, rival, end };
}

async function onMssql(schema: string): Promise<Bench> {
  const database = await freshMssql();
  await database.run(schema);
  const options = { url: database.url, timeoutMs: 60_000 };
  const source = openMssql(options);
  const rival = openMssql(options);
  const end = async () => {
    await source.close();
    await rival.close();
    await database.drop();
  };
  return { source, rival, end };
}

/** Whether an INSERT can give rows back; MySQL's cannot, where MariaDB's can. */
export const insertGives = (dialect: DialectName): boolean => dialect !== 'mysql' || inject('mysqlReturns');

/** Inserts a row that has only this column, and gives it back under another name, where `insertGives`. */
export function insertGiving(dialect: DialectName, table: string, column: string, value: string, name: string): string {
  return dialect === 'mssql'
    ? `insert into ${table} (${column}) output inserted.${column} as ${name} values (${value})`
    : `insert into ${table} (${column}) values (${value}) returning ${column} as ${name}`;
}

/** Inserts a row that has only this column, unless it is there. */
export function insertOnce(dialect: DialectName, table: string, column: string, value: string): string {
  const insert = `insert into ${table} (${column})`;
  switch (dialect) {
    case 'sqlite':
    case 'postgres':
      return `${insert} values (${value}) on conflict (${column}) do nothing`;
    case 'mysql':
      return `${insert} values (${value}) on duplicate key update ${column} = ${column}`;
    case 'mssql': {
      const same = `select 1 from ${table} with (updlock, holdlock) where ${column} = ${value}`;
      return `${insert} select ${value} where not exists (${same})`;
    }
  }
}

/** A type for any text. */
export const longText: Readonly<Record<DialectName, string>> = {
  sqlite: 'text',
  postgres: 'text',
  mysql: 'text',
  mssql: 'nvarchar(max)',
};

const benches: Readonly<Record<DialectName, (schema: string) => Promise<Bench>>> = {
  sqlite: onSqlite,
  postgres: onPostgres,
  mysql: onMysql,
  mssql: onMssql,
};

/** Makes the database from `schema`, which every dialect understands. */
export function bench(dialect: DialectName, schema: string): Promise<Bench> {
  return benches[dialect](schema);
}
