/** Watches the files of a profile and its cases for changes. */
import { type FSWatcher, watch } from 'node:fs';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';

interface Watched {
  /**
   * Resolves with the absolute paths of files that changed since the last call, as soon as there are any. Undefined
   * after close.
   */
  next(): Promise<ReadonlySet<string> | undefined>;
  /** Watches a folder that did not exist at the start. False if it is watched already. */
  add(folder: string): boolean;
  close(): void;
}

/** Programs save a file in several steps: changes within this time, in milliseconds, count as one. */
const debounceMs = 100;

/**
 * File types that people edit. Databases in these folders change with every request, and editors create temporary
 * files.
 */
const isEditedFile = (name: string): boolean => /(?:^|[\\/])[^.\\/][^\\/]*\.(?:ya?ml|sql|csv|json)$/i.test(name);

/** Watches folders, with everything below them unless `recursive` is false. */
export function watchFolders(folders: readonly string[], { recursive = true } = {}): Watched {
  let changed = new Set<string>();
  let wake: (() => void) | undefined;
  let isClosed = false;
  const watchers = new Map<string, FSWatcher>();
  function add(folder: string): boolean {
    if (isClosed || watchers.has(folder)) return false;
    const watcher = watch(folder, { recursive }, (_event, name) => {
      if (name === null || !isEditedFile(name)) return;
      changed.add(join(folder, name));
      wake?.();
    });
    watchers.set(folder, watcher);
    return true;
  }
  for (const folder of folders) add(folder);
  return {
    add,
    async next() {
      const { promise: changes, resolve } = Promise.withResolvers<void>();
      wake = resolve;
      if (changed.size === 0 && !isClosed) await changes;
      if (isClosed) return undefined;
      await setTimeout(debounceMs);
      const all = changed;
      changed = new Set();
      return all;
    },
    close() {
      isClosed = true;
      for (const watcher of watchers.values()) watcher.close();
      wake?.();
    },
  };
}
