/**
 * A parser of many dialects (polyglot, as WebAssembly), for databases whose own grammar is not to be had. It takes some statements that
 * its database refuses, and fails on some that it takes: its refusal is a hint, never a verdict.
 */
import type { DialectName } from '../../source.ts';
import { polyglotColumns } from './polyglot-columns.ts';
import { type Grammar, type Reading, spotAt, unitOffset } from './reading.ts';

/** "Parse error at line 1, column 15: Invalid expression / Unexpected token": the place is told apart. */
function reasonOf(error: string, word: string): string {
  const reason = error.replace(/^Parse error at line \d+, column \d+: /, '').replace(/\.$/, '');
  return /unexpected token/i.test(reason) && word !== '' ? `unexpected "${word}"` : reason;
}

/** Loads the library, about 100 MB and half a second; later calls cost nothing. Not for a process that serves requests. */
export async function loadPolyglot() {
  const { fetch } = globalThis;
  const library = await import('@polyglot-sql/sdk');
  // The package replaces the global function by one that reads files, to load itself.
  globalThis.fetch = fetch;
  const { Dialect } = library;
  const names: Readonly<Record<DialectName, (typeof Dialect)[keyof typeof Dialect]>> = {
    sqlite: Dialect.SQLite,
    postgres: Dialect.PostgreSQL,
    mysql: Dialect.MySQL,
    mssql: Dialect.TSQL,
  };
  return { library, names };
}

export async function polyglotGrammar(dialect: DialectName): Promise<Grammar> {
  const { library, names } = await loadPolyglot();
  const { parse } = library;
  return (sql): Reading => {
    try {
      const result = parse(sql, names[dialect]);
      if (result.success)
        return { kind: 'read', columns: polyglotColumns(result.ast[0], dialect !== 'sqlite'), writes: [] };
      const spot = spotAt(sql, unitOffset(sql, result.errorStart ?? 0));
      const word = sql.slice(spot.offset, spot.offset + spot.length);
      return { kind: 'unread', message: reasonOf(result.error, word), spot };
    } catch (error) {
      // A trap of the machine, such as a stack that is full.
      return {
        kind: 'unread',
        message: error instanceof Error ? error.message : String(error),
        spot: spotAt(sql, sql.length),
      };
    }
  };
}
