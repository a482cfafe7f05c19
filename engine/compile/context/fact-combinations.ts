/** What may be true of an ERP, as far as a profile has to be compiled for it before anything is known. */

import type { Profile } from '../../profile/schema/index.ts';
import type { FactValues } from '../../profile/select-variants.ts';

export interface FactCombination {
  readonly factValues: FactValues;
  /** Paths of the endpoints that no possibility before this one compiles to the same. */
  readonly endpoints: ReadonlySet<string>;
}

interface Uses {
  readonly texts: string[];
  /** Conditions of variants, and those of outcomes, which name no fact. */
  readonly conditions: string[];
}

function collect(value: unknown, uses: Uses): void {
  if (typeof value === 'string') uses.texts.push(value);
  if (typeof value !== 'object' || value === null) return;
  for (const [key, item] of Object.entries(value)) {
    if (key === 'when' && typeof item === 'string') uses.conditions.push(item);
    collect(item, uses);
  }
}

/** Facts that decide how something is compiled: by its own conditions, or in the parts that it uses. */
function factsOf(value: unknown, { facts = {}, parts = {} }: Profile): ReadonlySet<string> {
  const uses: Uses = { texts: [], conditions: [] };
  collect(value, uses);
  const open = new Set(Object.keys(parts));
  // What a part brings along stands behind it, so that parts in parts are found on the way.
  for (let index = 0; index < uses.texts.length; index++) {
    for (const name of open) {
      if (name !== '*' && uses.texts[index]?.includes(`{${name}}`) !== true) continue;
      open.delete(name);
      collect(parts[name], uses);
    }
  }
  const named = uses.conditions.map((when) => when.replace(/^not /, ''));
  return new Set(named.filter((name) => Object.hasOwn(facts, name)));
}

/** Everything, nothing, one thing alone, all but one. What must be true, since the engine would not start otherwise, is true in all. */
function factValuesOf(facts: NonNullable<Profile['facts']>): readonly FactValues[] {
  const names = Object.keys(facts);
  const open = names.filter((name) => facts[name]?.else === undefined);
  const where = (truth: (name: string) => boolean): FactValues =>
    new Map(names.map((name) => [name, !open.includes(name) || truth(name)]));
  return [
    where(() => true),
    where(() => false),
    ...open.flatMap((one) => [where((name) => name === one), where((name) => name !== one)]),
  ];
}

/** What could be true of an ERP. Each variant is chosen in one of them; an endpoint is compiled once for all that it does not differ in. */
export function factCombinations(profile: Profile): readonly FactCombination[] {
  const { facts, ids, endpoints } = profile;
  const paths = Object.keys(endpoints);
  if (facts === undefined) return [{ factValues: new Map(), endpoints: new Set(paths) }];
  const uses = paths.map((path) => ({
    path,
    facts: factsOf([endpoints[path], ids], profile),
    seen: new Set<string>(),
  }));
  return factValuesOf(facts).flatMap((factValues) => {
    const open = uses.filter(({ facts: own, seen }) => {
      const key = [...own].map((name) => factValues.get(name)).join();
      return !seen.has(key) && seen.add(key);
    });
    return open.length === 0 ? [] : [{ factValues, endpoints: new Set(open.map(({ path }) => path)) }];
  });
}
