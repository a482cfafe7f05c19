/** SQLite as a kind of database. */
import { resolve } from 'node:path';
import { z } from 'zod';
import { SourceError } from '../../source.ts';
import { type ConnectionRules, connectionText, textKey } from '../connection.ts';
import { createTableAs, type FixtureSql, oneBy } from '../fixture-sql.ts';
import { polyglotGrammar } from '../grammar/polyglot.ts';
import { polyglotReferences } from '../grammar/polyglot-references.ts';
import type { Grammar } from '../grammar/reading.ts';
import type { DatabaseKind, SourceSettings } from '../kind.ts';
import { once } from '../once.ts';
import { type StoreSql, tableThenIndexes } from '../store-sql.ts';
import { sqliteCatalogue } from './catalogue.ts';
import { sqliteClaims } from './claims.ts';
import { sqliteDialect } from './dialect.ts';
import { sqliteEditorWords } from './editor-words.ts';
import { sqliteHealth } from './health.ts';
import { sqliteIndexRules } from './index-rules.ts';
import { sqliteIntrospection } from './introspection.ts';
import { sqliteStatementRules } from './statement-rules.ts';

/** The service's store on SQLite. */
const sqliteStore: StoreSql = {
  types: { digest: 'text', text: 'text', exact: 'text', word: 'text' },
  createTable: (table) => tableThenIndexes(table, ' without rowid'),
  clock: "cast(round(unixepoch('subsec') * 1000) as integer)",
  upserts: true,
  ignoresConflicts: true,
};

/** Fixtures of the contract checks on SQLite. */
const sqliteFixture: FixtureSql = {
  writableColumns: `SELECT NULL AS s, m.name AS t, p.name AS c FROM sqlite_schema m JOIN pragma_table_info(m.name) p
    WHERE m.type = 'table' AND m.name NOT LIKE 'sqlite!_%' ESCAPE '!' ORDER BY m.name, p.cid`,
  ignoreForeignKeys: 'PRAGMA foreign_keys = OFF',
  columnText: (column) => `CAST(${column} AS TEXT)`,
  oneOf: oneBy('rowid'),
  createTableFrom: createTableAs,
  keepingNumbers: '',
  scripts: 'semicolons',
};

const connection: ConnectionRules = {
  title: 'SQLite',
  description: undefined,
  keys: z.strictObject({
    file: textKey.meta({ description: 'Database file. A relative path is relative to the folder of the profile.' }),
    create: z
      .array(textKey)
      .optional()
      .meta({ description: 'SQL scripts that create the database if the file does not exist.' }),
  }),
  snippet: { description: 'SQLite file.', connection: '{ file: ${1:erp.db} }' },
  questions: [{ key: 'file', byDefault: undefined }],
  schemes: [],
};

async function connect({ connection: given, folder, connections, report }: SourceSettings) {
  const { openSqlite } = await import('./source.ts');
  const file = connectionText(given, 'file');
  if (file === undefined || file === '') {
    throw new SourceError('unreachable', 'The connection names no database file.');
  }
  const scripts = typeof given.create === 'object' ? given.create : [];
  return openSqlite({
    file: resolve(folder, file),
    create: scripts.map((script) => resolve(folder, script)),
    connections,
    report,
  });
}

const ownGrammar = once(async (): Promise<Grammar> => {
  const { sqliteGrammar } = await import('./grammar.ts');
  return sqliteGrammar();
});

/** SQLite's grammar gives no tree, so that the other one reads the columns. */
const grammarWithColumns = once(async (): Promise<Grammar> => {
  const sqliteGrammar = await ownGrammar();
  const other = await polyglotGrammar('SQLite', false);
  return (sql) => {
    const reading = sqliteGrammar(sql);
    const columns = reading.kind === 'read' ? other(sql) : reading;
    return columns.kind === 'read' ? columns : reading;
  };
});

export const sqliteKind: DatabaseKind = {
  name: 'sqlite',
  title: 'SQLite',
  systemName: 'sqlite',
  dialect: sqliteDialect,
  connection,
  connect,
  grammar: (use) => (use === 'start' ? ownGrammar() : grammarWithColumns()),
  references: once(() => polyglotReferences('SQLite')),
  polyglot: 'SQLite',
  statements: sqliteStatementRules,
  procedures: undefined,
  transactions: {},
  catalogue: sqliteCatalogue,
  introspection: sqliteIntrospection,
  editorWords: sqliteEditorWords,
  indexes: sqliteIndexRules,
  claims: sqliteClaims,
  store: sqliteStore,
  fixture: sqliteFixture,
  health: sqliteHealth,
};
