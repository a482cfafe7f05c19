/** Operations on paths into the value of a YAML document. */
import type { Path } from '../../base/place.ts';

/** A path as a key of a Map or Set. */
export const pathKey = (path: Path): string => JSON.stringify(path);

/** Whether `path` is equal to `other` or leads to a value that contains it. */
export function isPrefixOf(path: Path, other: Path): boolean {
  return path.length <= other.length && path.every((segment, index) => String(segment) === String(other[index]));
}

/** The value at a path; undefined if there is none. */
export function valueAt(value: unknown, path: Path): unknown {
  let current = value;
  for (const segment of path) {
    if (typeof current !== 'object' || current === null || !Object.hasOwn(current, segment)) return undefined;
    current = Reflect.get(current, segment);
  }
  return current;
}
