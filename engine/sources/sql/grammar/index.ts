/** The grammars of the dialects. Each is loaded where a statement of its dialect is to be read, and stays loaded. */
import type { DialectName } from '../../source.ts';
import { polyglotGrammar } from './polyglot.ts';
import { postgresGrammar } from './postgres.ts';
import type { Grammar } from './reading.ts';

export type { Grammar, Reading, Spot } from './reading.ts';

/**
 * `start`: what costs a service nothing at its start. It asks its databases themselves, which have the last word; undefined where
 * there is nothing of the kind. `check`: whatever can be told without a database, for a program that only checks a profile.
 */
export type Depth = 'start' | 'check';

const loaded = new Map<string, Promise<Grammar | undefined>>();

/** The library is loaded where it is used: a service over another database has no need of it. */
async function sqliteAlone(): Promise<Grammar> {
  const { sqliteGrammar } = await import('./sqlite.ts');
  return sqliteGrammar();
}

/** SQLite's grammar gives no tree, so that its columns are read by the other one. */
async function sqliteWithColumns(): Promise<Grammar> {
  const own = await sqliteAlone();
  const other = await polyglotGrammar('sqlite');
  return (sql) => {
    const reading = own(sql);
    const columns = reading.kind === 'read' ? other(sql) : reading;
    return columns.kind === 'read' ? columns : reading;
  };
}

async function load(dialect: DialectName, depth: Depth): Promise<Grammar | undefined> {
  switch (dialect) {
    case 'sqlite':
      return depth === 'start' ? sqliteAlone() : sqliteWithColumns();
    case 'postgres':
      return depth === 'start' ? undefined : postgresGrammar();
    case 'mysql':
    case 'mssql':
      return depth === 'start' ? undefined : polyglotGrammar(dialect);
  }
}

export function grammarOf(dialect: DialectName, depth: Depth): Promise<Grammar | undefined> {
  const key = `${dialect} ${depth}`;
  const known = loaded.get(key) ?? load(dialect, depth);
  loaded.set(key, known);
  return known;
}
