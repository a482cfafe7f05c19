/** Finds the test server for each kind of database: at a given URL, or started for the run. */

import { mssqlKind, mysqlKind, postgresKind, sqliteKind } from '../../../../engine/host/index.ts';
import { type DatabaseKind, SourceError } from '../../../../engine/index.ts';
import type { LocalServer } from '../servers/local-server.ts';
import { startMysql } from '../servers/mysql.ts';
import { startPostgres } from '../servers/postgres.ts';
import { mssqlTestServer } from './mssql.ts';
import { mysqlTestServer } from './mysql.ts';
import { postgresTestServer } from './postgres.ts';
import { type Scratch, scratchVariable } from './server-addresses.ts';
import { sqliteTestServer } from './sqlite.ts';
import { standInTestServer } from './stand-in.ts';
import type { NoServer, TestDatabaseServer } from './test-database-server.ts';

export type FoundServer =
  | { readonly ok: true; readonly server: TestDatabaseServer }
  | { readonly ok: false; readonly missing: NoServer };

const noop = async (): Promise<void> => undefined;

const reasonOf = (error: unknown): string => {
  const message = error instanceof Error || error instanceof SourceError ? error.message : String(error);
  return message.replace(/\s*\n\s*/g, ' ').replace(/\.\s*$/, '');
};

/** Starts a server that stops at the end of the run. `product`: what has to be installed for it. */
async function startServer(
  kind: DatabaseKind,
  product: string,
  start: () => Promise<LocalServer>,
  open: (server: LocalServer) => Promise<TestDatabaseServer>,
): Promise<FoundServer> {
  try {
    const server = await start();
    return { ok: true, server: await open(server) };
  } catch (error) {
    const cure = `Install ${product}, or name a server: --scratch ${kind.name}://user:password@host/, or ${scratchVariable(kind)}.`;
    return { ok: false, missing: { reason: `no ${kind.title} could be started: ${reasonOf(error)}`, cure } };
  }
}

async function openPostgres({ postgres: url }: Scratch): Promise<FoundServer> {
  if (url !== undefined) return { ok: true, server: await postgresTestServer(url, noop) };
  return startServer(postgresKind, 'PostgreSQL', startPostgres, (server) =>
    postgresTestServer(server.url, server.stop),
  );
}

async function openMysql({ mysql: url }: Scratch): Promise<FoundServer> {
  if (url !== undefined) return { ok: true, server: await mysqlTestServer(url, false, noop) };
  return startServer(mysqlKind, 'MariaDB', startMysql, (server) => mysqlTestServer(server.url, true, server.stop));
}

/** A SQL Server at a given URL; otherwise a PostgreSQL server as its stand-in. */
async function openMssql({ mssql: url, postgres: standIn }: Scratch): Promise<FoundServer> {
  if (url !== undefined) return { ok: true, server: await mssqlTestServer(url) };
  if (standIn !== undefined) return { ok: true, server: await standInTestServer(standIn, noop) };
  const foundServer = await startServer(postgresKind, 'PostgreSQL', startPostgres, (server) =>
    standInTestServer(server.url, server.stop),
  );
  if (foundServer.ok) return foundServer;
  const cure = `${foundServer.missing.cure} Or name a SQL Server: --scratch mssql://user:password@host/, or ${scratchVariable(mssqlKind)}.`;
  return { ok: false, missing: { reason: `there is no SQL Server, and ${foundServer.missing.reason}`, cure } };
}

const openers = new Map<DatabaseKind, (scratch: Scratch) => Promise<FoundServer>>([
  [sqliteKind, async () => ({ ok: true, server: await sqliteTestServer() })],
  [postgresKind, openPostgres],
  [mysqlKind, openMysql],
  [mssqlKind, openMssql],
]);

/** Finds or starts the server for a kind of database. Never rejects. */
export async function findServer(kind: DatabaseKind, scratch: Scratch): Promise<FoundServer> {
  try {
    const open = openers.get(kind);
    if (open !== undefined) return await open(scratch);
    const cure = 'Test the profile over a database that you have: engine run.';
    return { ok: false, missing: { reason: `there is no test server for ${kind.title}`, cure } };
  } catch (error) {
    const reason = `the server that was named cannot be used: ${reasonOf(error)}`;
    return { ok: false, missing: { reason, cure: 'Correct its address, or see that its login may make databases.' } };
  }
}
