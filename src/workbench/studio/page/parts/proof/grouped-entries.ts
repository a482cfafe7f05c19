/** The results of a proof in groups of the same endpoint: groups and results that need attention come first. */
import type { Project } from '../../../../operations/protocol/project.ts';
import { type ProofEntry, type VerdictName, verdictNames } from '../../../../operations/protocol/proof.ts';

/** An entry with a name that stays the same when the proof runs again. */
export interface NamedEntry {
  readonly kind: 'entry';
  readonly name: string;
  readonly entry: ProofEntry;
}

export interface EntryGroup {
  readonly kind: 'group';
  /** The path of the endpoint; empty for results about the whole profile. */
  readonly name: string;
  readonly title: string;
  /** The verdict that needs most attention. */
  readonly verdict: VerdictName;
  readonly entries: readonly NamedEntry[];
}

const importance = (verdict: VerdictName): number => verdictNames.indexOf(verdict);

function namedEntries(entries: readonly ProofEntry[]): readonly NamedEntry[] {
  const seen = new Map<string, number>();
  const named = entries.map((entry): NamedEntry => {
    const { title, endpoint, place } = entry;
    const resultKey = `${endpoint} ${title} ${place?.file}`;
    const count = (seen.get(resultKey) ?? 0) + 1;
    seen.set(resultKey, count);
    return { kind: 'entry', name: `${resultKey} ${count}`, entry };
  });
  return named.sort((one, other) => importance(one.entry.verdict) - importance(other.entry.verdict));
}

/** Groups of the same verdict have the order of the contract. */
export function groupedEntries(entries: readonly ProofEntry[], { endpoints }: Project): readonly EntryGroup[] {
  const places = new Map(endpoints.map(({ path, title }, index) => [path, { title, index }]));
  const groups = [...Map.groupBy(namedEntries(entries), ({ entry }) => entry.endpoint ?? '')].map(
    ([name, members]): EntryGroup => ({
      ...{ kind: 'group', name, title: places.get(name)?.title ?? (name === '' ? 'The profile' : name) },
      ...{ verdict: members[0]?.entry.verdict ?? 'passed', entries: members },
    }),
  );
  const indexOf = ({ name }: EntryGroup): number => places.get(name)?.index ?? endpoints.length;
  return groups.sort(
    (one, other) => importance(one.verdict) - importance(other.verdict) || indexOf(one) - indexOf(other),
  );
}
