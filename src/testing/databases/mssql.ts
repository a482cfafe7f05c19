/** Fixtures on a SQL Server at a URL. */
import { SourceError } from '../../../engine/index.ts';
import { loadMssql, mssqlKind } from '../../../engine/internal/index.ts';
import { createInsert, createTransaction, type DatabaseClient, runOn, StatementRefused, textRow } from './client.ts';
import { loadFixture } from './load.ts';
import { onServer } from './postgres.ts';
import { freshName, type TestDatabaseServer } from './test-database-server.ts';

/** SQL Server numbers rows itself unless IDENTITY_INSERT is on; turning it on for a table without numbers is an error. */
function withIdentityInsert(table: string, sql: string): string {
  const numbered = `if objectproperty(object_id(N'${table.replaceAll("'", "''")}'), 'TableHasIdentity') = 1`;
  return `${numbered} set identity_insert ${table} on;\n${sql};\n${numbered} set identity_insert ${table} off;`;
}

/** Milliseconds for a statement of a fixture. */
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
    insert: createInsert(mssqlKind, execute, { around: withIdentityInsert }),
    transaction: createTransaction(execute, {
      begin: 'begin transaction',
      commit: 'commit transaction',
      rollback: 'if @@trancount > 0 rollback transaction',
    }),
    close: async () => void connection.close(),
  };
}

/** SQL Server takes one request of a connection at a time, and files of cases make their databases at the same time. */
function serialized({ execute }: DatabaseClient): (sql: string) => Promise<unknown> {
  let last: Promise<unknown> = Promise.resolve();
  return (sql) => {
    const next = last.then(() => execute(sql));
    last = next.catch(() => undefined);
    return next;
  };
}

/** Makes databases on a server, which allow snapshots. */
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
      const client = await mssqlClient(url);
      try {
        await loadFixture(client, files);
      } finally {
        await client.close();
      }
      return { connection: { url }, run: (sql) => runOn(() => mssqlClient(url), sql), drop: () => drop(name) };
    },
    async close() {
      for (const name of [...made]) await drop(name);
      await admin.close();
    },
  };
}
