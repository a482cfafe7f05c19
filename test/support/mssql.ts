/**
 * The SQL Server of the tests, if MSSQL_URL names one: `mssql://user:password@host:port?encrypt=true`, with a login
 * that may create databases. Otherwise the suites are not registered for SQL Server, and one line states the reason.
 */
import { randomBytes } from 'node:crypto';
import type { Connection } from 'tedious';
import { connectMssql } from '../../engine/sources/sql/mssql/pool.ts';
import { type ResultSet, runRequest } from '../../engine/sources/sql/mssql/request.ts';

/** Address of the server; undefined if there is none. */
export const mssqlUrl: string | undefined = process.env.MSSQL_URL || undefined;

function on(name: string): string {
  const url = new URL(mssqlUrl ?? '');
  url.pathname = `/${name}`;
  return url.href;
}

/** Runs T-SQL in the named database and returns the rows of the first result of the last batch. */
async function run(name: string, ...batches: readonly string[]): Promise<ResultSet> {
  const call = { deadline: Date.now() + 60_000 };
  const connection: Connection = await connectMssql({ url: on(name), timeoutMs: 10_000 });
  try {
    let rows: ResultSet = [];
    for (const sql of batches) rows = (await runRequest(connection, sql, undefined, call))[0] ?? [];
    return rows;
  } finally {
    connection.close();
  }
}

interface MssqlDatabase {
  readonly url: string;
  /** Executes one batch in the database, and returns the rows of its first result. */
  run(sql: string): Promise<ResultSet>;
  drop(): Promise<void>;
}

/**
 * Creates an empty database that allows snapshots and sorts by code points like the other databases of the tests.
 * `drop` closes its connections and removes it.
 */
export async function freshMssql(): Promise<MssqlDatabase> {
  const name = `test_${randomBytes(6).toString('hex')}`;
  await run(
    'master',
    `create database ${name} collate Latin1_General_100_BIN2`,
    `alter database ${name} set allow_snapshot_isolation on`,
  );
  return {
    url: on(name),
    run: (sql) => run(name, sql),
    async drop() {
      await run('master', `alter database ${name} set single_user with rollback immediate`, `drop database ${name}`);
    },
  };
}

/** Vitest's global set-up: prints once which databases are missing. Rejects if a configured server is unreachable. */
export default async function setup(): Promise<void> {
  if (mssqlUrl !== undefined) {
    const [row] = await run('master', 'select @@version as version');
    const version = String(row?.version).split('\n')[0];
    process.stdout.write(`SQL Server: the tests run on the server that MSSQL_URL names, ${version}.\n`);
  }
  const without = [
    ...(mssqlUrl === undefined
      ? ['No MSSQL_URL is set: of SQL Server only the driver is tested, against a double of the protocol.']
      : []),
    ...(process.env.MYSQL_URL ? [] : ['No MYSQL_URL is set: the tests of MySQL run on MariaDB.']),
  ];
  if (without.length > 0) process.stdout.write(`${without.join(' ')}\n`);
}
