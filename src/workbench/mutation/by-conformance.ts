/** Detects mutants by the checks that follow from the contract. */
import { type ConformanceRun, type OpenedRun, overFixture, runWanted } from '../checks/conformance/run.ts';
import { type Check, nameOf, themeOf } from '../checks/core/check.ts';
import type { Fixtures } from '../testing/fixture/fixture.ts';
import type { Mutant } from './mutants.ts';
import { firstDifference, type RecordedRead } from './replay.ts';

export interface ConformanceInput extends Omit<ConformanceRun, 'wanted' | 'isLast' | 'report' | 'observe' | 'order'> {
  /** Names of the checks that the unchanged profile fails. */
  readonly failing: ReadonlySet<string>;
  /** Names of the checks that do not apply to the profile. */
  readonly inapplicable: ReadonlySet<string>;
  /** What the checks of reads have sent to the unchanged profile. */
  readonly reads: readonly RecordedRead[];
  /** Fixtures for runs that only read, which share one. */
  readonly sharedFixtures: Fixtures;
  /** Number of mutants that each check has detected, by its name: checks that detect many run first. */
  readonly detections: Map<string, number>;
}

/** Themes about the service, which no change of a profile affects. */
const serviceThemes: ReadonlySet<string> = new Set(['authentication', 'envelope']);

/** Whether a check calls one of the endpoints: it is about the endpoint, or compares its answers with others. */
export const isAbout = (check: Check, endpoints: ReadonlySet<string>): boolean =>
  !serviceThemes.has(themeOf(check)) &&
  [check.path, ...check.needs, ...(check.uses ?? [])].some((path) => endpoints.has(path));

const writes: ReadonlySet<string> = new Set(['/sale-draft', '/invoices/push', '/payments/push']);

/** Whether a check leaves the ERP as it was, even if a mutant accepts a write that it must refuse. */
export const onlyReads = ({ tag, path }: Check): boolean => tag === 'read' && !writes.has(path);

/** What has detected a mutant. `by`: undefined for nothing. `shows`: a read that the mutant answers in another way. */
export interface Detection {
  readonly by: string | undefined;
  readonly shows: RecordedRead | undefined;
}

/**
 * The first check that detects the mutant, or the code of a finding of its start. First the recorded reads are sent to the mutant over a shared
 * fixture, and checks that only read run there if an answer differs. The others run over a fixture that is created for the mutant.
 */
export async function detectingCheck(input: ConformanceInput, mutant: Mutant): Promise<Detection> {
  const affected = new Set(mutant.endpoints);
  const run = { ...input, profileText: mutant.text };
  const read = await overFixture({ ...run, fixtures: input.sharedFixtures }, async (opened): Promise<Detection> => {
    const shows = await firstDifference(opened.openCaller(), input.reads, affected);
    return { by: shows && (await firstFailure(input, opened, affected, onlyReads)), shows };
  });
  if ('kind' in read) return notRun(read);
  if (read.by !== undefined) return read;
  const written = await overFixture(run, async (opened) => ({
    by: await firstFailure(input, opened, affected, (check) => !onlyReads(check)),
  }));
  return 'kind' in written ? notRun(written) : { ...read, ...written };
}

const notRun = (result: {
  readonly kind: string;
  readonly diagnostics?: readonly { readonly code: string }[];
}): Detection => ({
  by: result.kind === 'refused' ? (result.diagnostics?.[0]?.code ?? 'start') : undefined,
  shows: undefined,
});

/** The name of the first check that fails only for the mutant. */
async function firstFailure(
  input: ConformanceInput,
  opened: OpenedRun,
  affected: ReadonlySet<string>,
  selects: (check: Check) => boolean,
): Promise<string | undefined> {
  const { failing, inapplicable, detections } = input;
  const isFailed: NonNullable<ConformanceRun['isLast']> = ({ check, outcome }) =>
    outcome.kind === 'failed' && !failing.has(nameOf(check));
  const { results } = await runWanted({
    ...{ ...input, ...opened },
    wanted: (check) => selects(check) && isAbout(check, affected) && !inapplicable.has(nameOf(check)),
    order: (checks) => checks.toSorted((a, b) => detected(b) - detected(a)),
    isLast: isFailed,
    report: () => undefined,
  });
  function detected(check: Parameters<typeof nameOf>[0]): number {
    return detections.get(nameOf(check)) ?? 0;
  }
  const failed = results.find(isFailed)?.check;
  if (failed === undefined) return undefined;
  detections.set(nameOf(failed), detected(failed) + 1);
  return `${themeOf(failed)}: ${nameOf(failed)}`;
}
