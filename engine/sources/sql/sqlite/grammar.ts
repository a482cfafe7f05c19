/** SQLite's own grammar: the library prepares the statement on a database that is empty. */
import Database from 'better-sqlite3';
import { type Grammar, type Reading, type Spot, spotAt } from '../grammar/reading.ts';

/** What an empty database cannot tell, for it has no names but its own. The grammar was through with the statement before. */
const nameless = /^no such /;

/** Why the statement is refused, less what an empty database cannot know. */
function faultOf(database: Database.Database, sql: string): string | undefined {
  try {
    database.prepare(sql);
    return undefined;
  } catch (error) {
    // The driver refuses a text of several statements or of none by itself; both have findings of their own.
    const isOwn = error instanceof Database.SqliteError;
    const message = isOwn ? error.message : '';
    return message === '' || nameless.test(message) ? undefined : message;
  }
}

/**
 * The message quotes a word without its place: it is the first one of this spelling with which the text up to it is refused in the
 * same way.
 */
function spotOf(database: Database.Database, sql: string, message: string): Spot {
  const word = /^(?:near|unrecognized token:) "(.+?)"(?:: syntax error)?$/s.exec(message)?.[1];
  if (word === undefined) return message === 'incomplete input' ? spotAt(sql, sql.length) : { offset: 0, length: 0 };
  for (let at = sql.indexOf(word); at >= 0; at = sql.indexOf(word, at + 1)) {
    if (faultOf(database, sql.slice(0, at + word.length)) === message) return { offset: at, length: word.length };
  }
  return spotAt(sql, sql.length);
}

export function sqliteGrammar(): Grammar {
  const database = new Database(':memory:');
  return (sql): Reading => {
    const message = faultOf(database, sql);
    if (message === undefined) return { kind: 'read', columns: undefined, writes: [] };
    return { kind: 'refused', message, spot: spotOf(database, sql, message) };
  };
}
