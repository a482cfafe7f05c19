/** The profile that a file with cases belongs to. */
import { existsSync, readdirSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { readText } from '../../service/config/environment.ts';
import { isProfile } from '../language/index.ts';

/** The profile in the folder around `cases/`: profile.yaml, or the first one by name. Undefined if there is none. */
export function profileOfCases(file: string): string | undefined {
  const folder = dirname(dirname(file));
  const usual = join(folder, 'profile.yaml');
  if (existsSync(usual)) return usual;
  const names = existsSync(folder) ? readdirSync(folder) : [];
  return names
    .filter((name) => /\.ya?ml$/.test(name))
    .sort()
    .map((name) => join(folder, name))
    .find((one) => isProfile(one, readText(one) ?? ''));
}
