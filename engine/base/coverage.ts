/** What the cases of a profile have shown of it: each thing that it can do is a point, and a point that was never reached is unproven. */
import type { Place } from './place.ts';

export const coverageKinds = ['endpoint', 'field', 'block', 'code', 'branch', 'outcome', 'variant', 'refusal'] as const;

/**
 * `endpoint`: called with a request that is sound. `field`: of an answer, given with a value. `block`: an optional block of SQL that
 * stands, or does not. `code`: an entry of a value map. `branch`: a way that an expression goes. `outcome`: its condition holds.
 * `variant`: a read of `first` or `union` that gives a row. `refusal`: the message of a `one`.
 */
export type CoverageKind = (typeof coverageKinds)[number];

export interface CoveragePoint {
  readonly kind: CoverageKind;
  readonly place: Place;
  /** For people: `code 90 -> cancelled`. Together with kind and place it tells points apart. */
  readonly what: string;
}

/** Notes that a point was reached; -1 takes one time back. */
export type Mark = (times?: 1 | -1) => void;

/** Where the compiler of a trial reports points. The same point may come several times, and is one. */
export interface CoverageSink {
  point(point: CoveragePoint): Mark;
}

/** A point, and how many times it was reached. */
export interface Reached extends CoveragePoint {
  readonly times: number;
}

export interface Coverage extends CoverageSink {
  /** All points, by file and line. */
  reached(): readonly Reached[];
}

/** Gathers the points of any number of engines of one profile. */
export function createCoverage(): Coverage {
  const points = new Map<string, { readonly point: CoveragePoint; times: number }>();
  return {
    point(point) {
      const { file, line, column } = point.place;
      const key = JSON.stringify([file, line, column, point.kind, point.what]);
      const entry = points.get(key) ?? { point, times: 0 };
      points.set(key, entry);
      return (times = 1) => {
        entry.times += times;
      };
    },
    reached: () =>
      [...points.values()]
        .map(({ point, times }) => ({ ...point, times }))
        .sort(
          ({ place: one }, { place: other }) =>
            (one.file < other.file ? -1 : one.file > other.file ? 1 : 0) ||
            one.line - other.line ||
            one.column - other.column,
        ),
  };
}
