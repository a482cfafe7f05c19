/**
 * A SQL Server for the tests, where MSSQL_URL names one: `mssql://user:password@host:port?encrypt=true`, with a login that
 * may make databases. There is none to be had otherwise: the suites are then not registered for it, and a line says so.
 */
import { randomBytes } from 'node:crypto';
import type { Connection } from 'tedious';
import { connectMssql } from '../../engine/sources/sql/mssql/pool.ts';
import { type ResultSet, runRequest } from '../../engine/sources/sql/mssql/request.ts';

/** Address of the server; undefined where there is none. */
export const mssqlUrl: string | undefined = process.env.MSSQL_URL || undefined;

function on(name: string): string {
  const url = new URL(mssqlUrl ?? '');
  url.pathname = `/${name}`;
  return url.href;
}

/** Runs T-SQL in the named database and gives the rows of the last batch's first result. */
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

export interface MssqlDatabase {
  readonly url: string;
  /** Executes one batch in it, and gives the rows of its first result. */
  run(sql: string): Promise<ResultSet>;
  drop(): Promise<void>;
}

/** Creates an empty database that allows snapshots, and sorts by code points as the other databases of the tests do. `drop` ends its connections and removes it. */
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

/** Vitest's global set-up: says once which databases the run is without. Rejects where a server is named and not to be had. */
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
