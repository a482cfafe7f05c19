/** Sorts like the library. */

/** Whether the first value belongs behind the second one. */
export type IsBehind<T> = (first: T, second: T) => boolean;

/** Merges like the library, so that equal values and comparisons that contradict each other give the same order. */
export function mergeSort<T>(list: readonly T[], isBehind: IsBehind<T>): T[] {
  if (list.length <= 1) return [...list];
  const middle = Math.floor(list.length / 2);
  return merge(mergeSort(list.slice(0, middle), isBehind), mergeSort(list.slice(middle), isBehind), isBehind);
}

function merge<T>(left: readonly T[], right: readonly T[], isBehind: IsBehind<T>): T[] {
  const merged: T[] = [];
  const [lefts, rights] = [left.values(), right.values()];
  let [one, other] = [lefts.next(), rights.next()];
  while (one.done !== true && other.done !== true) {
    if (isBehind(one.value, other.value)) {
      merged.push(other.value);
      other = rights.next();
    } else {
      merged.push(one.value);
      one = lefts.next();
    }
  }
  for (; one.done !== true; one = lefts.next()) merged.push(one.value);
  for (; other.done !== true; other = rights.next()) merged.push(other.value);
  return merged;
}
