/** Reports which files of the profile have changed on disk. */
import { existsSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { watchFolders } from '../../testing/watch-folders.ts';
import { inFolder } from '../access/folder.ts';
import type { Workspace } from './workspace.ts';

interface Changes {
  /** The studio has created these files, perhaps in folders that did not exist. */
  created(paths: readonly string[]): void;
  close(): void;
}

/** Reports paths below the folder of the profile, until `close`. Files that are no part of the profile are ignored. */
export function watchChanges({ root, folder }: Workspace, report: (paths: string[]) => void): Changes {
  const folderOf = (path: string): string => join(root, dirname(path));
  // The profile may be in the folder of a large project.
  const usual = [root, join(root, 'cases'), join(root, 'fixture')].filter((path) => existsSync(path));
  const watched = watchFolders([...usual, ...folder.list().map(({ path }) => folderOf(path))], { recursive: false });
  const follow = async (): Promise<void> => {
    for (;;) {
      const changed = await watched.next();
      if (changed === undefined) return;
      const knownPaths = new Set(folder.list().map(({ path }) => path));
      const paths = [...changed].flatMap((file) => inFolder(root, file) ?? []).filter((path) => knownPaths.has(path));
      if (paths.length > 0) report(paths);
    }
  };
  void follow();
  return {
    created(paths) {
      const fresh = new Set([...new Set(paths.map(folderOf))].filter((path) => watched.add(path)));
      const unseen = paths.filter((path) => fresh.has(folderOf(path)));
      if (unseen.length > 0) report(unseen);
    },
    close: () => watched.close(),
  };
}
