/** Runs recorded cases as `engine test` does, before anybody gets them. */
import { type Coverage, type Declared, loadCases } from '../../engine/tools/index.ts';
import type { ProfileInput } from '../service/load-profile.ts';
import type { Fixtures } from '../testing/fixture/fixture.ts';
import { createProfileChecks } from '../testing/profile-checks.ts';
import { passes, runFile } from '../testing/run-file.ts';
import { type FixtureUse, fixturePlace, type RecordingTarget } from './target.ts';
import { withFiles } from './with-files.ts';

export interface CasesToRun {
  readonly profile: ProfileInput;
  readonly declared: Declared;
  readonly fixtures: Fixtures;
  readonly files: ReadonlyMap<string, string>;
  readonly target: RecordingTarget;
  readonly use: FixtureUse;
  readonly coverage?: Coverage | undefined;
}

/** The positions of cases that fail; all of them where they cannot run. */
export async function failingCases({
  profile,
  declared,
  fixtures,
  files,
  target,
  use,
  coverage,
}: CasesToRun): Promise<ReadonlySet<number>> {
  const { caseFile } = target;
  const { contract, profileFile, profileName, locate, now } = profile;
  const { loaded } = loadCases(files.get(caseFile) ?? '', caseFile, contract, declared.sources);
  if (loaded === undefined) return new Set([0]);
  const every = new Set(loaded.cases.keys());
  const fixture = new Map([...files].filter(([path]) => path !== caseFile));
  const result = await withFiles(fixture, (folder) =>
    runFile({
      ...{ contract, fixtures, checks: createProfileChecks(), profileFile, profileName, locate },
      ...fixturePlace(target, use, folder),
      ...{ environment: declared.values(loaded.settings).environment, sources: declared.sources, loaded },
      ...{ isSelected: () => true, coverage, now },
    }),
  );
  if (result.kind !== 'ran') return every;
  return new Set(result.results.flatMap((one, index) => (passes(one) ? [] : [index])));
}
