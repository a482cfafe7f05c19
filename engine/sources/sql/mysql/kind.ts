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
import { polyglotGrammar } from '../grammar/polyglot.ts';
import { polyglotReferences } from '../grammar/polyglot-references.ts';
import type { DatabaseKind, SourceSettings } from '../kind.ts';
import { once } from '../once.ts';
import { mysqlCatalogue } from './catalogue.ts';
import { mysqlClaims } from './claims.ts';
import { mysqlDialect } from './dialect.ts';
import { mysqlFixture } from './fixture.ts';
import { mysqlHealth } from './health.ts';
import { mysqlIndexRules } from './index-rules.ts';
import { mysqlIntrospection } from './introspection.ts';
import { mysqlProcedureRules } from './procedure-call.ts';
import { mysqlStatementRules } from './statement-rules.ts';
import { mysqlStore } from './store.ts';
import { mysqlTransactionRules } from './transaction-rules.ts';

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
  indexes: mysqlIndexRules,
  claims: mysqlClaims,
  store: mysqlStore,
  fixture: mysqlFixture,
  health: mysqlHealth,
};
