/** `engine test --watch`: runs again what a changed file is about, until Ctrl-C. */
import { dirname, join } from 'node:path';
import { displayPath } from '../../config/display-path.ts';
import { locateProfile } from '../../config/locate-profile.ts';
import type { ExitStatus, Host } from '../../service/host.ts';
import { watchFolders } from '../../testing/watch-folders.ts';

/** The files of cases alone where nothing else has changed; undefined: all. */
function concerned(changed: ReadonlySet<string>, folders: readonly string[]): ReadonlySet<string> | undefined {
  const isCase = (file: string): boolean => folders.some((folder) => dirname(file) === join(folder, 'cases'));
  return [...changed].every(isCase) ? changed : undefined;
}

/** Resolves when the process is asked to stop. `run` takes the files of cases that are wanted; undefined: all. */
export async function watchProfiles(
  host: Host,
  given: readonly string[],
  run: (only?: ReadonlySet<string>) => Promise<ExitStatus>,
): Promise<ExitStatus> {
  const folders = given.flatMap((profile) => {
    const located = locateProfile(profile, host.cwd, host.packageRoot, undefined);
    return located.ok ? [dirname(located.file)] : [];
  });
  // A profile that is not there cannot be watched.
  if (folders.length < given.length) return run();
  const watched = watchFolders(folders);
  // What runs is finished, so that it leaves nothing behind.
  host.onStop(() => watched.close());
  await run();
  for (;;) {
    host.out('Waiting for changes. Ctrl-C ends this.\n');
    const changed = await watched.next();
    if (changed === undefined) return 0;
    host.out(`\nChanged: ${[...changed].map((file) => displayPath(host.cwd, file)).join(', ')}\n`);
    await run(concerned(changed, folders));
  }
}
