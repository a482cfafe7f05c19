/** Choices that a seed repeats. */
export interface Random {
  /** A whole number from 0 to below `bound`. */
  readonly below: (bound: number) => number;
  /** Up to `count` different items, in random order. */
  readonly some: <T>(items: readonly T[], count: number) => readonly T[];
}

/** Mulberry32: small, and the same on every machine. */
export function randomFrom(seed: number): Random {
  let state = seed >>> 0;
  function next(): number {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  }
  const below = (bound: number): number => Math.floor(next() * bound);
  return {
    below,
    some: (items, count) => {
      const rest = [...items];
      const chosen = [];
      while (chosen.length < count && rest.length > 0) chosen.push(...rest.splice(below(rest.length), 1));
      return chosen;
    },
  };
}
