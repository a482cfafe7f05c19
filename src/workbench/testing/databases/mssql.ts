/** Test databases on a SQL Server at a given URL. */

import { loadMssql, mssqlKind } from '../../../../engine/host/index.ts';
import { SourceError } from '../../../../engine/index.ts';
import { createQueue } from '../../../../engine/tools/index.ts';
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

/** Explicit values in an identity column need IDENTITY_INSERT, which is an error for tables without one. */
function withIdentityInsert(table: string, sql: string): string {
  const numbered = `if objectproperty(object_id(N'${table.replaceAll("'", "''")}'), 'TableHasIdentity') = 1`;
  return `${numbered} set identity_insert ${table} on;\n${sql};\n${numbered} set identity_insert ${table} off;`;
}

/** Timeout of one statement, in milliseconds. */
const queryTimeoutMs = 60_000;

async function mssqlClient(url: string): Promise<DatabaseClient> {
  const soon = () => ({ deadline: Date.now() + queryTimeoutMs });
  const { connectMssql, mssqlParameter, runRequest } = await loadMssql();
  const connection = await connectMssql({ url, timeoutMs: 10_000 });
  const execute: DatabaseClient['execute'] = async (sql, values = []) => {
    try {
      const given = values.length === 0 ? undefined : values.map((value) => mssqlParameter(value));
      const sets = await runRequest(connection, sql, given, soon());
      return (sets.at(-1) ?? []).map(textRow);
    } catch (error) {
      if (error instanceof SourceError) throw new StatementRefused(error.message, error.position, error);
      throw error;
    }
  };
  return {
    databaseKind: mssqlKind,
    execute,
    insert: createInsert(mssqlKind, execute, { surround: withIdentityInsert }),
    transaction: createTransaction(execute, {
      begin: 'begin transaction',
      commit: 'commit transaction',
      rollback: 'if @@trancount > 0 rollback transaction',
    }),
    close: async () => void connection.close(),
  };
}

/**
 * Runs statements one after the other: a SQL Server connection handles one request at a time, and case files create
 * their databases in parallel.
 */
function serialized({ execute }: DatabaseClient): (sql: string) => Promise<unknown> {
  const inOrder = createQueue();
  return (sql) => inOrder(() => execute(sql));
}

/** Creates databases on a server, with snapshot isolation. */
export async function mssqlTestServer(server: string): Promise<TestDatabaseServer> {
  const admin = await mssqlClient(onServer(server, 'master'));
  const execute = serialized(admin);
  const made = new Set<string>();
  async function drop(name: string): Promise<void> {
    await execute(`alter database ${name} set single_user with rollback immediate`);
    await execute(`drop database ${name}`);
    made.delete(name);
  }
  return {
    note: undefined,
    async make(files) {
      const name = freshName();
      await execute(`create database ${name}`);
      made.add(name);
      await execute(`alter database ${name} set allow_snapshot_isolation on`);
      const url = onServer(server, name);
      await withClient(mssqlClient, url, (client) => loadFixture(client, files));
      return createFixtureDatabase(
        { url },
        () => mssqlClient(url),
        () => drop(name),
      );
    },
    close: () =>
      dropRemaining(made, drop, async () => {
        await admin.close();
      }),
  };
}
