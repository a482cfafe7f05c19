/** Detects mutants by the checks that follow from the contract. */
import { type ConformanceRun, runConformance } from '../checks/conformance/run.ts';
import { type Check, nameOf, themeOf } from '../checks/core/check.ts';
import type { Mutant } from './mutants.ts';

export interface ConformanceInput extends Omit<ConformanceRun, 'wanted' | 'isLast' | 'report'> {
  /** Names of the checks that the unchanged profile fails. */
  readonly failing: ReadonlySet<string>;
  /** Names of the checks that do not apply to the profile. */
  readonly inapplicable: ReadonlySet<string>;
}

/** Themes about the service, which no change of a profile affects. */
const serviceThemes: ReadonlySet<string> = new Set(['authentication', 'envelope']);

/** Whether a check calls one of the endpoints: it is about the endpoint, or compares its answers with others. */
export const isAbout = (check: Check, endpoints: ReadonlySet<string>): boolean =>
  !serviceThemes.has(themeOf(check)) &&
  [check.path, ...check.needs, ...(check.uses ?? [])].some((path) => endpoints.has(path));

/** The first check that detects the mutant, or the code of a finding of its start. */
export async function detectingCheck(
  { failing, inapplicable, ...run }: ConformanceInput,
  { text, endpoints }: Mutant,
): Promise<string | undefined> {
  const affected = new Set(endpoints);
  const isFailed: NonNullable<ConformanceRun['isLast']> = ({ check, outcome }) =>
    outcome.kind === 'failed' && !failing.has(nameOf(check));
  const result = await runConformance({
    ...run,
    profileText: text,
    wanted: (check) => isAbout(check, affected) && !inapplicable.has(nameOf(check)),
    isLast: isFailed,
    report: () => undefined,
  });
  if (result.kind === 'refused') return result.diagnostics[0]?.code ?? 'start';
  const failed = result.kind === 'ran' ? result.results.find(isFailed) : undefined;
  return failed && `${themeOf(failed.check)}: ${nameOf(failed.check)}`;
}
