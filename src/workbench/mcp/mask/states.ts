/** Values that are states of documents, and columns that have few of them. */

/** A state: one word, such as `Posted` or `_x0020_Open`. */
export const isState = (value: string): boolean => /^[\p{L}_]{1,24}$/u.test(value.replaceAll(/_x00[\da-f]{2}_/gi, '_'));

/** A column is one of states if it has few values, each of them one word and several times. */
const [mostStates, leastRows, leastUses] = [8, 20, 3];

/** Whether the values of a column are states. */
export function areStates(values: readonly string[]): boolean {
  const counts = Map.groupBy(values, (value) => value);
  const isFew = counts.size <= mostStates && values.length >= leastRows;
  return isFew && [...counts].every(([value, uses]) => isState(value) && uses.length >= leastUses);
}
