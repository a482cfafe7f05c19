/** `engine test --watch`: runs the affected cases again after each change, until Ctrl-C. */
import { dirname, join } from 'node:path';
import { displayPath } from '../../service/config/display-path.ts';
import { locateProfile } from '../../service/config/locate-profile.ts';
import type { ExitStatus, Host } from '../../service/lifecycle/host.ts';
import { watchFolders } from '../../workbench/testing/watch-folders.ts';

/** The changed files if all of them are files of cases; undefined for everything. */
function affectedCases(changed: ReadonlySet<string>, folders: readonly string[]): ReadonlySet<string> | undefined {
  const isCase = (file: string): boolean => folders.some((folder) => dirname(file) === join(folder, 'cases'));
  return [...changed].every(isCase) ? changed : undefined;
}

/** Resolves when the process is asked to stop. `run` takes the files of cases to run; undefined for all. */
export async function watchProfiles(
  host: Host,
  given: readonly string[],
  run: (only?: ReadonlySet<string>) => Promise<ExitStatus>,
): Promise<ExitStatus> {
  const folders = given.flatMap((profile) => {
    const located = locateProfile(profile, host.cwd, host.packageRoot, undefined);
    return located.ok ? [dirname(located.file)] : [];
  });
  // `run` reports profiles that do not exist.
  if (folders.length < given.length) return run();
  const watched = watchFolders(folders);
  // A run in progress is finished, so that it cleans up.
  host.onStop(() => watched.close());
  await run();
  for (;;) {
    host.out('Waiting for changes. Press Ctrl-C to stop.\n');
    const changed = await watched.next();
    if (changed === undefined) return 0;
    host.out(`\nChanged: ${[...changed].map((file) => displayPath(host.cwd, file)).join(', ')}\n`);
    await run(affectedCases(changed, folders));
  }
}
