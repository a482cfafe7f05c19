/**
 * Test databases for SQL Server profiles on a PostgreSQL stand-in: the fixture's T-SQL is translated like the
 * profile's statements.
 */
import { mssqlKind } from '../../../../engine/host/index.ts';
import { statementsInBatch } from '../stand-in/batch.ts';
import { preparation, searchPath } from '../stand-in/functions.ts';
import { isStandInGap, standInConnector } from '../stand-in/source.ts';
import { tsqlTranslator } from '../stand-in/translate.ts';
import { type DatabaseClient, StatementRefused, withClient } from './client.ts';
import { postgresClient, postgresTestServer } from './postgres.ts';
import type { TestDatabaseServer } from './test-database-server.ts';

type Translate = Awaited<ReturnType<typeof tsqlTranslator>>;

/** Statements that have no effect here, or are handled differently. */
const skippedStatements =
  /^(?:use\b|print\b|set\s+(?:nocount|ansi_\w+|quoted_identifier|identity_insert|xact_abort|dateformat|language)\b|create\s+schema\s+\[?dbo\]?\s*$|alter\s+table\s+\S+\s+(?:no)?check\s+constraint\b)/i;

/** Statements whose failure is ignored: the cases may not need them. */
const optionalStatements =
  /^(?:create|alter)\s+(?:or\s+alter\s+)?(?:unique\s+)?(?:(?:non)?clustered\s+)?(?:procedure|proc|function|trigger|view|index)\b/i;

async function standInClient(url: string, translate: Translate): Promise<DatabaseClient> {
  const client = await postgresClient(url);
  async function one(sql: string, values: readonly (string | null)[]) {
    const translated = translate(sql);
    if (!translated.ok) throw new StatementRefused(translated.reason, 0, undefined, true);
    const rows = await client.execute(
      translated.sql,
      translated.values.map((index) => values[index] ?? null),
    );
    return rows.map((row) =>
      Object.fromEntries(Object.entries(row).map(([name, value]) => [translated.names.get(name) ?? name, value])),
    );
  }
  return {
    ...client,
    databaseKind: mssqlKind,
    insert: (table, columns, rows) =>
      client.insert(
        typeof table === 'string' ? table.toLowerCase() : table,
        columns.map((column) => column.toLowerCase()),
        rows,
      ),
    async execute(sql, values = []) {
      let rows: Awaited<ReturnType<typeof one>> = [];
      for (const piece of statementsInBatch(sql)) {
        if (skippedStatements.test(piece.sql)) continue;
        try {
          rows = await one(piece.sql, values);
        } catch (error) {
          if (!(error instanceof StatementRefused)) throw error;
          if (optionalStatements.test(piece.sql)) continue;
          throw new StatementRefused(error.message, piece.offset, error, error.isGap || isStandInGap(error.cause));
        }
      }
      return rows;
    },
  };
}

/** Creates stand-ins for SQL Server databases on the PostgreSQL server at URL `server`. `end` runs on close. */
export async function standInTestServer(server: string, end: () => Promise<void>): Promise<TestDatabaseServer> {
  const translate = await tsqlTranslator();
  const databases = await postgresTestServer(server, end, {
    connect: (url) => standInClient(url, translate),
    prepare: (url) =>
      withClient(postgresClient, url, async (client) => {
        for (const sql of preparation) await client.execute(sql);
      }),
    settings: searchPath,
  });
  return {
    ...databases,
    note: 'SQL Server: on a stand-in (PostgreSQL by transpilation)',
    async make(files, clock) {
      const database = await databases.make(files, clock);
      return { ...database, connection: {}, connect: standInConnector(String(database.connection?.url)) };
    },
  };
}
