/** From what `--profile` says to the profile's file. */
import { existsSync, readdirSync, statSync } from 'node:fs';
import { join, resolve } from 'node:path';
import type { Diagnostic } from '../../engine/diagnostics/diagnostic.ts';
import { closest } from '../../engine/diagnostics/did-you-mean.ts';
import type { Place } from '../../engine/index.ts';
import { fault } from './fault.ts';

export type Located =
  | { readonly ok: true; readonly file: string }
  | { readonly ok: false; readonly diagnostic: Diagnostic };

/** Names of the profiles that come with the program: folders of `profiles/` that hold a profile. */
export function shippedProfiles(packageRoot: string): readonly string[] {
  const folder = join(packageRoot, 'profiles');
  if (!existsSync(folder)) return [];
  return readdirSync(folder)
    .filter((name) => existsSync(join(folder, name, 'profile.yaml')))
    .sort();
}

/** A plain name is a shipped profile; anything with a slash or a dot is a path, from `folder`. A path may name the profile's folder. */
export function locateProfile(given: string, folder: string, packageRoot: string, place: Place | undefined): Located {
  if (/^[\w-]+$/.test(given)) {
    const file = join(packageRoot, 'profiles', given, 'profile.yaml');
    if (existsSync(file)) return { ok: true, file };
    const shipped = shippedProfiles(packageRoot);
    const near = closest(given, shipped);
    const hint = near === undefined ? `Shipped profiles: ${shipped.join(', ') || 'none'}.` : `Did you mean "${near}"?`;
    const message = `No profile "${given}" comes with this program.`;
    return {
      ok: false,
      diagnostic: fault('CFG508', message, `${hint} For a file of your own write a path: ./${given}.`, place),
    };
  }
  const path = resolve(folder, given);
  const file = isFolder(path) ? join(path, 'profile.yaml') : path;
  if (existsSync(file)) return { ok: true, file };
  return { ok: false, diagnostic: fault('CFG508', `There is no profile at ${file}.`, 'Check the path.', place) };
}

function isFolder(path: string): boolean {
  return statSync(path, { throwIfNoEntry: false })?.isDirectory() ?? false;
}
