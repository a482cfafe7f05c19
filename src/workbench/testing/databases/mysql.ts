/** Test databases on MySQL or MariaDB. There are no template databases, so each case file fills its own database. */

import { createConnection, type ResultSetHeader, type RowDataPacket } from 'mysql2/promise';
import { mysqlKind } from '../../../../engine/host/index.ts';
import { loadTimeZones } from '../servers/time-zones.ts';
import {
  createFixtureDatabase,
  createInsert,
  createTransaction,
  type DatabaseClient,
  onServer,
  StatementRefused,
  textRow,
  withClient,
} from './client.ts';
import { loadFixture } from './load.ts';
import { dropRemaining, freshName, type TestDatabaseServer } from './test-database-server.ts';

const hasCode = (error: unknown): error is Error & { readonly sqlState: string; readonly errno?: unknown } =>
  error instanceof Error && 'sqlState' in error;

/** A statement that has only a comment for another version of the database. */
const emptyQuery = 1065;

async function mysqlClient(url: string): Promise<DatabaseClient> {
  const connection = await createConnection({ uri: url, charset: 'utf8mb4', typeCast: (field) => field.string() });
  let isLost = false;
  connection.on('error', () => {
    isLost = true;
  });
  const execute: DatabaseClient['execute'] = async (sql, values = []) => {
    try {
      const [rows] = await connection.query<RowDataPacket[] | ResultSetHeader>(sql, [...values]);
      return Array.isArray(rows) ? rows.map(textRow) : [];
    } catch (error) {
      if (hasCode(error) && error.errno === emptyQuery) return [];
      if (hasCode(error)) throw new StatementRefused(error.message, 0, error);
      throw error;
    }
  };
  return {
    databaseKind: mysqlKind,
    execute,
    insert: createInsert(mysqlKind, execute),
    transaction: createTransaction(execute, { begin: 'start transaction', commit: 'commit', rollback: 'rollback' }),
    isLost: () => isLost,
    close: async () => (isLost ? connection.destroy() : await connection.end()),
  };
}

/** Creates databases on a server. `own`: the server was started for this run and has no time zones yet. */
export async function mysqlTestServer(
  server: string,
  isOwnServer: boolean,
  end: () => Promise<void>,
): Promise<TestDatabaseServer> {
  const admin = await mysqlClient(server);
  const [row] = await admin.execute('select version() as version');
  const version = row?.version ?? '';
  const made = new Set<string>();
  const zones = new Map<string, Promise<void>>();
  async function drop(name: string): Promise<void> {
    await admin.execute(`drop database if exists ${name}`);
    made.delete(name);
  }
  /** Zones are numbered in order of first use. */
  function knows(clock: string): Promise<void> {
    const loading = zones.get(clock) ?? loadTimeZones(server, [clock], zones.size + 1);
    zones.set(clock, loading);
    return loading;
  }
  return {
    note: version.includes('MariaDB') ? `MySQL: on MariaDB ${version.split('-')[0]}` : undefined,
    async make(files, clock) {
      if (isOwnServer && clock !== 'UTC') await knows(clock);
      const name = freshName();
      made.add(name);
      await admin.execute(`create database ${name} character set utf8mb4`);
      const url = onServer(server, name);
      await withClient(mysqlClient, url, (client) => loadFixture(client, files));
      return createFixtureDatabase(
        { url },
        () => mysqlClient(url),
        () => drop(name),
      );
    },
    close: () =>
      dropRemaining(made, drop, async () => {
        await admin.close();
        await end();
      }),
  };
}
