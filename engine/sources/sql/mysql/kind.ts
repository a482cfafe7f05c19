/** MySQL and MariaDB as a kind of database. */
import { z } from 'zod';
import {
  type ConnectionRules,
  connectionText,
  loginSnippet,
  serverKeys,
  serverOptions,
  serverQuestions,
  textKey,
} from '../connection.ts';
import { createTableAs, type FixtureSql } from '../fixture-sql.ts';
import { polyglotGrammar } from '../grammar/polyglot.ts';
import { polyglotReferences } from '../grammar/polyglot-references.ts';
import type { DatabaseKind, SourceSettings } from '../kind.ts';
import { once } from '../once.ts';
import type { StoreSql } from '../store-sql.ts';
import type { TransactionRules } from '../transaction-rules.ts';
import { mysqlCatalogue } from './catalogue.ts';
import { mysqlClaims } from './claims.ts';
import { mysqlDialect } from './dialect.ts';
import { mysqlEditorWords } from './editor-words.ts';
import { mysqlHealth } from './health.ts';
import { mysqlIndexRules } from './index-rules.ts';
import { mysqlIntrospection } from './introspection.ts';
import { mysqlProcedureRules } from './procedure-call.ts';
import { mysqlStatementRules } from './statement-rules.ts';

/** What a transaction of MySQL or MariaDB cannot undo. */
const mysqlTransactionRules: TransactionRules = {
  commits: /^\s*(?:create|alter|drop|truncate|rename|commit|start|begin|lock|grant|revoke|analyze|optimize)\b/i,
  lastingStorage({ schema, table }) {
    const where = schema === undefined ? 't.table_schema = database()' : 'lower(t.table_schema) = lower(?)';
    const sql = `select t.engine as name from information_schema.tables as t join information_schema.engines as e on e.engine = t.engine
    where coalesce(e.transactions, 'NO') <> 'YES' and lower(t.table_name) = lower(?) and ${where}`;
    return { sql, values: schema === undefined ? [table] : [table, schema] };
  },
};

const longText = 'mediumtext character set utf8mb4 collate utf8mb4_bin';

/** The service's store on MySQL and MariaDB. */
const mysqlStore: StoreSql = {
  types: {
    digest: 'char(64) character set ascii collate ascii_bin',
    text: longText,
    exact: longText,
    word: 'varchar(10) character set ascii collate ascii_bin',
  },
  // The server commits at each statement that creates something.
  createTable({ name, columns, indexes }) {
    const parts = [...columns, ...indexes.map((index) => `index ${index.name} (${index.columns})`)];
    return [`create table if not exists ${name} (${parts.join(', ')}) engine = InnoDB`];
  },
  clock: "timestampdiff(microsecond, '1970-01-01', utc_timestamp(6)) div 1000",
  upserts: true,
  // The server's way to leave a row alone hides every other error.
  ignoresConflicts: false,
};

/** Fixtures of the contract checks on MySQL and MariaDB. */
const mysqlFixture: FixtureSql = {
  writableColumns: `SELECT NULL AS s, c.table_name AS t, c.column_name AS c FROM information_schema.columns c
    JOIN information_schema.tables b ON b.table_schema = c.table_schema AND b.table_name = c.table_name
    WHERE b.table_type = 'BASE TABLE' AND c.table_schema = DATABASE() AND COALESCE(c.generation_expression, '') = ''
    ORDER BY c.table_name, c.ordinal_position`,
  ignoreForeignKeys: 'SET SESSION foreign_key_checks = 0',
  columnText: (column) => `CAST(${column} AS CHAR)`,
  oneOf: (_table, condition) => `${condition} LIMIT 1`,
  createTableFrom: createTableAs,
  keepingNumbers: '',
  scripts: 'semicolons',
};

const connection: ConnectionRules = {
  title: 'MySQL or MariaDB',
  description: 'MySQL or MariaDB.',
  keys: z.strictObject({
    ...serverKeys,
    socketPath: textKey.optional().meta({ description: 'Unix socket of the server, instead of host and port.' }),
    url: textKey.optional().meta({
      description: 'Instead of the other keys: mysql://user:password@host:port/database',
    }),
  }),
  snippet: { description: 'MySQL or MariaDB database.', connection: loginSnippet('host') },
  questions: serverQuestions('host', 3306),
  schemes: ['mysql', 'mariadb'],
};

async function connect({ connection: given, clock, connections, timeoutMs }: SourceSettings) {
  const { openMysql } = await import('./source.ts');
  const socketPath = connectionText(given, 'socketPath');
  return openMysql({ ...serverOptions(given), socketPath, clock, timeoutMs, connections });
}

const grammar = once(() => polyglotGrammar('MySQL'));

export const mysqlKind: DatabaseKind = {
  name: 'mysql',
  title: 'MySQL',
  systemName: 'mysql',
  dialect: mysqlDialect,
  connection,
  connect,
  grammar: async (use) => (use === 'start' ? undefined : grammar()),
  references: once(() => polyglotReferences('MySQL')),
  polyglot: 'MySQL',
  statements: mysqlStatementRules,
  procedures: mysqlProcedureRules,
  transactions: mysqlTransactionRules,
  catalogue: mysqlCatalogue,
  introspection: mysqlIntrospection,
  editorWords: mysqlEditorWords,
  indexes: mysqlIndexRules,
  claims: mysqlClaims,
  store: mysqlStore,
  fixture: mysqlFixture,
  health: mysqlHealth,
};
