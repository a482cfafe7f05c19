/** Chooses few calls that together show everything that the calls show: parts of the profile, and changes of it that would answer in another way. */

/** What one call shows. */
export interface Shown<T> {
  readonly call: T;
  /** Points of the profile that it reaches. */
  readonly points: ReadonlySet<string>;
  /** Ids of mutants that answer it in another way. */
  readonly mutants: ReadonlySet<string>;
}

/** A mutant counts as much as so many points: a point that is reached is not yet compared with anything. */
const mutantWeight = 4;

/** The chosen calls in the order of `all`, each with the mutants that no call chosen before it shows. Stops at `most`. */
export function chooseCalls<T>(
  all: readonly Shown<T>[],
  most: number,
): readonly { readonly call: T; readonly mutants: readonly string[] }[] {
  const open = new Set(all);
  const points = new Set<string>();
  const mutants = new Set<string>();
  const chosen = new Map<Shown<T>, readonly string[]>();
  const newIn = (set: ReadonlySet<string>, known: ReadonlySet<string>): readonly string[] =>
    [...set].filter((one) => !known.has(one));
  while (chosen.size < most) {
    let [best, score]: [Shown<T> | undefined, number] = [undefined, 0];
    for (const one of open) {
      const value = newIn(one.mutants, mutants).length * mutantWeight + newIn(one.points, points).length;
      if (value > score) [best, score] = [one, value];
    }
    if (best === undefined) break;
    open.delete(best);
    chosen.set(best, newIn(best.mutants, mutants));
    for (const one of best.mutants) mutants.add(one);
    for (const one of best.points) points.add(one);
  }
  return all.flatMap((one) => {
    const shows = chosen.get(one);
    return shows === undefined ? [] : [{ call: one.call, mutants: shows }];
  });
}
