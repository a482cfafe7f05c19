/** A document whose value has pieces dropped, replaced or renamed, so that the valid rest of a profile can be checked. */

import type { Path } from '../../base/place.ts';
import type { ProfileDocument } from '../yaml/document.ts';
import { pathKey } from '../yaml/path.ts';

/** Repairs of a value. Paths are those of the original document; the keys of the maps are `pathKey`s. */
export interface Repairs {
  /** Pieces to drop, unless `replaced` has a value for them. */
  readonly dropped: Path[];
  /** Values for pieces that are invalid or missing. */
  readonly replaced: Map<string, { readonly path: Path; readonly value: unknown }>;
  /** New names of keys. */
  readonly renamed: Map<string, { readonly path: Path; readonly name: string }>;
}

/** A new, empty collection on each call: the caller fills it. */
export const noRepairs = (): Repairs => ({ dropped: [], replaced: new Map(), renamed: new Map() });

interface RepairedDocument extends ProfileDocument {
  /** The path in the original document of a path in the repaired value. */
  originalPath(path: Path): Path;
}

/** Applies the repairs. Places are still those of the original text. */
export function repairedDocument(document: ProfileDocument, repairs: Repairs): RepairedDocument {
  const dropped = new Set(repairs.dropped.map(pathKey));
  /** By path in the repaired value: the last segment of the original path, where the two differ. */
  const originalSegments = new Map<string, string | number>();

  /** Adds the replacements of keys that a map does not have. */
  const withMissing = (map: object, path: Path): object => {
    const replacements = [...repairs.replaced.values()].filter(
      (one) => pathKey(one.path.slice(0, -1)) === pathKey(path),
    );
    const missing = replacements.filter((one) => !Object.hasOwn(map, String(one.path.at(-1))));
    return { ...map, ...Object.fromEntries(missing.map((one) => [String(one.path.at(-1)), one.value])) };
  };

  /** `path` is the original path of the value, `target` its path in the repaired value. */
  const repair = (value: unknown, path: Path, target: Path): unknown => {
    const replacement = repairs.replaced.get(pathKey(path));
    if (replacement !== undefined) return replacement.value;
    if (Array.isArray(value)) return repairList(value, path, target);
    if (typeof value !== 'object' || value === null) return value;
    const entries = Object.entries(value).flatMap(([key, item]) => {
      const memberPath = [...path, key];
      if (dropped.has(pathKey(memberPath)) && !repairs.replaced.has(pathKey(memberPath))) return [];
      const name = repairs.renamed.get(pathKey(memberPath))?.name ?? key;
      if (name !== key) originalSegments.set(pathKey([...target, name]), key);
      return [[name, repair(item, memberPath, [...target, name])] as const];
    });
    return withMissing(Object.fromEntries(entries), path);
  };

  const repairList = (list: readonly unknown[], path: Path, target: Path): unknown => {
    const remaining = [...list.entries()].filter(([index]) => !dropped.has(pathKey([...path, index])));
    return remaining.map(([index, item], position) => {
      if (index !== position) originalSegments.set(pathKey([...target, position]), index);
      return repair(item, [...path, index], [...target, position]);
    });
  };

  const value = repair(document.value, [], []);
  const originalPath = (path: Path): Path =>
    path.map((segment, index) => originalSegments.get(pathKey(path.slice(0, index + 1))) ?? segment);
  return {
    ...document,
    value,
    originalPath,
    place: (path, target, range) => document.place(originalPath(path), target, range),
    usedAt: (path, range) => document.usedAt(originalPath(path), range),
  };
}
