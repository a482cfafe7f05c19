/** The median of measurements, and how far chance may have moved it. */

interface Interval {
  readonly median: number;
  /** Bounds of the interval in which the median of 95 % of the resamples is. */
  readonly low: number;
  readonly high: number;
}

const resamples = 2_000;

/** A generator of uniform numbers below 1 (mulberry32): the same numbers in each run. */
export function uniform(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d_2b_79_f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

export function medianOf(values: readonly number[]): number {
  const sorted = values.toSorted((one, other) => one - other);
  const [low, high] = [sorted[Math.floor((sorted.length - 1) / 2)], sorted[Math.ceil((sorted.length - 1) / 2)]];
  return ((low ?? Number.NaN) + (high ?? Number.NaN)) / 2;
}

/** The median with its bootstrap interval (percentile method). */
export function bootstrap(values: readonly number[]): Interval {
  const random = uniform(1);
  const medians = Array.from({ length: resamples }, () =>
    medianOf(values.map(() => values[Math.floor(random() * values.length)] ?? Number.NaN)),
  ).toSorted((one, other) => one - other);
  const at = (part: number): number => medians[Math.floor(part * (resamples - 1))] ?? Number.NaN;
  return { median: medianOf(values), low: at(0.025), high: at(0.975) };
}
