/** Runs recorded cases as `engine test` does, before they are written. */
import { type Coverage, loadCases } from '../../../engine/tools/index.ts';
import { passes } from '../testing/case-run.ts';
import { createProfileChecks } from '../testing/profile-checks.ts';
import { runFile } from '../testing/run-file.ts';
import type { ReplayInput } from './replay.ts';
import { fixturePlace } from './target.ts';
import { withFiles } from './with-files.ts';

interface CasesToRun extends Pick<ReplayInput, 'profile' | 'declared' | 'fixtures' | 'files' | 'target' | 'use'> {
  /** The texts of the files of cases, by path. They run on the fixture of the target. */
  readonly cases: ReadonlyMap<string, string>;
  readonly coverage?: Coverage | undefined;
}

/** The positions of cases that fail, over all files of cases in their order; all of a file that cannot run. */
export async function failingCases(input: CasesToRun): Promise<ReadonlySet<number>> {
  const failing = new Set<number>();
  let first = 0;
  for (const [path, text] of input.cases) {
    const { count, failed } = await failingIn(input, path, text);
    for (const place of failed) failing.add(first + place);
    first += count;
  }
  return failing;
}

async function failingIn(
  { profile, declared, fixtures, files, target, use, coverage }: CasesToRun,
  path: string,
  text: string,
): Promise<{ readonly count: number; readonly failed: Iterable<number> }> {
  const { contract, profileFile, profileName, locate, only, now } = profile;
  const { loaded, diagnostics } = loadCases(text, path, contract, { sources: declared.sources });
  if (loaded === undefined) throw new Error(`A recorded case cannot be read: ${diagnostics[0]?.message}`);
  const result = await withFiles(files, (folder) =>
    runFile({
      ...{ contract, fixtures, checks: createProfileChecks(), profileFile, profileName, locate, only },
      ...fixturePlace(target, use, folder),
      ...{ environment: declared.values(loaded.settings).environment, sources: declared.sources, loaded },
      ...{ isSelected: () => true, coverage, now },
    }),
  );
  const count = loaded.cases.length;
  if (result.kind !== 'ran') return { count, failed: loaded.cases.keys() };
  return { count, failed: result.results.flatMap((one, index) => (passes(one) ? [] : [index])) };
}
