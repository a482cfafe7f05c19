/** The database kinds by name, for tests that run on several of them. */
import { type ForeignWord, foreignWordsIn } from '../../engine/sources/sql/grammar/foreign-words.ts';
import type { DatabaseKind } from '../../engine/sources/sql/kind.ts';
import { mssqlKind } from '../../engine/sources/sql/mssql/kind.ts';
import { mysqlKind } from '../../engine/sources/sql/mysql/kind.ts';
import { postgresKind } from '../../engine/sources/sql/postgres/kind.ts';
import { sqliteKind } from '../../engine/sources/sql/sqlite/kind.ts';
import type { Dialect } from '../../engine/sources/sql/text/dialect.ts';

export type DialectName = 'sqlite' | 'postgres' | 'mysql' | 'mssql';

export const kinds: Readonly<Record<DialectName, DatabaseKind>> = {
  sqlite: sqliteKind,
  postgres: postgresKind,
  mysql: mysqlKind,
  mssql: mssqlKind,
};

export const dialectNames: readonly DialectName[] = ['sqlite', 'postgres', 'mysql', 'mssql'];

export const dialects: Readonly<Record<DialectName, Dialect>> = {
  sqlite: sqliteKind.dialect,
  postgres: postgresKind.dialect,
  mysql: mysqlKind.dialect,
  mssql: mssqlKind.dialect,
};

/** The words of a statement that another database kind does not support. */
export const foreignWords = (sql: string, name: DialectName): readonly ForeignWord[] =>
  foreignWordsIn(sql, dialects[name].lexicon, kinds[name].statements.foreignWords);
