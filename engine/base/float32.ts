/** Single-precision numbers, which drivers widen to doubles. */

/** Its 24 bits hold 6 digits, and need 9 at most: the shortest decimal that means the same ones, instead of their digits as a double. */
export function shortestSingle(value: number): number {
  for (let digits = 6; digits < 9; digits++) {
    const short = Number(value.toPrecision(digits));
    if (Math.fround(short) === value) return short;
  }
  return value;
}
