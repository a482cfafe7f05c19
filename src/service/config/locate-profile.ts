/** Finds the file of a profile from its name or path. */

import { existsSync, readdirSync, statSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { closest } from '../../../engine/host/index.ts';
import type { Diagnostic, Place } from '../../../engine/index.ts';
import { fault } from './fault.ts';

type Located = { readonly ok: true; readonly file: string } | { readonly ok: false; readonly diagnostic: Diagnostic };

/** Names of the shipped profiles: the folders of `profiles/` that contain a profile.yaml. */
export function shippedProfiles(packageRoot: string): readonly string[] {
  const folder = join(packageRoot, 'profiles');
  if (!existsSync(folder)) return [];
  return readdirSync(folder)
    .filter((name) => existsSync(join(folder, name, 'profile.yaml')))
    .sort();
}

/**
 * Finds a profile. A name of letters, digits, `_` and `-` is a shipped profile; any other text is a path, relative to `folder`, to a file
 * or to a folder with a profile.yaml. `place`: where the name is written, for the finding.
 */
export function locateProfile(given: string, folder: string, packageRoot: string, place: Place | undefined): Located {
  if (/^[\w-]+$/.test(given)) {
    const file = join(packageRoot, 'profiles', given, 'profile.yaml');
    if (existsSync(file)) return { ok: true, file };
    const shipped = shippedProfiles(packageRoot);
    const near = closest(given, shipped);
    const hint = near === undefined ? `Shipped profiles: ${shipped.join(', ') || 'none'}.` : `Did you mean "${near}"?`;
    const message = `There is no shipped profile "${given}".`;
    return {
      ok: false,
      diagnostic: fault('CFG508', message, `${hint} To use your own file, write a path: ./${given}.`, place),
    };
  }
  const path = resolve(folder, given);
  const file = isFolder(path) ? join(path, 'profile.yaml') : path;
  if (existsSync(file)) return { ok: true, file };
  return { ok: false, diagnostic: fault('CFG508', `The profile ${file} does not exist.`, 'Check the path.', place) };
}

function isFolder(path: string): boolean {
  return statSync(path, { throwIfNoEntry: false })?.isDirectory() ?? false;
}
