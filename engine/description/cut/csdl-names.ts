/** Which names of an OData model a cut keeps: what was used, and its neighbours. */
import type { Csdl, CsdlStructure } from '../csdl.ts';
import type { ODataUse } from '../uses.ts';

export interface CsdlNames {
  /** Whether the type is kept; it may have several names. */
  readonly hasType: (...names: readonly string[]) => boolean;
  readonly sets: ReadonlySet<string>;
  /** Qualified names of bound calls, and names of imports and of what they call. */
  readonly hasCall: (...names: readonly string[]) => boolean;
}

/**
 * The types that were used, the records inside of them, and the plain types and bases of all these: what a suggestion adds to a profile has
 * its type. A related type that was not used is only named: a type of SAP Business One is related to fifty others.
 */
export function keptNames(csdl: Csdl, use: ODataUse): CsdlNames {
  const structures = new Set(csdl.structures.values());
  const isRead = (name: string): boolean => !use.passed.has(name);
  const used = new Set([...use.types].filter(isRead).flatMap((name) => csdl.structures.get(name) ?? []));
  /** True: used, so that the types of its members are kept. */
  const kept = new Map<CsdlStructure, boolean>();
  const otherNames = new Set<string>();
  function add(name: string, isUsed: boolean): void {
    const structure = csdl.structures.get(name);
    if (structure === undefined) {
      otherNames.add(name);
      return;
    }
    const before = kept.get(structure);
    if (before === true || before === isUsed) return;
    kept.set(structure, isUsed);
    if (structure.base !== undefined) add(structure.base, isUsed);
    for (const one of structures)
      if (one.base !== undefined && csdl.structures.get(one.base) === structure) add(one.name, isUsed);
    for (const { type } of structure.properties) {
      const target = csdl.structures.get(type);
      if (isUsed || target === undefined) add(type, target !== undefined && used.has(target));
    }
  }
  for (const name of use.types) add(name, isRead(name));
  const calls = csdl.calls.filter(({ name }) => use.calls.has(name));
  for (const { parameters, result, boundTo } of calls)
    for (const one of [...parameters, result, boundTo]) if (one !== undefined) add(one.type, use.types.has(one.type));
  const sets = csdl.sets.filter(({ name, type }) => {
    const structure = csdl.structures.get(type);
    return use.sets.has(name) || (structure !== undefined && kept.has(structure));
  });
  /** The calls on the types that were used are suggested, too. */
  const callable = csdl.calls.filter(({ boundTo }) => {
    const structure = boundTo && csdl.structures.get(boundTo.type);
    return structure !== undefined && kept.get(structure) === true;
  });
  const callNames = new Set([...calls, ...callable].map(({ name }) => name));
  return {
    hasType: (...names) =>
      names.some((name) => {
        const structure = csdl.structures.get(name);
        return structure === undefined ? otherNames.has(name) : kept.has(structure);
      }),
    sets: new Set(sets.map(({ name }) => name)),
    hasCall: (...names) => names.some((name) => callNames.has(name)),
  };
}
