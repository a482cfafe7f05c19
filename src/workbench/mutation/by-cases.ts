/** Detects mutants by the cases of a profile. */
import type { Contract, LocateBase } from '../../../engine/index.ts';
import type { LoadedCase } from '../../../engine/tools/index.ts';
import type { CaseFile } from '../testing/case-files.ts';
import { type FileRun, passes } from '../testing/case-run.ts';
import type { Fixtures } from '../testing/fixture/fixture.ts';
import { createProfileChecks, type ProfileChecks } from '../testing/profile-checks.ts';
import { runFile } from '../testing/run-file.ts';
import type { Mutant } from './mutants.ts';

export interface CaseInput {
  readonly contract: Pick<Contract, 'endpoints'>;
  /** Absolute path of the mutated profile. */
  readonly profileFile: string;
  /** Its case files, and those of profiles that extend it. */
  readonly files: readonly CaseFile[];
  /** Milliseconds that each case of the unchanged profile takes. */
  readonly costs: ReadonlyMap<LoadedCase, number>;
  /** Fixtures for files whose cases write nothing into a database, which share one. */
  readonly sharedFixtures: Fixtures;
}

/** The cases of one file that a mutant can change, or whose documents such cases need. */
interface Chosen {
  readonly run: FileRun;
  readonly cases: readonly LoadedCase[];
  readonly changesDatabase: boolean;
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

/** Whether cases need a database of their own: requests to an ERP leave that of the fixture as it is. */
export const changeDatabase = (
  cases: readonly Pick<LoadedCase, 'call'>[],
  writing: ReadonlySet<string>,
  writtenByRequests: ReadonlySet<string>,
): boolean => cases.some(({ call }) => writing.has(call) && !writtenByRequests.has(call));

function chosenOf(
  input: CaseInput,
  endpoints: ReadonlySet<string>,
  { run, writtenByRequests }: Pick<CaseFile, 'run' | 'writtenByRequests'>,
): Chosen {
  const writing = new Set(
    input.contract.endpoints.filter(({ answer }) => answer.kind === 'write').map(({ path }) => path),
  );
  const chosen = relatedCases(run.loaded.cases, endpoints, writing);
  const cost = chosen.reduce((sum, testCase) => sum + (input.costs.get(testCase) ?? 0), 0);
  return { run, cases: chosen, changesDatabase: changeDatabase(chosen, writing, writtenByRequests), cost };
}

/** Finds the mutated text in place of the base profile `file`. */
const withBase =
  (locate: LocateBase, file: string, text: string): LocateBase =>
  (...given) => {
    const located = locate(...given);
    return located.ok && located.file === file ? { ...located, text } : located;
  };

/** The run of a case file over the mutated profile, or over a profile that extends it. */
const mutated = (run: FileRun, { profileFile }: CaseInput, { text }: Mutant): FileRun =>
  run.profileFile === profileFile
    ? { ...run, profileText: text }
    : { ...run, locate: withBase(run.locate, profileFile, text) };

/** The first case that detects the mutant, or the code of a finding of its start. Cheap files run first. */
export async function detectingCase(input: CaseInput, mutant: Mutant): Promise<string | undefined> {
  const endpoints = new Set(mutant.endpoints);
  const files = input.files
    .map((file) => chosenOf(input, endpoints, file))
    .filter(({ cases }) => cases.some(({ call }) => endpoints.has(call)))
    .sort((a, b) => a.cost - b.cost);
  // The mutated profile and each one that extends it are compiled apart.
  const compiled = new Map<string, ProfileChecks>();
  for (const { run, cases, changesDatabase } of files) {
    const checks = compiled.get(run.profileFile) ?? createProfileChecks();
    compiled.set(run.profileFile, checks);
    const result = await runFile({
      ...mutated(run, input, mutant),
      fixtures: changesDatabase ? run.fixtures : input.sharedFixtures,
      checks,
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
