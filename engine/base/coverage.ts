/** Coverage of a profile by its test cases: every feature of the profile is a point, and the cases reach points. */
import { comparePlaces } from './compare.ts';
import type { Place } from './place.ts';

export const coverageKinds = ['endpoint', 'field', 'block', 'code', 'branch', 'outcome', 'variant', 'refusal'] as const;

/**
 * When a point is reached. `endpoint`: called with a valid request. `field`: an answer contains it with a value. `block`: an optional block of
 * SQL is included, or omitted. `code`: an entry of a value map is used. `branch`: an expression takes it. `outcome`: its condition holds.
 * `variant`: a read of `first` or `union` returns a row. `refusal`: the message of a `one` is sent.
 */
export type CoverageKind = (typeof coverageKinds)[number];

export interface CoveragePoint {
  readonly kind: CoverageKind;
  readonly place: Place;
  /** Label for people: `code 90 -> cancelled`. A point is identified by its kind, place and label. */
  readonly what: string;
}

/** Counts that a point was reached; -1 revokes one count. */
export type Mark = (times?: 1 | -1) => void;

/** Receives the points from the compiler. Repeated calls for the same point return marks of one counter. */
export interface CoverageSink {
  point(point: CoveragePoint): Mark;
}

/** A point with the number of times it was reached. */
export interface Reached extends CoveragePoint {
  readonly times: number;
}

export interface Coverage extends CoverageSink {
  /** All points, sorted by file, line and column. */
  reached(): readonly Reached[];
}

/** Collects the points of any number of engines with the same profile. */
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
        .sort((one, other) => comparePlaces(one.place, other.place)),
  };
}
