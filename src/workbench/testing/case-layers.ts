/** Cases of a profile that extends others: cases of the base profiles run unless the profile overrides them. */
import { existsSync, readdirSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { LoadedCase } from '../../../engine/tools/index.ts';

/** Case files in the folders of a profile and of its base profiles, nearest first, sorted by name within a folder. */
export function caseFiles(folders: readonly string[]): readonly string[] {
  return folders.flatMap((folder) => {
    const cases = join(folder, 'cases');
    if (!existsSync(cases)) return [];
    return readdirSync(cases)
      .filter((name) => /\.ya?ml$/.test(name))
      .sort()
      .map((name) => join(cases, name));
  });
}

/**
 * Returns a function that must be called for each file in the order of `caseFiles`. It returns whether a case of that
 * file runs: a case is overridden by a case with the same endpoint and title in a nearer folder.
 */
export function nearestCases(): (file: string, cases: readonly LoadedCase[]) => (one: LoadedCase) => boolean {
  const folders = new Map<string, string>();
  const caseKey = ({ call, case: sentence }: LoadedCase): string => `${call} ${sentence}`;
  return (file, cases) => {
    const folder = dirname(file);
    for (const key of cases.map(caseKey)) folders.set(key, folders.get(key) ?? folder);
    return (one) => folders.get(caseKey(one)) === folder;
  };
}
