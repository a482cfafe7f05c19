/** Bookmarks and version marks in memory: for a single process, lost when it ends. */
import type { Bookmarks, VersionMarks } from './ports.ts';

/** Bookmarks that end with the process: for tests, and services without a store. */
export function memoryBookmarks(): Bookmarks {
  const texts = new Map<string, string>();
  return {
    read: async (name) => texts.get(name),
    write: async (name, value) => void texts.set(name, value),
  };
}

/** Version marks that end with the process. `find`: the last kept mark at or before `time`, in milliseconds since the epoch. */
export function memoryVersionMarks(): VersionMarks {
  const marks = new Map<string, { readonly time: number; readonly version: string }[]>();
  return {
    find: async (name, time) => marks.get(name)?.findLast((mark) => mark.time <= time)?.version,
    keep: async (name, time, version) => void marks.set(name, [...(marks.get(name) ?? []), { time, version }]),
  };
}
