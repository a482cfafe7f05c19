/**
 * Plants changes of the profile, and looks for requests that the ERP answers in another way for each of them. A recording needs these requests, and the rows that
 * they use in the unchanged and in the changed profile.
 */
import type { DatabaseKind, Endpoint } from '../../../../engine/index.ts';
import { type Mutant, mutantsOf } from '../../mutation/mutants.ts';
import { byRisk } from '../../mutation/risk.ts';
import { divided } from '../attempt.ts';
import { type CallRunner, openSession, type RecordedCall, type SessionInput } from '../session.ts';
import { unusableFor } from '../unusable.ts';
import type { Shown } from './choose-calls.ts';
import type { RowRequests } from './requests-from-rows.ts';
import { isSameAnswer } from './same-answer.ts';

interface PlantInput {
  /** How the unchanged profile was opened. */
  readonly form: Omit<SessionInput, 'writes'>;
  /** The profile without bases. */
  readonly profileText: string;
  readonly kinds: readonly DatabaseKind[];
  /** The open session of the unchanged profile. */
  readonly session: CallRunner;
  /** Calls of the unchanged profile, of endpoints that read or of those that write. */
  readonly calls: readonly RecordedCall[];
  readonly endpoints: readonly Endpoint[];
  /** Undefined without a database. */
  readonly rowRequests: RowRequests | undefined;
  /** Milliseconds since the epoch, after which no further change is planted. */
  readonly end: number;
  readonly now: () => number;
  readonly progress: (text: string) => void;
}

export interface Planted {
  readonly shown: readonly Shown<RecordedCall>[];
  /** Calls of changed profiles: their rows belong into the fixture. */
  readonly changedCalls: readonly RecordedCall[];
  /** Changes by their ids: what each one is. */
  readonly changes: ReadonlyMap<string, string>;
  /** Changes that were planted and started. */
  readonly planted: number;
  /** Changes that no request shows. A check of the profile detects those that do not start. */
  readonly unshown: readonly Mutant[];
}

/** Answers with more characters are no better candidates than shorter ones. */
const mostCharacters = 20_000;

const sizeOf = ({ outcome }: RecordedCall): number => (outcome.ok ? Math.min(outcome.json.length, mostCharacters) : 0);

/** A search for nothing: its order is that of all names, which a recording replaces, so that it seldom becomes a case. */
const isEmptySearch = ({ request }: RecordedCall): boolean => Object.values(request).includes('');

/** The candidates of one endpoint: those that have shown something first, then large answers, then requests that are made of rows, and empty searches last. */
function createCandidates({ session, calls, rowRequests }: PlantInput, endpoint: Endpoint) {
  const recorded = calls
    .filter((call) => call.path === endpoint.path && unusableFor(call) === undefined)
    .toSorted((one, other) => sizeOf(other) - sizeOf(one));
  const proven = new Set<RecordedCall>();
  let fromRows: readonly RecordedCall[] | undefined;

  async function madeOfRows(): Promise<readonly RecordedCall[]> {
    if (fromRows !== undefined) return fromRows;
    const made: RecordedCall[] = [];
    for (const request of (await rowRequests?.for(endpoint, recorded)) ?? []) {
      const ran = await session.call({ path: endpoint.path, request });
      if (unusableFor(ran) === undefined) made.push(ran);
    }
    fromRows = made;
    return made;
  }

  return {
    prove: (call: RecordedCall) => void proven.add(call),
    all: () => [...recorded, ...(fromRows ?? [])],
    async *inOrder(): AsyncGenerator<RecordedCall> {
      const [empty, others] = divided(recorded, isEmptySearch);
      yield* [...proven].filter((call) => !isEmptySearch(call));
      for (const call of others) if (!proven.has(call)) yield call;
      for (const call of await madeOfRows()) if (!proven.has(call)) yield call;
      yield* empty;
    },
  };
}

/** Rejects with `SourceError` if the ERP cannot be reached. */
export async function plantMutants(input: PlantInput): Promise<Planted> {
  const { form, profileText, kinds, endpoints, end, now, progress } = input;
  const { contract } = form.profile;
  const byPath = new Map(endpoints.map((endpoint) => [endpoint.path, endpoint]));
  const mutants = byRisk(mutantsOf({ text: profileText, bases: [], kinds, contract })).filter((mutant) =>
    mutant.endpoints.some((path) => byPath.has(path)),
  );
  const candidates = new Map(endpoints.map((endpoint) => [endpoint.path, createCandidates(input, endpoint)]));
  const shownBy = new Map<RecordedCall, Set<string>>();
  const changedCalls: RecordedCall[] = [];
  const unshown: Mutant[] = [];
  let planted = 0;

  /** The first call that the changed profile answers in another way, with its run by the changed profile. */
  async function detect(mutant: Mutant, changed: CallRunner): Promise<boolean> {
    for (const path of mutant.endpoints) {
      const [endpoint, some] = [byPath.get(path), candidates.get(path)];
      if (endpoint === undefined || some === undefined) continue;
      for await (const call of some.inOrder()) {
        const ran = await changed.call(call);
        if (isSameAnswer(endpoint, call.outcome, ran.outcome)) continue;
        some.prove(call);
        shownBy.set(call, (shownBy.get(call) ?? new Set()).add(mutant.id));
        changedCalls.push(ran);
        return true;
      }
    }
    return false;
  }

  for (const [index, mutant] of mutants.entries()) {
    if (now() >= end) break;
    progress(`Looking for what shows each change of the profile: ${index + 1} of ${mutants.length}`);
    const opened = await openSession({
      ...form,
      profile: { ...form.profile, profileText: mutant.text },
      writes: 'rehearsed',
    });
    if (!opened.ok) continue;
    planted += 1;
    try {
      if (!(await detect(mutant, opened.session))) unshown.push(mutant);
    } finally {
      await opened.session.close();
    }
  }
  const all = [...candidates.values()].flatMap((some) => some.all());
  const none: ReadonlySet<string> = new Set();
  return {
    shown: all.map((call) => ({ call, points: call.points, mutants: shownBy.get(call) ?? none })),
    changedCalls,
    planted,
    changes: new Map(mutants.map(({ id, change }) => [id, change])),
    unshown,
  };
}
