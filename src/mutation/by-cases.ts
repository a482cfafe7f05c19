/** Detects mutants by the cases of a profile. */
import type { Contract } from '../../engine/index.ts';
import type { LoadedCase } from '../../engine/tools/index.ts';
import type { CaseFile } from '../testing/case-files.ts';
import type { Fixtures } from '../testing/fixture/fixture.ts';
import { createProfileChecks } from '../testing/profile-checks.ts';
import { type FileRun, passes, runFile } from '../testing/run-file.ts';
import type { Mutant } from './mutants.ts';

export interface CaseInput {
  readonly contract: Pick<Contract, 'endpoints'>;
  readonly files: readonly CaseFile[];
  /** Milliseconds that each case of the unchanged profile takes. */
  readonly costs: ReadonlyMap<LoadedCase, number>;
  /** Fixtures for files whose cases write nothing, which share one. */
  readonly sharedFixtures: Fixtures;
}

/** The cases of one file that a mutant can change, or whose documents such cases need. */
interface Chosen {
  readonly run: FileRun;
  readonly cases: readonly LoadedCase[];
  readonly writes: boolean;
  /** Milliseconds, without the start of the engine. */
  readonly cost: number;
}

/**
 * The cases of a file that can detect a change of these endpoints, with those that write before them and may prepare their data. All cases
 * after a changed write belong to them, because they show what it has written.
 */
export function relatedCases<T extends Pick<LoadedCase, 'call'>>(
  cases: readonly T[],
  endpoints: ReadonlySet<string>,
  writing: ReadonlySet<string>,
): readonly T[] {
  const last = cases.findLastIndex(({ call }) => endpoints.has(call));
  const firstWrite = cases.findIndex(({ call }) => endpoints.has(call) && writing.has(call));
  return cases.filter(
    ({ call }, index) =>
      endpoints.has(call) || (index < last && writing.has(call)) || (firstWrite >= 0 && index > firstWrite),
  );
}

function chosenOf(input: CaseInput, endpoints: ReadonlySet<string>, { run }: CaseFile): Chosen {
  const writing = new Set(
    input.contract.endpoints.filter(({ answer }) => answer.kind === 'write').map(({ path }) => path),
  );
  const chosen = relatedCases(run.loaded.cases, endpoints, writing);
  const cost = chosen.reduce((sum, testCase) => sum + (input.costs.get(testCase) ?? 0), 0);
  return { run, cases: chosen, writes: chosen.some(({ call }) => writing.has(call)), cost };
}

/** The first case that detects the mutant, or the code of a finding of its start. Cheap files run first. */
export async function detectingCase(input: CaseInput, mutant: Mutant): Promise<string | undefined> {
  const endpoints = new Set(mutant.endpoints);
  const files = input.files
    .map((file) => chosenOf(input, endpoints, file))
    .filter(({ cases }) => cases.some(({ call }) => endpoints.has(call)))
    .sort((a, b) => a.cost - b.cost);
  const checks = createProfileChecks();
  for (const { run, cases, writes } of files) {
    const result = await runFile({
      ...run,
      fixtures: writes ? run.fixtures : input.sharedFixtures,
      checks,
      profileText: mutant.text,
      loaded: { ...run.loaded, cases },
      only: new Set(cases.map(({ call }) => call)),
      untilFailed: true,
      coverage: undefined,
    });
    if (result.kind === 'refused') return result.diagnostics[0]?.code ?? 'start';
    const failed =
      result.kind === 'ran' ? result.results.find((one) => !passes(one) && one.notTested === undefined) : undefined;
    if (failed !== undefined) return failed.testCase.case;
  }
  return undefined;
}
