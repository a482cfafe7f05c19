/** The value of a profile with pieces left out, renamed or replaced, so that what is whole can be checked; and where all of it is written. */
import type { Path } from '../../base/place.ts';
import type { ProfileDocument } from '../yaml/document.ts';

/** What is done to the value, by the path at which a piece is written. */
export interface Changes {
  /** Pieces that are left out. */
  readonly dropped: Path[];
  /** What stands for a piece, or for one that is missing. */
  readonly replaced: Map<string, { readonly path: Path; readonly value: unknown }>;
  /** What a key is read as. */
  readonly renamed: Map<string, { readonly path: Path; readonly name: string }>;
}

export const keyOf = (path: Path): string => JSON.stringify(path);

export const noChanges = (): Changes => ({ dropped: [], replaced: new Map(), renamed: new Map() });

/** Whether the first path leads to the second, or is the same. */
export function leadsTo(path: Path, other: Path): boolean {
  return path.length <= other.length && path.every((segment, index) => String(segment) === String(other[index]));
}

/** The document with the changes in its value. Paths into that value give the places at which the pieces are written. */
export function changed(document: ProfileDocument, changes: Changes): ProfileDocument & { written(path: Path): Path } {
  const dropped = new Set(changes.dropped.map(keyOf));
  /** By a path into the changed value: its last segment as it is written. */
  const segments = new Map<string, string | number>();
  const added = (at: Path, value: unknown): unknown => {
    const here = [...changes.replaced.values()].filter(({ path }) => keyOf(path.slice(0, -1)) === keyOf(at));
    const missing = here.map(({ path, value: own }) => [String(path.at(-1)), own] as const);
    return typeof value === 'object' && value !== null && !Array.isArray(value)
      ? { ...value, ...Object.fromEntries(missing.filter(([name]) => !Object.hasOwn(value, name))) }
      : value;
  };
  const build = (value: unknown, at: Path, into: Path): unknown => {
    const other = changes.replaced.get(keyOf(at));
    if (other !== undefined) return other.value;
    if (Array.isArray(value)) {
      const kept = value.flatMap((item, index) => (dropped.has(keyOf([...at, index])) ? [] : [[item, index] as const]));
      return kept.map(([item, index], position) => {
        if (index !== position) segments.set(keyOf([...into, position]), index);
        return build(item, [...at, index], [...into, position]);
      });
    }
    if (typeof value !== 'object' || value === null) return value;
    const entries = Object.entries(value).flatMap(([key, item]) => {
      const own = [...at, key];
      if (dropped.has(keyOf(own)) && !changes.replaced.has(keyOf(own))) return [];
      const name = changes.renamed.get(keyOf(own))?.name ?? key;
      if (name !== key) segments.set(keyOf([...into, name]), key);
      return [[name, build(item, own, [...into, name])] as const];
    });
    return added(at, Object.fromEntries(entries));
  };
  const value = build(document.value, [], []);
  const written = (path: Path): Path =>
    path.map((segment, index) => segments.get(keyOf(path.slice(0, index + 1))) ?? segment);
  return { ...document, value, written, place: (path, target, range) => document.place(written(path), target, range) };
}
