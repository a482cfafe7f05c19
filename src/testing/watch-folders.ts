/** Changes of the files that a profile and its cases are made of. */
import { watch } from 'node:fs';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';

export interface Watched {
  /** The next files that change, by their absolute paths: those that changed since the last call, or will. Undefined once it is closed. */
  next(): Promise<ReadonlySet<string> | undefined>;
  close(): void;
}

/** Programs save a file in several steps: what comes within this time, in milliseconds, is one change. */
const quiet = 100;

/** What people write. Databases beside a profile change with every request of a service, and editors have files of their own. */
const isWritten = (name: string): boolean => /(?:^|[\\/])[^.\\/][^\\/]*\.(?:ya?ml|sql|csv|json)$/i.test(name);

/** Watches folders with all that is below them. */
export function watchFolders(folders: readonly string[]): Watched {
  let changed = new Set<string>();
  let wake: (() => void) | undefined;
  let isClosed = false;
  const watchers = [...new Set(folders)].map((folder) =>
    watch(folder, { recursive: true }, (_event, name) => {
      if (name === null || !isWritten(name)) return;
      changed.add(join(folder, name));
      wake?.();
    }),
  );
  return {
    async next() {
      const { promise: woken, resolve } = Promise.withResolvers<void>();
      wake = resolve;
      if (changed.size === 0 && !isClosed) await woken;
      if (isClosed) return undefined;
      await setTimeout(quiet);
      const all = changed;
      changed = new Set();
      return all;
    },
    close() {
      isClosed = true;
      for (const watcher of watchers) watcher.close();
      wake?.();
    },
  };
}
