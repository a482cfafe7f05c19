/** PostgreSQL as a kind of database. */
import { z } from 'zod';
import {
  type ConnectionRules,
  loginSnippet,
  serverKeys,
  serverOptions,
  serverQuestions,
  textKey,
} from '../connection.ts';
import { createTableAs, dropConstraint, type FixtureSql, oneBy } from '../fixture-sql.ts';
import type { DatabaseKind, SourceSettings } from '../kind.ts';
import { once } from '../once.ts';
import { type StoreSql, tableThenIndexes } from '../store-sql.ts';
import { postgresCatalogue } from './catalogue.ts';
import { postgresClaims } from './claims.ts';
import { postgresDialect } from './dialect.ts';
import { postgresEditorWords } from './editor-words.ts';
import { postgresGrammar } from './grammar/grammar.ts';
import { postgresReferences } from './grammar/references.ts';
import { postgresHealth } from './health.ts';
import { postgresIndexRules } from './index-rules.ts';
import { postgresIntrospection } from './introspection.ts';
import { postgresProcedureRules } from './procedure-call.ts';
import { postgresStatementRules } from './statement-rules.ts';

/** The service's store on PostgreSQL. */
const postgresStore: StoreSql = {
  types: { digest: 'char(64)', text: 'text', exact: 'text', word: 'varchar(10)' },
  createTable: (table) => tableThenIndexes(table, ''),
  clock: 'cast(floor(extract(epoch from clock_timestamp()) * 1000) as bigint)',
  migrationLock: (name) => `select pg_advisory_xact_lock(hashtext('${name}'))`,
  upserts: true,
  ignoresConflicts: true,
};

/** Fixtures of the contract checks on PostgreSQL. */
const postgresFixture: FixtureSql = {
  writableColumns: `SELECT c.table_schema AS s, c.table_name AS t, c.column_name AS c FROM information_schema.columns c
    JOIN information_schema.tables b ON b.table_schema = c.table_schema AND b.table_name = c.table_name
    WHERE b.table_type = 'BASE TABLE' AND c.is_generated = 'NEVER'
      AND c.table_schema NOT IN ('pg_catalog', 'information_schema')
    ORDER BY c.table_schema, c.table_name, c.ordinal_position`,
  ignoreForeignKeys: 'SET session_replication_role = replica',
  dropForeignKey: dropConstraint,
  columnText: (column) => `CAST(${column} AS text)`,
  oneOf: oneBy('ctid'),
  createTableFrom: createTableAs,
  keepingNumbers: 'OVERRIDING SYSTEM VALUE ',
  scripts: 'psql',
};

const connection: ConnectionRules = {
  title: 'PostgreSQL',
  description: undefined,
  keys: z.strictObject({
    ...serverKeys,
    url: textKey.optional().meta({
      description: 'Instead of the other keys: postgres://user:password@host:port/database',
    }),
  }),
  snippet: { description: 'PostgreSQL database.', connection: loginSnippet('host') },
  questions: serverQuestions('host', 5432),
  schemes: ['postgres', 'postgresql'],
};

async function connect({ connection: given, clock, connections, timeoutMs }: SourceSettings) {
  const { openPostgres } = await import('./source.ts');
  return openPostgres({ ...serverOptions(given), clock, timeoutMs, connections });
}

const grammar = once(postgresGrammar);

export const postgresKind: DatabaseKind = {
  name: 'postgres',
  title: 'PostgreSQL',
  systemName: 'postgresql',
  dialect: postgresDialect,
  connection,
  connect,
  grammar: async (use) => (use === 'start' ? undefined : grammar()),
  references: once(postgresReferences),
  polyglot: 'PostgreSQL',
  statements: postgresStatementRules,
  procedures: postgresProcedureRules,
  transactions: {},
  catalogue: postgresCatalogue,
  introspection: postgresIntrospection,
  editorWords: postgresEditorWords,
  indexes: postgresIndexRules,
  claims: postgresClaims,
  store: postgresStore,
  fixture: postgresFixture,
  health: postgresHealth,
};
