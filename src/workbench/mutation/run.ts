/** Mutates a profile, and tries to detect each mutant. */

import { randomUUID } from 'node:crypto';
import { dirname, join } from 'node:path';
import {
  checkProfile,
  type DatabaseKind,
  type DescribedName,
  type Diagnostic,
  type OnScope,
  type Path,
} from '../../../engine/index.ts';
import { readText } from '../../service/config/environment.ts';
import { fault } from '../../service/config/fault.ts';
import type { StoreAddress } from '../../service/config/store-address.ts';
import type { Subject } from '../checks/conformance/subject.ts';
import type { Fixtures, MadeFixture } from '../testing/fixture/fixture.ts';
import { inOrder } from '../testing/ordered-results.ts';
import { type Baseline, isRefusal, killInput } from './baseline.ts';
import { kill } from './kill.ts';
import { type Mutant, mutantsOf } from './mutants.ts';
import type { MutationReport } from './report.ts';
import { type KeptResults, openKeptResults } from './results-file.ts';
import { byRisk } from './risk.ts';
import { readSurvivors, type Survival } from './survivors.ts';

/** A store in addition to the fixture's: one process holds a store at a time. It is removed together with the fixture's folder. */
const separate = (store: StoreAddress): StoreAddress =>
  store.kind === 'file' ? { ...store, file: join(dirname(store.file), `${randomUUID()}.sqlite`) } : store;

/** Creates each fixture once. `close` drops them; `drop` of one does nothing. */
function shareFixtures(fixtures: Fixtures): Fixtures {
  const made = new Map<string, Promise<MadeFixture>>();
  return {
    ...fixtures,
    async make(folders, sources, overlay) {
      const key = JSON.stringify([folders, overlay, sources.map(({ name }) => name)]);
      const pending = made.get(key) ?? fixtures.make(folders, sources, overlay);
      made.set(key, pending);
      const one = await pending;
      if (one.kind !== 'made') return one;
      const { fixture } = one;
      return { ...one, fixture: { ...fixture, store: separate(fixture.store), drop: async () => undefined } };
    },
    async close() {
      for (const pending of made.values()) {
        const one = await pending;
        if (one.kind === 'made') await one.fixture.drop();
      }
    },
  };
}

/** Which mutants are tried. */
interface Selection {
  /** A part of their ids. */
  readonly filter?: string | undefined;
  /** The path of an endpoint that they affect. */
  readonly only?: string | undefined;
  /** Number at most: the riskiest of each endpoint. */
  readonly sample?: number | undefined;
}

/** Where the results of a run are kept, so that the next one continues. */
interface Resuming {
  /** Absolute path. */
  readonly file: string;
  /** Version of the program: another one tries all mutants again. */
  readonly version: string;
}

interface MutationRun extends Omit<Baseline, 'endpoints'> {
  readonly selection: Selection;
  readonly fixtures: Fixtures;
  /** Milliseconds after which no further mutant is tried; undefined: all are tried. */
  readonly budget: number | undefined;
  readonly resuming: Resuming | undefined;
  /** Called for each mutant, the riskiest first. `survival`: the reason for it in survivors.yaml. */
  readonly report: (
    result: MutationReport['results'][number],
    more: { readonly total: number; readonly survival: Survival | undefined },
  ) => void;
}

type MutationResult =
  | { readonly kind: 'ran'; readonly report: MutationReport }
  | {
      readonly kind: 'refused';
      readonly diagnostics: readonly Diagnostic[];
      readonly sources: ReadonlyMap<string, string>;
    }
  /** The selection selects no mutant. */
  | { readonly kind: 'none' };

