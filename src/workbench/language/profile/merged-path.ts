/** Where a piece of an overlay is in the merged profile: an overlay names the entries of a list, or adds some by `$before` and `$after`. */
import { isMap } from '../../../../engine/host/index.ts';
import type { Path } from '../../../../engine/index.ts';
import type { MergedDocument } from '../workspace/profile-state.ts';

const addsEntries = /^\$(?:before|after)\b/;

/** The entry of a list with a name: its key `name`, or its only key. */
const entryOf = (list: readonly unknown[], name: string): number =>
  list.findIndex((item) => isMap(item) && (item.name === name || Object.keys(item).join() === name));

/** The path in the merged profile; the path itself where the merged profile has no such entry. */
export function mergedPath(document: MergedDocument | undefined, path: Path): Path {
  const merged: (string | number)[] = [];
  let value: unknown = document?.value;
  for (let index = 0; index < path.length; index += 1) {
    const segment = path[index] ?? '';
    if (Array.isArray(value) && typeof segment === 'string') {
      const list: readonly unknown[] = value;
      const isAdded = addsEntries.test(segment);
      const name = isAdded ? path[index + 2] : segment;
      const at = typeof name === 'string' ? entryOf(list, name) : -1;
      const entry = list[at];
      if (!isMap(entry) || typeof name !== 'string') return path;
      const isStep = Object.hasOwn(entry, name);
      merged.push(at, ...(isStep ? [name] : []));
      value = isStep ? entry[name] : entry;
      if (isAdded) index += 2;
    } else {
      merged.push(segment);
      value = Array.isArray(value)
        ? value[Number(segment)]
        : isMap(value) && Object.hasOwn(value, segment)
          ? value[segment]
          : undefined;
    }
  }
  return merged;
}
