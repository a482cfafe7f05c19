/** Sorts like the library. */
import type { Journal, States } from './journal.ts';

/** Whether the item at the first index belongs behind the one at the second. */
export type IsBehind = (first: number, second: number) => boolean;

/** Items that are sorted without a note in the journal. */
const few = 32;

/**
 * The indexes of a list in their order. It merges like the library, so that equal values and comparisons that contradict each other give the same
 * order. `journal`: for an evaluation in turns.
 */
export function mergeSort(length: number, isBehind: IsBehind, journal: Journal | undefined): readonly number[] {
  return sortRange(0, length, { isBehind, journal });
}

interface Sorting {
  readonly isBehind: IsBehind;
  readonly journal: Journal | undefined;
}

const halves: States<{ value?: readonly number[] }> = new WeakMap();
const merges: States<Merge> = new WeakMap();

function sortRange(from: number, to: number, { isBehind, journal: whole }: Sorting): readonly number[] {
  const count = to - from;
  if (count <= 1) return count === 1 ? [from] : [];
  const middle = from + Math.floor(count / 2);
  const journal = count > few ? whole : undefined;
  const half = (begin: number, end: number): readonly number[] => {
    const sort = (): readonly number[] => sortRange(begin, end, { isBehind, journal });
    return journal === undefined ? sort() : (journal.once(halves, sort) ?? []);
  };
  const [left, right] = [half(from, middle), half(middle, to)];
  const start = (): Merge => ({ merged: [], left: 0, right: 0 });
  const advance = (merge: Merge): boolean => takeNext(merge, left, right, isBehind);
  if (journal !== undefined) return journal.loop(merges, start, advance).merged;
  const merge = start();
  while (advance(merge));
  return merge.merged;
}

/** Two sorted parts, of which some are merged. */
interface Merge {
  readonly merged: number[];
  left: number;
  right: number;
}

/** Merges one item. Returns whether others follow. */
function takeNext(merge: Merge, left: readonly number[], right: readonly number[], isBehind: IsBehind): boolean {
  const [one, other] = [left[merge.left], right[merge.right]];
  if (one !== undefined && other !== undefined && isBehind(one, other)) {
    merge.merged.push(other);
    merge.right += 1;
  } else if (one !== undefined) {
    merge.merged.push(one);
    merge.left += 1;
  } else if (other !== undefined) {
    merge.merged.push(other);
    merge.right += 1;
  }
  return merge.left < left.length || merge.right < right.length;
}
