/** Bookmarks and version marks in memory: for a single process, lost when it ends. */
import type { Bookmarks, VersionMarks } from './ports.ts';

export function memoryBookmarks(): Bookmarks {
  const texts = new Map<string, string>();
  return {
    read: async (name) => texts.get(name),
    write: async (name, value) => void texts.set(name, value),
  };
}

export function memoryVersionMarks(): VersionMarks {
  const marks = new Map<string, { readonly time: number; readonly version: string }[]>();
  return {
    find: async (name, time) => marks.get(name)?.findLast((mark) => mark.time <= time)?.version,
    keep: async (name, time, version) => void marks.set(name, [...(marks.get(name) ?? []), { time, version }]),
  };
}
