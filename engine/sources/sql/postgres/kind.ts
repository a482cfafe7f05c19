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
import type { DatabaseKind, SourceSettings } from '../kind.ts';
import { once } from '../once.ts';
import { postgresCatalogue } from './catalogue.ts';
import { postgresClaims } from './claims.ts';
import { postgresDialect } from './dialect.ts';
import { postgresFixture } from './fixture.ts';
import { postgresGrammar } from './grammar/grammar.ts';
import { postgresReferences } from './grammar/references.ts';
import { postgresHealth } from './health.ts';
import { postgresIndexRules } from './index-rules.ts';
import { postgresIntrospection } from './introspection.ts';
import { postgresProcedureRules } from './procedure-call.ts';
import { postgresStatementRules } from './statement-rules.ts';
import { postgresStore } from './store.ts';

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
  indexes: postgresIndexRules,
  claims: postgresClaims,
  store: postgresStore,
  fixture: postgresFixture,
  health: postgresHealth,
};
