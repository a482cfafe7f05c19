/** Resolves the profile that a profile extends. */
import type { LocateBase } from '../../../engine/index.ts';
import { displayPath } from './display-path.ts';
import { locateProfile } from './locate-profile.ts';

/** The folders that profiles are found from. */
interface ProfileFolders {
  /** The working directory: messages name files relative to it. */
  readonly cwd: string;
  /** Folder of the program's package.json, which holds the shipped profiles. */
  readonly packageRoot: string;
}

/** A resolver for `extends`: the name of a shipped profile, or a path relative to the profile that extends it. */
export function locateBase({ cwd, packageRoot }: ProfileFolders): LocateBase {
  return (given, folder, place) => {
    const located = locateProfile(given, folder, packageRoot, place);
    return located.ok ? { ...located, name: displayPath(cwd, located.file) } : located;
  };
}
