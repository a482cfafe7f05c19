/** Detects mutants by the cases of a profile. */
import type { Contract } from '../../engine/index.ts';
import type { LoadedCase } from '../../engine/tools/index.ts';
import type { CaseFile } from '../testing/case-files.ts';
import type { Fixtures } from '../testing/fixture/fixture.ts';
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

function chosenOf(input: CaseInput, endpoints: ReadonlySet<string>, { run }: CaseFile): Chosen {
  const writing = new Set(
    input.contract.endpoints.filter(({ answer }) => answer.kind === 'write').map(({ path }) => path),
  );
  const { cases } = run.loaded;
  const last = cases.findLastIndex(({ call }) => endpoints.has(call));
  // A case that writes can prepare data for those that follow it.
  const chosen = cases.filter(({ call }, index) => endpoints.has(call) || (index < last && writing.has(call)));
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
  for (const { run, cases, writes } of files) {
    const result = await runFile({
      ...run,
      fixtures: writes ? run.fixtures : input.sharedFixtures,
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
