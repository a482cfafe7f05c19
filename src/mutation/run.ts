/** Mutates a profile, and tries to detect each mutant. */
import { dirname, join } from 'node:path';
import type { Diagnostic } from '../../engine/diagnostics/diagnostic.ts';
import type { DatabaseKind } from '../../engine/index.ts';
import type { Subject } from '../checks/conformance/subject.ts';
import { spread } from '../checks/core/sample.ts';
import { readText } from '../config/environment.ts';
import { fault } from '../config/fault.ts';
import type { Fixtures } from '../testing/fixture/fixture.ts';
import { inOrder } from '../testing/ordered-results.ts';
import { type Baseline, isRefusal, killInput } from './baseline.ts';
import { kill } from './kill.ts';
import { type Mutant, mutantsOf } from './mutants.ts';
import type { MutationReport } from './report.ts';
import { shareFixtures } from './shared-fixtures.ts';
import { readSurvivors, type Survival } from './survivors.ts';

/** Which mutants are tried. */
export interface Selection {
  /** A part of their ids. */
  readonly filter?: string | undefined;
  /** The path of an endpoint that they affect. */
  readonly only?: string | undefined;
  /** Number at most, spread over the profile. */
  readonly sample?: number | undefined;
}

export interface MutationRun extends Omit<Baseline, 'endpoints'> {
  readonly selection: Selection;
  readonly fixtures: Fixtures;
  /** Called for each mutant, in the order of the text. `survival`: the reason for it in survivors.yaml. */
  readonly report: (
    result: MutationReport['results'][number],
    more: { readonly total: number; readonly survival: Survival | undefined },
  ) => void;
}

export type MutationResult =
  | { readonly kind: 'ran'; readonly report: MutationReport }
  | {
      readonly kind: 'refused';
      readonly diagnostics: readonly Diagnostic[];
      readonly sources: ReadonlyMap<string, string>;
    }
  /** The selection selects no mutant. */
  | { readonly kind: 'none' };

/** An aborted run resolves with the results so far, after the mutants that are being tried. */
export async function runMutation(run: MutationRun): Promise<MutationResult> {
  const { subject, selection, fixtures, jobs, signal } = run;
  const { profileName: name, profileFile } = subject;
  const refused = (message: string, hint: string): MutationResult => ({
    ...{ kind: 'refused', diagnostics: [fault('CFG508', message, hint)], sources: new Map() },
  });
  const reasons = readSurvivors(readText(join(dirname(profileFile), 'survivors.yaml')));
  if (!reasons.ok) return refused(`survivors.yaml of ${name} is invalid: ${reasons.reason}.`, 'Correct it.');
  const mutants = selectedMutants(subject, selection);
  if (mutants === undefined) return { kind: 'none' };
  const shared = shareFixtures(fixtures);
  try {
    const endpoints = new Set(mutants.flatMap((mutant) => mutant.endpoints));
    const input = await killInput({ ...run, endpoints }, shared);
    if (isRefusal(input)) return refused(input.message, input.cure);
    const results: MutationReport['results'][number][] = [];
    await inOrder(
      mutants,
      jobs,
      async (mutant: Mutant) => (signal?.aborted === true ? undefined : { mutant, verdict: await kill(input, mutant) }),
      (result) => {
        if (result === undefined) return;
        results.push(result);
        run.report(result, { total: mutants.length, survival: reasons.reasons.get(result.mutant.id) });
      },
    );
    const isWhole = Object.values(selection).every((part) => part === undefined) && signal?.aborted !== true;
    return { kind: 'ran', report: { name, results, reasons: reasons.reasons, isWhole } };
  } finally {
    await shared.close();
  }
}

/** In the order of the text. Undefined if a filter selects none. */
function selectedMutants(
  { contract, declared, text, bases }: Subject,
  { filter = '', only, sample = Number.POSITIVE_INFINITY }: Selection,
): readonly Mutant[] | undefined {
  const kinds = declared.sources.flatMap((source): readonly DatabaseKind[] =>
    source.kind === 'sql' ? [source.databaseKind] : [],
  );
  const mutants = mutantsOf({ text, kinds, bases: [...bases.texts.values()], contract }).filter(
    ({ id, endpoints }) =>
      id.toLowerCase().includes(filter.toLowerCase()) && (only === undefined || endpoints.includes(only)),
  );
  if (mutants.length === 0 && (filter !== '' || only !== undefined)) return undefined;
  return spread(mutants, sample);
}
