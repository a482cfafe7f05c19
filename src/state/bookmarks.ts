/** Bookmarks in the store: where the pages of a walk through a list begin, kept for a day. */
import { createHash } from 'node:crypto';
import { type Bookmarks, dialects, prepared, SourceError } from '../../engine/index.ts';
import { tables } from './schema.ts';
import type { StoreAccess } from './store-access.ts';
import { createSweep } from './sweep.ts';

const hour = 60 * 60 * 1_000;

export interface BookmarkLimits {
  /** Milliseconds for which a bookmark is found. */
  readonly age: number;
  /** Bookmarks that are kept at most; the oldest go first. */
  readonly count: number;
  /** Milliseconds between two sweeps. */
  readonly pause: number;
}

const limits: BookmarkLimits = { age: 24 * hour, count: 1_000_000, pause: hour };

export interface BookmarkStore extends Bookmarks {
  /** Waits for the sweep that is under way. */
  close(): Promise<void>;
}

/** Names hold values of requests and are of any length: the digest is what is kept. */
const digestOf = (name: string): string => createHash('sha256').update(name).digest('hex');

/** All statements, by what they do. */
export function bookmarkStatements(name: StoreAccess['dialect']) {
  const dialect = dialects[name];
  const table = () => dialect.builder(tables.bookmark);
  const row = { name: 'name', value: 'value', written: 'written' };
  const insert = table().insert(row);
  return {
    find: prepared(dialect, table().select('value').where('name', 'name').where('written', '>', 'after')),
    update: prepared(dialect, table().where('name', 'name').update({ value: 'value', written: 'written' })),
    /** Where the dialect has it, this also updates. */
    insert: prepared(dialect, name === 'mssql' ? insert : insert.onConflict('name').merge(['value', 'written'])),
  };
}

/**
 * Bookmarks save time, and no answer depends on them: while the store is away they are neither found nor kept, and pages are found by
 * counting rows. `now` is in milliseconds since the epoch.
 */
export function createBookmarks(
  access: StoreAccess,
  now: () => number,
  { age, count, pause }: BookmarkLimits = limits,
): BookmarkStore {
  const { find, update, insert } = bookmarkStatements(access.dialect);
  const sweep = createSweep(access, { age, count });
  let swept = Number.NEGATIVE_INFINITY;
  let sweeping: Promise<void> = Promise.resolve();

  const optional = async <T>(work: () => Promise<T>): Promise<T | undefined> => {
    try {
      return await work();
    } catch (error) {
      if (error instanceof SourceError) return undefined;
      throw error;
    }
  };

  return {
    read: (name) =>
      optional(async () => {
        const [row] = await access.read(find({ name: digestOf(name), after: now() - age }));
        return row === undefined ? undefined : String(row.value);
      }),
    async write(name, value) {
      const time = now();
      const values = { name: digestOf(name), value, written: time };
      await optional(() =>
        access.transaction(async (session) => {
          // T-SQL has no insert that updates; two replicas that keep one bookmark at once mean the same by it.
          if (access.dialect === 'mssql' && (await session.execute(update(values))).affected > 0) return;
          await session.execute(insert(values));
        }, 'light'),
      );
      if (time - swept < pause) return;
      swept = time;
      sweeping = optional(() => sweep(time)).then(() => undefined);
    },
    close: () => sweeping,
  };
}
