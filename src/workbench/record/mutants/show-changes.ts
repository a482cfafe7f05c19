/** Chooses few calls that show parts and changes of a profile. */
import type { ChooseCalls } from '../call-choice.ts';
import type { RecordedCall } from '../session.ts';
import { titledCalls } from './case-titles.ts';
import { chooseCalls } from './choose-calls.ts';
import { plantMutants } from './plant.ts';
import { openRowRequests } from './requests-from-rows.ts';

interface ChangesInput {
  /** Milliseconds after which no further change is planted. */
  readonly budget: number;
  /** Cases at most, besides the pages before a later page. */
  readonly mostCases: number;
}

/** Plants changes of the profile, and chooses the calls that show most of them, each titled by what it shows. */
export const showChanges =
  ({ budget, mostCases }: ChangesInput): ChooseCalls =>
  async (seen) => {
    const { form, declared, databases, now } = seen;
    const planted = await plantMutants({
      ...seen,
      kinds: declared.sources.flatMap((source) => (source.kind === 'sql' ? [source.databaseKind] : [])),
      endpoints: form.profile.contract.endpoints.filter(({ path }) => declared.endpoints.has(path)),
      rowRequests: databases.size === 0 ? undefined : await openRowRequests({ databases, now }),
      end: now() + budget,
    });
    const chosen = chooseCalls(planted.shown, mostCases).map(({ call, mutants }) => ({
      call,
      changes: mutants.map((id) => planted.changes.get(id) ?? id),
    }));
    const all = planted.shown.map(({ call }) => call);
    return {
      calls: titledCalls(withFormerPages(chosen, all)),
      others: planted.changedCalls,
      changes: { planted: planted.planted, unshown: planted.unshown.map(({ id }) => id) },
    };
  };

type ChosenCall = Parameters<typeof titledCalls>[0][number];

/** A later page continues after the one before it, so that this one belongs to the calls, too. */
function withFormerPages(chosen: readonly ChosenCall[], all: readonly RecordedCall[]): readonly ChosenCall[] {
  const listKey = ({ path, request: { page: _, ...others } }: RecordedCall): string =>
    `${path} ${JSON.stringify(others)}`;
  const pageOf = ({ request }: RecordedCall): number => Number(request.page ?? 1);
  const added: ChosenCall[] = [];
  const isAmong = (call: RecordedCall): boolean =>
    [...chosen, ...added].some((one) => listKey(one.call) === listKey(call) && pageOf(one.call) === pageOf(call));
  for (const one of chosen) {
    const former = all.filter((call) => listKey(call) === listKey(one.call) && pageOf(call) < pageOf(one.call));
    for (const call of former.toSorted((a, b) => pageOf(a) - pageOf(b)))
      if (!isAmong(call)) added.push({ call, changes: [] });
    added.push(one);
  }
  return added;
}
