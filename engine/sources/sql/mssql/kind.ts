/** SQL Server as a kind of database. */
import { z } from 'zod';
import {
  booleanOf,
  type ConnectionRules,
  connectionText,
  flagKey,
  loginSnippet,
  portKey,
  portOf,
  serverQuestions,
  textKey,
} from '../connection.ts';
import { dropConstraint, type FixtureSql } from '../fixture-sql.ts';
import { polyglotGrammar } from '../grammar/polyglot.ts';
import { polyglotReferences } from '../grammar/polyglot-references.ts';
import type { DatabaseKind, SourceSettings } from '../kind.ts';
import { once } from '../once.ts';
import type { StoreSql } from '../store-sql.ts';
import { mssqlCatalogue } from './catalogue.ts';
import { mssqlClaims } from './claims.ts';
import { lockName } from './control-statements.ts';
import { mssqlDialect } from './dialect.ts';
import { mssqlEditorWords } from './editor-words.ts';
import { mssqlHealth } from './health.ts';
import { mssqlIndexRules } from './index-rules.ts';
import { mssqlIntrospection } from './introspection.ts';
import { mssqlProcedureRules } from './procedure-call.ts';
import { mssqlStatementRules } from './statement-rules.ts';

/** The service's store on SQL Server. */
const mssqlStore: StoreSql = {
  types: {
    digest: 'char(64) collate Latin1_General_BIN2',
    text: 'nvarchar(max)',
    exact: 'nvarchar(max) collate Latin1_General_BIN2',
    word: 'varchar(10) collate Latin1_General_BIN2',
  },
  createTable({ name, columns, indexes }) {
    const table = `create table ${name} (${columns.join(', ')})`;
    const all = [table, ...indexes.map((index) => `create index ${index.name} on ${name} (${index.columns})`)];
    return [`if object_id(N'${name}', N'U') is null begin\n${all.map((sql) => `  ${sql};`).join('\n')}\nend`];
  },
  clock: "datediff_big(millisecond, '19700101', sysutcdatetime())",
  migrationLock: (name) => lockName(`N'${name}'`),
  upserts: false,
  ignoresConflicts: false,
};

/** Fixtures of the contract checks on SQL Server. */
const mssqlFixture: FixtureSql = {
  writableColumns: `SELECT SCHEMA_NAME(b.schema_id) AS s, b.name AS t, c.name AS c FROM sys.columns c
    JOIN sys.tables b ON b.object_id = c.object_id WHERE c.is_computed = 0 ORDER BY b.name, c.column_id`,
  ignoreForeignKeys: "EXEC sp_MSforeachtable 'ALTER TABLE ? NOCHECK CONSTRAINT ALL'",
  dropForeignKey: dropConstraint,
  columnText: (column) => `RTRIM(CAST(${column} AS nvarchar(4000)))`,
  oneOf: (table, condition) => `%%physloc%% = (SELECT TOP (1) %%physloc%% FROM ${table} WHERE ${condition})`,
  createTableFrom: (table, columns, from) => `SELECT ${columns} INTO ${table} ${from}`,
  keepingNumbers: '',
  scripts: 'go',
};

const connection: ConnectionRules = {
  title: 'SQL Server',
  description: 'Microsoft SQL Server.',
  keys: z.strictObject({
    server: textKey.optional().meta({ description: 'Host name or IP address of the SQL Server (2012 or later).' }),
    port: portKey.optional().meta({ description: 'Default: 1433.' }),
    instance: textKey.optional().meta({ description: 'Named instance, instead of a port.' }),
    database: textKey.optional(),
    user: textKey.optional(),
    password: textKey.optional(),
    domain: textKey.optional().meta({ description: 'Windows domain of the user, for NTLM authentication.' }),
    encrypt: flagKey
      .optional()
      .meta({ description: 'Encrypts the connection and verifies the server certificate. Default: true.' }),
    trustServerCertificate: flagKey
      .optional()
      .meta({ description: 'true: accept a certificate that cannot be verified.' }),
    url: textKey.optional().meta({
      description: 'Instead of the other keys: mssql://user:password@host:port/database?encrypt=true',
    }),
  }),
  snippet: { description: 'Microsoft SQL Server database.', connection: loginSnippet('server') },
  questions: serverQuestions('server', 1433),
  schemes: ['mssql', 'sqlserver'],
};

async function connect({ connection: given, connections, timeoutMs }: SourceSettings) {
  const { openMssql } = await import('./source.ts');
  return openMssql({
    url: connectionText(given, 'url'),
    server: connectionText(given, 'server'),
    port: portOf(given),
    instance: connectionText(given, 'instance') || undefined,
    database: connectionText(given, 'database'),
    user: connectionText(given, 'user'),
    password: connectionText(given, 'password'),
    domain: connectionText(given, 'domain') || undefined,
    encrypt: booleanOf(given, 'encrypt'),
    trustServerCertificate: booleanOf(given, 'trustServerCertificate'),
    timeoutMs,
    connections,
  });
}

const grammar = once(() => polyglotGrammar('TSQL'));

export const mssqlKind: DatabaseKind = {
  name: 'mssql',
  title: 'SQL Server',
  systemName: 'microsoft.sql_server',
  dialect: mssqlDialect,
  connection,
  connect,
  grammar: async (use) => (use === 'start' ? undefined : grammar()),
  references: once(() => polyglotReferences('TSQL')),
  polyglot: 'TSQL',
  statements: mssqlStatementRules,
  procedures: mssqlProcedureRules,
  transactions: {},
  catalogue: mssqlCatalogue,
  introspection: mssqlIntrospection,
  editorWords: mssqlEditorWords,
  indexes: mssqlIndexRules,
  claims: mssqlClaims,
  store: mssqlStore,
  fixture: mssqlFixture,
  health: mssqlHealth,
};
