/** Bookmarks that last as long as the test. */
import type { Bookmarks } from '../../engine/index.ts';

export function memoryBookmarks(): Bookmarks {
  const kept = new Map<string, string>();
  return {
    read: async (name) => kept.get(name),
    write: async (name, value) => {
      kept.set(name, value);
    },
  };
}
