/** Evaluates the conditions (`when`) of a profile with the values of its facts, which leaves a profile without variants. */
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
import { variantsOf } from './schema/settings.ts';
import { pathKey } from './yaml/path.ts';

/** Values of facts by name. A fact is missing until its database or API was queried. */
export type FactValues = ReadonlyMap<string, boolean>;

export interface VariantSelection {
  readonly profile: ChosenProfile;
  /** Endpoints and parts that depend on a fact without a value. Their variants are a guess and must not serve requests. */
  readonly openEndpoints: ReadonlySet<string>;
  readonly openParts: ReadonlySet<string>;
  /** Paths of lists of variants without a match. The first variant is used in their place. */
  readonly unmatched: readonly Path[];
  /** The path in the original profile of a path in `profile`. `key`: the path of its key, which does not depend on the variant. */
  originalPath(path: Path, key?: boolean): Path;
}

/** What is recorded during the selection. The keys of the maps are `pathKey`s. */
interface Recorder {
  readonly factValues: FactValues;
  /** By the path of a list: the original indexes of its remaining items. */
  readonly remaining: Map<string, readonly number[]>;
  /** By path: the segments that follow it in the original profile. */
  readonly inserted: Map<string, Path>;
  readonly unmatched: Path[];
  /** Whether a condition depended on a fact without a value. */
  open: boolean;
}

/** Whether a condition holds. A condition on a fact without a value is recorded and counts as true. */
function holds(when: string | undefined, recorder: Recorder): boolean {
  if (when === undefined) return true;
  const value = recorder.factValues.get(when.replace(/^not /, ''));
  if (value === undefined) recorder.open = true;
  return value === undefined || value !== when.startsWith('not ');
}

/** The items whose condition holds; if there are none and the list must not be empty, the first item. */
function matchingItems<T>(
  items: readonly T[],
  path: Path,
  whenOf: (item: T) => string | undefined,
  recorder: Recorder,
  mayBeEmpty = false,
): T[] {
  const indexes = items.flatMap((item, index) => (holds(whenOf(item), recorder) ? [index] : []));
  if (indexes.length === 0 && !mayBeEmpty) {
    recorder.unmatched.push(path);
    indexes.push(0);
  }
  if (indexes.length < items.length) recorder.remaining.set(pathKey(path), indexes);
  return indexes.flatMap((index) => items.slice(index, index + 1));
}

type ReadWithBranches = { readonly first?: BranchSpec[] | undefined; readonly union?: BranchSpec[] | undefined };

function selectRead<T extends ReadWithBranches>(spec: T, path: Path, recorder: Recorder): T {
  const { first, union } = spec;
  if (first === undefined && union === undefined) return spec;
  return {
    ...spec,
    ...(first && { first: matchingItems(first, [...path, 'first'], (branch) => branch.when, recorder) }),
    ...(union && { union: matchingItems(union, [...path, 'union'], (branch) => branch.when, recorder) }),
  };
}

/** The condition of a step, which is a map with one key. */
const whenOfStep = (item: Readonly<Record<string, { readonly when?: string | undefined }>>): string | undefined =>
  Object.values(item)[0]?.when;

function selectAccountStatement(spec: StatementSpec, path: Path, recorder: Recorder): StatementSpec {
  const select = (name: 'currency' | 'opening' | 'balance') => {
    const read = spec[name];
    return read === undefined || typeof read === 'string' ? read : selectRead(read, [...path, name], recorder);
  };
  return {
    currency: select('currency') ?? spec.currency,
    entries: selectRead(spec.entries, [...path, 'entries'], recorder),
    opening: select('opening'),
    balance: select('balance'),
  };
}

/** The fields that this ERP does not have, with the reasons. */
function selectAbsent(
  spec: NonNullable<WrittenEndpoint['absent']>,
  recorder: Recorder,
): Readonly<Record<string, string>> {
  return Object.fromEntries(
    Object.entries(spec).flatMap(([field, reason]) => {
      if (typeof reason === 'string') return [[field, reason]];
      return holds(reason.when, recorder) ? [[field, reason.reason]] : [];
    }),
  );
}

