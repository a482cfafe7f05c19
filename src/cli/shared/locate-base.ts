/** What a profile extends: one that is shipped, or a path that counts from the profile. */
import type { LocateBase } from '../../../engine/index.ts';
import { locateProfile } from '../../config/locate-profile.ts';
import type { Host } from './host.ts';
import { nearName } from './near-name.ts';

/** Finds bases for the machine's user, with the names by which messages of the command line call files. */
export function locateBase({ cwd, packageRoot }: Pick<Host, 'cwd' | 'packageRoot'>): LocateBase {
  return (given, folder, place) => {
    const located = locateProfile(given, folder, packageRoot, place);
    return located.ok ? { ...located, name: nearName(cwd, located.file) } : located;
  };
}
