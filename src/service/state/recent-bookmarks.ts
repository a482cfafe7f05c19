/** Bookmarks of the last hour in memory, for a store that no other process writes: a page then needs no read, and no write where its bookmark has not changed. */
import type { Bookmarks } from '../../../engine/index.ts';

/** Milliseconds for which a bookmark stays in memory. The store's copy is at most so much older than the last `write`. */
const keptMs = 60 * 60 * 1_000;
/** Most bookmarks in memory; those that were written first are removed first. */
const most = 1_000;

interface Recent {
  readonly value: string;
  /** When the store got it, in milliseconds since the epoch. */
  readonly written: number;
}

/** `bookmarks` with those of the last hour in memory. `now` is in milliseconds since the epoch. */
export function withRecentBookmarks(bookmarks: Bookmarks, now: () => number): Bookmarks {
  const recent = new Map<string, Recent>();
  const recentOf = (name: string): Recent | undefined => {
    const bookmark = recent.get(name);
    return bookmark !== undefined && now() - bookmark.written < keptMs ? bookmark : undefined;
  };
  return {
    async read(name) {
      return recentOf(name)?.value ?? bookmarks.read(name);
    },
    async write(name, value) {
      if (recentOf(name)?.value === value) return;
      recent.delete(name);
      const [oldest] = recent.size < most ? [] : recent.keys();
      if (oldest !== undefined) recent.delete(oldest);
      // Before the store has it: it gets the bookmarks in the order of these calls.
      recent.set(name, { value, written: now() });
      await bookmarks.write(name, value);
    },
  };
}