function selectEndpoint(spec: WrittenEndpoint, path: Path, recorder: Recorder): EndpointSpec {
  const { unavailable, answer, absent: absentSpec, ...rest } = spec;
  const absent = absentSpec && { absent: selectAbsent(absentSpec, recorder) };
  if (typeof unavailable === 'string') return { ...rest, ...absent, unavailable, answer };
  if (unavailable !== undefined && holds(unavailable.when, recorder))
    return { unavailable: unavailable.reason, answer };
  const { find, prepare, write, statement } = rest;
  const prepared = prepare && matchingItems(prepare, [...path, 'prepare'], whenOfStep, recorder, true);
  return {
    ...selectRead(rest, path, recorder),
    ...absent,
    ...(answer !== undefined && unavailable === undefined && { answer }),
    ...(statement && { statement: selectAccountStatement(statement, [...path, 'statement'], recorder) }),
    ...(typeof find === 'object' && { find: selectRead(find, [...path, 'find'], recorder) }),
    ...(prepared && {
      prepare: prepared.map((item, index) =>
        Object.fromEntries(
          Object.entries(item).map(([name, read]) => [
            name,
            selectRead(read, [...path, 'prepare', index, name], recorder),
          ]),
        ),
      ),
    }),
    ...(write && { write: matchingItems(write, [...path, 'write'], whenOfStep, recorder) }),
  };
}

/** Undefined for a named expression or request part: they were inserted where they are used. */
function selectPart(part: PartSpec, path: Path, recorder: Recorder): ChosenPart | undefined {
  if (typeof part === 'string') return part;
  const variants = variantsOf(part);
  const below = Array.isArray(part) ? [] : ['sql'];
  if (!Array.isArray(part) && variants === undefined) {
    if (typeof part.sql !== 'string') return part.table === undefined ? undefined : { table: part.table };
    recorder.inserted.set(pathKey(path), below);
    return part.sql;
  }
  let index = variants?.findIndex(({ when }) => holds(when, recorder)) ?? -1;
  if (index < 0) {
    recorder.unmatched.push([...path, ...below]);
    index = 0;
  }
  const { table, sql = '' } = variants?.[index] ?? {};
  recorder.inserted.set(pathKey(path), [...below, index, ...(table === undefined ? ['sql'] : [])]);
  return table === undefined ? sql : { table };
}

/** Selects the variants of a profile. Works with any set of fact values; see `openEndpoints` and `openParts`. */
export function selectVariants(profile: Profile, factValues: FactValues): VariantSelection {
  const recorder: Recorder = {
    factValues,
    remaining: new Map(),
    inserted: new Map(),
    unmatched: [],
    open: false,
  };
  const openEndpoints = new Set<string>();
  const openParts = new Set<string>();
  /** Adds the name to `open` if the selection depends on a fact without a value. */
  const recordOpen = <T>(open: Set<string>, name: string, select: () => T): T => {
    recorder.open = false;
    const selected = select();
    if (recorder.open) open.add(name);
    return selected;
  };
  const parts = Object.entries(profile.parts ?? {}).flatMap(([name, part]) => {
    const chosen = recordOpen(openParts, name, () => selectPart(part, ['parts', name], recorder));
    return chosen === undefined ? [] : [[name, chosen] as const];
  });
  const endpoints = Object.entries(profile.endpoints).map(
    ([path, spec]) =>
      [path, recordOpen(openEndpoints, path, () => selectEndpoint(spec, ['endpoints', path], recorder))] as const,
  );
  const { parts: declaredParts, ...rest } = profile;
  return {
    profile: {
      ...rest,
      ...(declaredParts && { parts: Object.fromEntries(parts) }),
      endpoints: Object.fromEntries(endpoints),
    },
    openEndpoints,
    openParts,
    unmatched: recorder.unmatched,
    originalPath: (path, key = false) => originalPath(path, key, recorder),
  };
}

function originalPath(path: Path, key: boolean, { remaining, inserted }: Recorder): Path {
  return path.flatMap((segment, index) => {
    const indexes = remaining.get(pathKey(path.slice(0, index)));
    const original = typeof segment === 'number' ? (indexes?.[segment] ?? segment) : segment;
    const isKey = key && index === path.length - 1;
    return isKey ? [original] : [original, ...(inserted.get(pathKey(path.slice(0, index + 1))) ?? [])];
  });
}
