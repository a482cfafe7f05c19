/** Names of columns that are words of SQL: a table of all words that a server knows can be created and read. */
import Database from 'better-sqlite3';
import { Client } from 'pg';
import { expect, it } from 'vitest';
import type { DatabaseKind } from '../../../../engine/index.ts';
import { nameIn } from '../../../../src/workbench/init/model/sql-text.ts';
import { onMysql } from '../../../../src/workbench/testing/servers/mysql-client.ts';
import { hasMysql } from '../../../support/dialects.ts';
import { kinds } from '../../../support/kinds.ts';
import { providedUrl } from '../../../support/provided.ts';

/** Creates the table and reads it. */
function statements({ dialect }: DatabaseKind, words: readonly string[]): readonly string[] {
  const names = words.map((word) => nameIn(dialect, word));
  const table = 'words_of_sql';
  const columns = names.map((name) => `${name} INTEGER`).join(', ');
  return [`CREATE TEMPORARY TABLE ${table} (${columns})`, `SELECT ${names.join(', ')} FROM ${table}`];
}

async function postgresWords(): Promise<readonly string[]> {
  const client = new Client({ connectionString: providedUrl('postgresUrl') });
  await client.connect();
  try {
    const { rows } = await client.query<{ word: string }>('SELECT word FROM pg_get_keywords()');
    const words = rows.map(({ word }) => word);
    for (const statement of statements(kinds.postgres, words)) await client.query(statement);
    return words;
  } finally {
    await client.end();
  }
}

it('can be created on PostgreSQL and SQLite', async () => {
  const words = await postgresWords();
  expect(words.length).toBeGreaterThan(400);
  const database = new Database(':memory:');
  try {
    for (const statement of statements(kinds.sqlite, words)) database.exec(statement);
  } finally {
    database.close();
  }
});

it.skipIf(!hasMysql)('can be created on MariaDB', async () => {
  await onMysql(providedUrl('mysqlUrl'), async (run) => {
    const rows = await run(
      "SELECT LOWER(word) AS word FROM information_schema.keywords WHERE word REGEXP '^[A-Za-z_]+$'",
    );
    const words = rows.flatMap(({ word }) => word ?? []);
    expect(words.length).toBeGreaterThan(400);
    for (const statement of statements(kinds.mysql, words)) await run(statement);
  });
});
