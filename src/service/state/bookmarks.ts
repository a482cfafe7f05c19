/** Bookmarks in the store: the position at which each page of a list begins. Kept for a day. */
import { prepared } from '../../../engine/host/index.ts';
import type { Bookmarks, DatabaseKind } from '../../../engine/index.ts';
import { tables } from './schema.ts';
import { digestOf, type StoreAccess, unlessUnavailable } from './store-access.ts';
import { createSweep } from './sweep.ts';

const hour = 60 * 60 * 1_000;

export interface BookmarkLimits {
  /** Lifetime of a bookmark, in milliseconds. */
  readonly age: number;
  /** Largest number of bookmarks; the oldest are removed first. */
  readonly count: number;
  /** Shortest time between two sweeps, in milliseconds. */
  readonly pause: number;
}

const limits: BookmarkLimits = { age: 24 * hour, count: 1_000_000, pause: hour };

interface BookmarkStore extends Bookmarks {
  /** Waits for a sweep in progress. */
  close(): Promise<void>;
}

/** All statements by purpose. */
export function bookmarkStatements({ dialect, store }: DatabaseKind) {
  const table = () => dialect.builder(tables.bookmark);
  const row = { name: 'name', value: 'value', written: 'written' };
  const insert = table().insert(row);
  return {
    find: prepared(dialect, table().select('value').where('name', 'name').where('written', '>', 'after')),
    update: prepared(dialect, table().where('name', 'name').update({ value: 'value', written: 'written' })),
    /** An upsert where the dialect has one. */
    insert: prepared(dialect, store.upserts ? insert.onConflict('name').merge(['value', 'written']) : insert),
  };
}

/**
 * Bookmarks only save time: no answer depends on them. While the store is unreachable, reads find none and writes are dropped; pages are
 * then found by counting rows. `now` is in milliseconds since the epoch.
 */
export function createBookmarks(
  access: StoreAccess,
  now: () => number,
  { age, count, pause }: BookmarkLimits = limits,
): BookmarkStore {
  const { find, update, insert } = bookmarkStatements(access.databaseKind);
  const sweep = createSweep(access, { age, count });
  let lastSweep = Number.NEGATIVE_INFINITY;
  let sweeping: Promise<void> = Promise.resolve();

  return {
    read: (name) =>
      unlessUnavailable(async () => {
        const [row] = await access.read(find({ name: digestOf(name), after: now() - age }));
        return row === undefined ? undefined : String(row.value);
      }),
    async write(name, value) {
      const time = now();
      const values = { name: digestOf(name), value, written: time };
      await unlessUnavailable(() =>
        access.transaction(async (session) => {
          // Without an upsert. Two replicas that write one bookmark at the same time write the same value.
          if (!access.databaseKind.store.upserts && (await session.execute(update(values))).affected > 0) return;
          await session.execute(insert(values));
        }, 'relaxed'),
      );
      if (time - lastSweep < pause) return;
      lastSweep = time;
      sweeping = unlessUnavailable(() => sweep(time)).then(() => undefined);
    },
    close: () => sweeping,
  };
}
