/** Tries to detect one mutant: with `engine check`, the cases, and the conformance checks, in this order. */
import { type Bases, type Contract, checkProfile } from '../../engine/index.ts';
import type { LoadedCase } from '../../engine/tools/index.ts';
import { type ConformanceRun, runConformance } from '../checks/conformance/run.ts';
import { nameOf, themeOf } from '../checks/core/check.ts';
import type { CaseFile } from '../testing/case-files.ts';
import type { Fixtures } from '../testing/fixture/fixture.ts';
import { passes, runFile } from '../testing/run-file.ts';
import type { Mutant } from './mutants.ts';

/** How a mutant was detected. `by`: the code of a finding, the title of a case, or the name of a check. */
export type Verdict =
  | { readonly kind: 'killed'; readonly stage: 'check' | 'cases' | 'conformance'; readonly by: string }
  | { readonly kind: 'survived' };

export interface KillInput {
  readonly contract: Contract;
  /** The name of the profile in findings. */
  readonly profileName: string;
  readonly bases: Bases;
  /** The findings in the profile itself, as `findingKey` gives them. */
  readonly known: ReadonlySet<string>;
  readonly files: readonly CaseFile[];
  /** Fixtures for files whose cases write nothing, which share one. */
  readonly sharedFixtures: Fixtures;
  /** Undefined: without the conformance checks. */
  readonly conformance:
    | (Omit<ConformanceRun, 'wanted' | 'report'> & { readonly failing: ReadonlySet<string> })
    | undefined;
}

interface Finding {
  readonly code: string;
  readonly message: string;
}

/** Identifies a finding without its place, which a mutation can shift. */
export const findingKey = ({ code, message }: Finding): string => `${code} ${message}`;

export async function kill(input: KillInput, mutant: Mutant): Promise<Verdict> {
  return (await byCheck(input, mutant)) ?? (await byCases(input, mutant)) ?? (await byConformance(input, mutant));
}

async function byCheck(
  { contract, profileName, bases, known }: KillInput,
  { text }: Mutant,
): Promise<Verdict | undefined> {
  const findings = await checkProfile(text, profileName, contract, {}, bases);
  const found = findings.find((finding) => !known.has(findingKey(finding)));
  return found && { kind: 'killed', stage: 'check', by: found.code };
}

async function byCases(input: KillInput, mutant: Mutant): Promise<Verdict | undefined> {
  const { contract, files, sharedFixtures } = input;
  const affected = ({ call }: LoadedCase): boolean => mutant.endpoints.includes(call);
  const writing = new Set(contract.endpoints.filter(({ answer }) => answer.kind === 'write').map(({ path }) => path));
  for (const { run } of files.filter((file) => file.run.loaded.cases.some(affected))) {
    const { cases } = run.loaded;
    const writes = cases.some(({ call }) => writing.has(call));
    // A case that writes can prepare data for those that follow it.
    const chosen = writes ? cases.slice(0, cases.findLastIndex(affected) + 1) : cases.filter(affected);
    const result = await runFile({
      ...run,
      fixtures: writes ? run.fixtures : sharedFixtures,
      profileText: mutant.text,
      loaded: { ...run.loaded, cases: chosen },
      untilFailed: true,
      coverage: undefined,
    });
    if (result.kind === 'refused')
      return { kind: 'killed', stage: 'cases', by: result.diagnostics[0]?.code ?? 'start' };
    const failed =
      result.kind === 'ran' ? result.results.find((one) => !passes(one) && one.notTested === undefined) : undefined;
    if (failed !== undefined) return { kind: 'killed', stage: 'cases', by: failed.testCase.case };
  }
  return undefined;
}

async function byConformance({ conformance }: KillInput, { text, endpoints }: Mutant): Promise<Verdict> {
  if (conformance === undefined) return { kind: 'survived' };
  const result = await runConformance({
    ...conformance,
    profileText: text,
    wanted: ({ path }) => endpoints.includes(path),
    report: () => undefined,
  });
  if (result.kind === 'refused')
    return { kind: 'killed', stage: 'conformance', by: result.diagnostics[0]?.code ?? 'start' };
  const failed =
    result.kind === 'ran'
      ? result.results.find(
          ({ check, outcome }) => outcome.kind === 'failed' && !conformance.failing.has(nameOf(check)),
        )
      : undefined;
  return failed === undefined
    ? { kind: 'survived' }
    : { kind: 'killed', stage: 'conformance', by: `${themeOf(failed.check)}: ${nameOf(failed.check)}` };
}
