/**
 * A parser of many dialects (polyglot, as WebAssembly), for databases whose own grammar is not available. It accepts some statements that
 * the database refuses, and fails on some that it accepts: its refusal is a hint, never a verdict.
 */
import { polyglotColumns } from './polyglot-columns.ts';
import { type Grammar, type Reading, rangeAt, unitOffset } from './reading.ts';

/** "Parse error at line 1, column 15: Invalid expression / Unexpected token": the place is reported separately. */
function reasonOf(error: string, word: string): string {
  const reason = error.replace(/^Parse error at line \d+, column \d+: /, '').replace(/\.$/, '');
  return /unexpected token/i.test(reason) && word !== '' ? `unexpected "${word}"` : reason;
}

/** A dialect as the library names it. */
export type PolyglotDialect = keyof typeof import('@polyglot-sql/sdk').Dialect;

/** Loads the library, about 100 MB and half a second; later calls cost nothing. Not for a process that serves requests. */
export async function loadPolyglot() {
  const { fetch } = globalThis;
  const library = await import('@polyglot-sql/sdk');
  // The package replaces the global function by one that reads files, to load itself.
  globalThis.fetch = fetch;
  return library;
}

/**
 * Loads the library; see `loadPolyglot`. `castsAreTyped`: the type of a cast is the type of its value; false where the database
 * makes a number or a text of it, whatever the type is called.
 */
export async function polyglotGrammar(dialect: PolyglotDialect, castsAreTyped = true): Promise<Grammar> {
  const { Dialect, parse } = await loadPolyglot();
  return (sql): Reading => {
    try {
      const result = parse(sql, Dialect[dialect]);
      if (result.success) return { kind: 'read', columns: polyglotColumns(result.ast[0], castsAreTyped), writes: [] };
      const range = rangeAt(sql, unitOffset(sql, result.errorStart ?? 0));
      const word = sql.slice(range.offset, range.offset + range.length);
      return { kind: 'unread', message: reasonOf(result.error, word), range };
    } catch (error) {
      // A trap of WebAssembly, such as a stack overflow.
      return {
        kind: 'unread',
        message: error instanceof Error ? error.message : String(error),
        range: rangeAt(sql, sql.length),
      };
    }
  };
}
