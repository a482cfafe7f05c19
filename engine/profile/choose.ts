/** A profile with variants becomes one without: every `when` is decided by what is known of the ERP. */

import type { Path } from '../base/place.ts';
import type {
  BranchSpec,
  ChosenPart,
  ChosenProfile,
  EndpointSpec,
  PartSpec,
  Profile,
  StatementSpec,
  WrittenEndpoint,
} from './schema/index.ts';

/** Whether a fact is true; undefined while its database was not asked. */
export type Truths = ReadonlyMap<string, boolean>;

export interface Choice {
  readonly profile: ChosenProfile;
  /** Endpoints and parts that depend on a fact that is not known. What stands for them is a guess, which serves no request. */
  readonly openEndpoints: ReadonlySet<string>;
  readonly openParts: ReadonlySet<string>;
  /** Lists of variants, none of which fits; the first one stands. */
  readonly unfit: readonly Path[];
  /** The place in the profile as it is written of a place in `profile`. */
  written(path: Path, key?: boolean): Path;
}

const keyOf = (path: Path): string => JSON.stringify(path);

interface Notes {
  readonly truths: Truths;
  /** By the path of a list: where its items stood before. */
  readonly kept: Map<string, readonly number[]>;
  /** By a path: what stands between it and what follows. */
  readonly inserted: Map<string, Path>;
  readonly unfit: Path[];
  open: boolean;
}

/** Whether a condition holds. An unknown one is noted, and taken as holding. */
function holds(when: string | undefined, notes: Notes): boolean {
  if (when === undefined) return true;
  const truth = notes.truths.get(when.replace(/^not /, ''));
  if (truth === undefined) notes.open = true;
  return truth === undefined || truth !== when.startsWith('not ');
}

function keep<T>(
  items: readonly T[],
  path: Path,
  whenOf: (item: T) => string | undefined,
  notes: Notes,
  mayBeEmpty = false,
): T[] {
  const indexes = items.flatMap((item, index) => (holds(whenOf(item), notes) ? [index] : []));
  if (indexes.length === 0 && !mayBeEmpty) {
    notes.unfit.push(path);
    indexes.push(0);
  }
  if (indexes.length < items.length) notes.kept.set(keyOf(path), indexes);
  return indexes.flatMap((index) => items.slice(index, index + 1));
}

type Reading = { readonly first?: BranchSpec[] | undefined; readonly union?: BranchSpec[] | undefined };

function chooseRead<T extends Reading>(spec: T, path: Path, notes: Notes): T {
  const { first, union } = spec;
  if (first === undefined && union === undefined) return spec;
  return {
    ...spec,
    ...(first && { first: keep(first, [...path, 'first'], (branch) => branch.when, notes) }),
    ...(union && { union: keep(union, [...path, 'union'], (branch) => branch.when, notes) }),
  };
}

/** The condition of a step, which is one name and its content. */
const ofStep = (item: Readonly<Record<string, { readonly when?: string | undefined }>>): string | undefined =>
  Object.values(item)[0]?.when;

function chooseStatement(spec: StatementSpec, path: Path, notes: Notes): StatementSpec {
  const chosen = (name: 'currency' | 'opening' | 'balance') => {
    const read = spec[name];
    return read === undefined || typeof read === 'string' ? read : chooseRead(read, [...path, name], notes);
  };
  return {
    currency: chosen('currency') ?? spec.currency,
    entries: chooseRead(spec.entries, [...path, 'entries'], notes),
    opening: chosen('opening'),
    balance: chosen('balance'),
  };
}

/** The fields that this ERP does not have, with the reasons. */
function chooseAbsent(spec: NonNullable<WrittenEndpoint['absent']>, notes: Notes): Readonly<Record<string, string>> {
  return Object.fromEntries(
    Object.entries(spec).flatMap(([field, why]) => {
      if (typeof why === 'string') return [[field, why]];
      return holds(why.when, notes) ? [[field, why.reason]] : [];
    }),
  );
}

function chooseEndpoint(spec: WrittenEndpoint, path: Path, notes: Notes): EndpointSpec {
  const { unavailable, answer, absent, ...rest } = spec;
  const lacking = absent && { absent: chooseAbsent(absent, notes) };
  if (typeof unavailable === 'string') return { ...rest, ...lacking, unavailable, answer };
  if (unavailable !== undefined && holds(unavailable.when, notes)) return { unavailable: unavailable.reason, answer };
  const { find, prepare, write, statement } = rest;
  const prepared = prepare && keep(prepare, [...path, 'prepare'], ofStep, notes, true);
  return {
    ...chooseRead(rest, path, notes),
    ...lacking,
    ...(answer !== undefined && unavailable === undefined && { answer }),
    ...(statement && { statement: chooseStatement(statement, [...path, 'statement'], notes) }),
    ...(typeof find === 'object' && { find: chooseRead(find, [...path, 'find'], notes) }),
    ...(prepared && {
      prepare: prepared.map((item, index) =>
        Object.fromEntries(
          Object.entries(item).map(([name, read]) => [
            name,
            chooseRead(read, [...path, 'prepare', index, name], notes),
          ]),
        ),
      ),
    }),
    ...(write && { write: keep(write, [...path, 'write'], ofStep, notes) }),
  };
}

function choosePart(part: PartSpec, path: Path, notes: Notes): ChosenPart {
  if (!Array.isArray(part)) return part;
  let index = part.findIndex(({ when }) => holds(when, notes));
  if (index < 0) {
    notes.unfit.push(path);
    index = 0;
  }
  const { table, sql = '' } = part[index] ?? {};
  notes.inserted.set(keyOf(path), table === undefined ? [index, 'sql'] : [index]);
  return table === undefined ? sql : { table };
}

/** The profile that is left when all conditions are decided. */
export function choose(profile: Profile, truths: Truths): Choice {
  const notes: Notes = { truths, kept: new Map(), inserted: new Map(), unfit: [], open: false };
  const openEndpoints = new Set<string>();
  const openParts = new Set<string>();
  const noting = <T>(open: Set<string>, name: string, work: () => T): T => {
    notes.open = false;
    const chosen = work();
    if (notes.open) open.add(name);
    return chosen;
  };
  const parts = Object.entries(profile.parts ?? {}).map(
    ([name, part]) => [name, noting(openParts, name, () => choosePart(part, ['parts', name], notes))] as const,
  );
  const endpoints = Object.entries(profile.endpoints).map(
    ([path, spec]) =>
      [path, noting(openEndpoints, path, () => chooseEndpoint(spec, ['endpoints', path], notes))] as const,
  );
  const { parts: written, ...rest } = profile;
  return {
    profile: {
      ...rest,
      ...(written && { parts: Object.fromEntries(parts) }),
      endpoints: Object.fromEntries(endpoints),
    },
    openEndpoints,
    openParts,
    unfit: notes.unfit,
    written(path, key = false) {
      return path.flatMap((segment, index) => {
        const kept = notes.kept.get(keyOf(path.slice(0, index)));
        const own = typeof segment === 'number' ? (kept?.[segment] ?? segment) : segment;
        // A key stands where it always does; what it holds is one of several.
        const isKey = key && index === path.length - 1;
        return isKey ? [own] : [own, ...(notes.inserted.get(keyOf(path.slice(0, index + 1))) ?? [])];
      });
    },
  };
}
