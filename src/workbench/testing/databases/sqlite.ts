/** Test databases on SQLite: each fixture is loaded into a file once, which is copied for each case file. */

import { copyFileSync, mkdtempSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import Database from 'better-sqlite3';
import { sqliteKind } from '../../../../engine/host/index.ts';
import type { FixtureFiles } from '../fixture-files/files.ts';
import { scratchRoot } from '../servers/scratch-root.ts';
import {
  createFixtureDatabase,
  createInsert,
  createTransaction,
  type DatabaseClient,
  StatementRefused,
  textRow,
} from './client.ts';
import { loadFixture } from './load.ts';
import { freshName, memoizeTemplates, type TestDatabaseServer } from './test-database-server.ts';

function sqliteClient(file: string): DatabaseClient {
  const database = new Database(file, { timeout: 5_000 });
  database.pragma('foreign_keys = on');
  const execute: DatabaseClient['execute'] = async (sql, values = []) => {
    try {
      const statement = database.prepare<(string | null)[], Readonly<Record<string, unknown>>>(sql);
      // Integers keep all digits.
      statement.safeIntegers(true);
      if (statement.reader) return statement.all(...values).map(textRow);
      statement.run(...values);
      return [];
    } catch (error) {
      if (error instanceof Database.SqliteError) throw new StatementRefused(error.message, 0, error);
      throw error;
    }
  };
  return {
    databaseKind: sqliteKind,
    execute,
    insert: createInsert(sqliteKind, execute),
    transaction: createTransaction(execute, { begin: 'begin immediate', commit: 'commit', rollback: 'rollback' }),
    close: async () => void database.close(),
  };
}

/** Databases are files in a temporary folder; each is a copy of a file that is filled once for equal scripts. */
export async function sqliteTestServer(): Promise<TestDatabaseServer> {
  const folder = mkdtempSync(join(scratchRoot(), 'engine-test-'));
  const template = memoizeTemplates(async (files: FixtureFiles) => {
    const file = join(folder, `${freshName()}.sqlite`);
    const client = sqliteClient(file);
    try {
      await loadFixture(client, files);
    } finally {
      await client.close();
    }
    return file;
  });
  return {
    note: undefined,
    async make(files) {
      const file = join(folder, `${freshName()}.sqlite`);
      copyFileSync(await template(files), file);
      const drop = (): void => {
        for (const more of ['', '-wal', '-shm']) rmSync(`${file}${more}`, { force: true });
      };
      return createFixtureDatabase({ file }, async () => sqliteClient(file), drop);
    },
    close: async () => rmSync(folder, { recursive: true, force: true }),
  };
}
