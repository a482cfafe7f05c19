/** The cases of a profile that extends others: its own, and theirs where it says nothing else. */
import { existsSync, readdirSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { LoadedCase } from '../../engine/tools/index.ts';

/** Files of cases in the folders of a profile and of those that it extends, nearest first, each by their names. */
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
 * Tells which cases count, file by file in the order of `caseFiles`: one with the call and the sentence of a case in a nearer
 * folder does not, since that one takes its place.
 */
export function nearestCases(): (file: string, cases: readonly LoadedCase[]) => (one: LoadedCase) => boolean {
  const folders = new Map<string, string>();
  const keyOf = ({ call, case: sentence }: LoadedCase): string => `${call} ${sentence}`;
  return (file, cases) => {
    const folder = dirname(file);
    for (const key of cases.map(keyOf)) folders.set(key, folders.get(key) ?? folder);
    return (one) => folders.get(keyOf(one)) === folder;
  };
}
