/** SQLite's own grammar: the library prepares the statement on an empty database. */
import Database from 'better-sqlite3';
import { type Grammar, type Reading, rangeAt, type SqlRange } from '../grammar/reading.ts';

/** Errors about missing names: the database is empty. They come after the statement has passed the grammar. */
const nameless = /^no such /;

/** Why the grammar refuses the statement. */
function faultOf(database: Database.Database, sql: string): string | undefined {
  try {
    database.prepare(sql);
    return undefined;
  } catch (error) {
    // The driver itself refuses a text with several statements or none; there are separate findings for both.
    const isOwn = error instanceof Database.SqliteError;
    const message = isOwn ? error.message : '';
    return message === '' || nameless.test(message) ? undefined : message;
  }
}

/**
 * The message quotes a word without its position: it is the first such word for which the text up to and including it is refused in the
 * same way.
 */
function rangeOf(database: Database.Database, sql: string, message: string): SqlRange {
  const word = /^(?:near|unrecognized token:) "(.+?)"(?:: syntax error)?$/s.exec(message)?.[1];
  if (word === undefined) return message === 'incomplete input' ? rangeAt(sql, sql.length) : { offset: 0, length: 0 };
  for (let at = sql.indexOf(word); at >= 0; at = sql.indexOf(word, at + 1)) {
    if (faultOf(database, sql.slice(0, at + word.length)) === message) return { offset: at, length: word.length };
  }
  return rangeAt(sql, sql.length);
}

/** Errors about missing tables and columns are accepted. Columns and written tables stay unknown. */
export function sqliteGrammar(): Grammar {
  const database = new Database(':memory:');
  return (sql): Reading => {
    const message = faultOf(database, sql);
    if (message === undefined) return { kind: 'read', columns: undefined, writes: [] };
    return { kind: 'refused', message, range: rangeOf(database, sql, message) };
  };
}
