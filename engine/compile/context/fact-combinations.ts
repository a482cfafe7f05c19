/**
 * Combinations of facts for which a profile is compiled before anything is known of the ERP, so that faults in all of its variants are found.
 */

import { mentionsPart } from '../../profile/parts/mentions-part.ts';
import type { Profile } from '../../profile/schema/index.ts';
import type { FactValues } from '../../profile/select-variants.ts';

export interface FactCombination {
  readonly factValues: FactValues;
  /** Endpoints that no earlier combination compiles to the same plan. */
  readonly endpoints: ReadonlySet<string>;
}

interface Uses {
  readonly texts: string[];
  /** Values of `when`. Those of outcomes name no fact and are ignored. */
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

/** Facts that decide how a value of the profile is compiled: in its own conditions, or in the parts that it uses. */
function factsOf(value: unknown, { facts = {}, parts = {} }: Profile): ReadonlySet<string> {
  const uses: Uses = { texts: [], conditions: [] };
  collect(value, uses);
  const open = new Set(Object.keys(parts));
  // The texts of a part are appended, so that the loop also finds the parts that it uses.
  for (let index = 0; index < uses.texts.length; index++) {
    for (const name of open) {
      if (name !== '*' && !mentionsPart(uses.texts[index] ?? '', name)) continue;
      open.delete(name);
      collect(parts[name], uses);
    }
  }
  const named = uses.conditions.map((when) => when.replace(/^not /, ''));
  return new Set(named.filter((name) => Object.hasOwn(facts, name)));
}

/**
 * The combinations to try: all facts true, none, each one alone, and all but one. Facts without which the engine does not start (`else`)
 * are true in all of them.
 */
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

/** Combinations of facts in which each variant is chosen at least once. Each lists only the endpoints that it compiles differently. */
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
    const open = uses.filter(({ facts: factNames, seen }) => {
      const key = [...factNames].map((name) => factValues.get(name)).join();
      return !seen.has(key) && seen.add(key);
    });
    return open.length === 0 ? [] : [{ factValues, endpoints: new Set(open.map(({ path }) => path)) }];
  });
}
