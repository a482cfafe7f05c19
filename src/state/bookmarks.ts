/** The store of bookmarks: where the pages of a walk through a list begin, kept for a day in an SQLite file. */
import Database from 'better-sqlite3';
import knex from 'knex';
import type { Bookmarks } from '../../engine/index.ts';

const day = 24 * 60 * 60 * 1_000;
const table = 'bookmark';

/** Builds SQL only; it has no connection. */
const builder = knex({ client: 'better-sqlite3', useNullAsDefault: true });

export interface BookmarkStore extends Bookmarks {
  close(): void;
}

/** SQL text of a query; its values are bound in the order in which they stand in it. */
function textOf(query: { toSQL(): { toNative(): { readonly sql: string } } }): string {
  return query.toSQL().toNative().sql;
}

/** Opens the file, or makes it. Throws where it is no database, or cannot be written. */
export function openBookmarks(file: string, now: () => number): BookmarkStore {
  const database = new Database(file, { timeout: 2_000 });
  database.pragma('journal_mode = WAL');
  // A bookmark that is lost costs time, not data.
  database.pragma('synchronous = NORMAL');
  database.exec(
    `create table if not exists ${table} (name text primary key, value text not null, written integer not null)`,
  );
  const find = database.prepare<[string, number], { readonly value: string }>(
    textOf(builder(table).select('value').where('name', '').where('written', '>', 0)),
  );
  const upsert = { name: '', value: '', written: 0 };
  const keep = database.prepare<[string, string, number]>(
    textOf(builder(table).insert(upsert).onConflict('name').merge(['value', 'written'])),
  );
  const forget = database.prepare<[number]>(textOf(builder(table).where('written', '<=', 0).delete()));
  forget.run(now() - day);
  let forgotten = now();
  return {
    read: async (name) => find.get(name, now() - day)?.value,
    async write(name, value) {
      if (now() - forgotten > day / 24) {
        forgotten = now();
        forget.run(now() - day);
      }
      keep.run(name, value, now());
    },
    close: () => database.close(),
  };
}