/** A run that is aborted, or out of time, resolves with the results so far, after the mutants that are being tried. */
export async function runMutation(run: MutationRun): Promise<MutationResult> {
  const { subject, selection, fixtures, jobs, signal, budget = Number.POSITIVE_INFINITY } = run;
  const { profileName: name, profileFile } = subject;
  const refused = (message: string, hint: string): MutationResult => ({
    ...{ kind: 'refused', diagnostics: [fault('CFG508', message, hint)], sources: new Map() },
  });
  const reasons = readSurvivors(readText(join(dirname(profileFile), 'survivors.yaml')));
  if (!reasons.ok) return refused(`survivors.yaml of ${name} is invalid: ${reasons.reason}.`, 'Correct it.');
  const mutants = await selectedMutants(subject, selection);
  if (mutants === undefined) return { kind: 'none' };
  const sharedFixtures = shareFixtures(fixtures);
  try {
    const endpoints = new Set(mutants.flatMap((mutant) => mutant.endpoints));
    const input = await killInput({ ...run, endpoints }, sharedFixtures);
    if (isRefusal(input)) return refused(input.message, input.cure);
    const kept = keptResults(run);
    const ends = run.now() + budget;
    const results: MutationReport['results'][number][] = [];
    const tried = async (mutant: Mutant) => {
      const keptVerdict = kept?.find(mutant);
      if (keptVerdict !== undefined) return { mutant, verdict: keptVerdict };
      if (signal?.aborted === true || run.now() >= ends) return undefined;
      const verdict = await kill(input, mutant);
      kept?.keep(mutant, verdict);
      return { mutant, verdict };
    };
    await inOrder(mutants, jobs, tried, (result) => {
      if (result === undefined) return;
      results.push(result);
      run.report(result, { total: mutants.length, survival: reasons.reasons.get(result.mutant.id) });
    });
    const untried = mutants.length - results.length;
    const isWhole = Object.values(selection).every((part) => part === undefined) && untried === 0;
    const inText = results.toSorted((a, b) => a.mutant.line - b.mutant.line || a.mutant.column - b.mutant.column);
    return { kind: 'ran', report: { name, results: inText, reasons: reasons.reasons, isWhole, untried } };
  } finally {
    await sharedFixtures.close();
  }
}

function keptResults({ resuming, subject, overlays }: MutationRun): KeptResults | undefined {
  if (resuming === undefined) return undefined;
  const folders = [...subject.folders, ...overlays.map(({ file }) => dirname(file))];
  return openKeptResults(resuming.file, {
    folders,
    bases: [...subject.bases.texts.values()],
    version: resuming.version,
  });
}

/** What the vendors' descriptions of the sources over HTTP know, by the path in the profile. */
async function describedNames({ contract, declared, text, bases, profileName, profileFile }: Subject) {
  const names = new Map<string, readonly DescribedName[]>();
  const keyOf = (path: Path): string => JSON.stringify(path.map(String));
  const onScope: OnScope = (scope) => {
    if (scope.kind === 'described') names.set(keyOf(scope.path), scope.names);
  };
  if (declared.sources.some(({ kind }) => kind === 'http'))
    await checkProfile(text, profileName, contract, {}, { bases, folder: dirname(profileFile), onScope });
  return (path: Path): readonly DescribedName[] => names.get(keyOf(path)) ?? [];
}

/** The riskiest first. Undefined if a filter selects none. */
async function selectedMutants(
  subject: Subject,
  { filter = '', only, sample = Number.POSITIVE_INFINITY }: Selection,
): Promise<readonly Mutant[] | undefined> {
  const { contract, declared, text, bases } = subject;
  const kinds = declared.sources.flatMap((source): readonly DatabaseKind[] =>
    source.kind === 'sql' ? [source.databaseKind] : [],
  );
  const describedAt = await describedNames(subject);
  const mutants = mutantsOf({ text, kinds, bases: [...bases.texts.values()], contract, describedAt }).filter(
    ({ id, endpoints }) =>
      id.toLowerCase().includes(filter.toLowerCase()) && (only === undefined || endpoints.includes(only)),
  );
  if (mutants.length === 0 && (filter !== '' || only !== undefined)) return undefined;
  return byRisk(mutants).slice(0, sample);
}
