/** Samples of lists. */

/** `count` of the items, from all over the list. The choice is the same in each run. */
export function spread<T>(items: readonly T[], count: number): readonly T[] {
  if (items.length <= count) return items;
  return Array.from({ length: count }, (_, index) => items[Math.floor((index * items.length) / count)]).filter(
    (item) => item !== undefined,
  );
}
