/**
 * The depth of exhaustive tests. Of files named `*.sampled.test.ts` `npm test` runs a sample, `npm run test:deep` and `npm test -- --mode ci` run a
 * larger one or everything, `npm run test:nightly` everything. Files named `*.deep.test.ts` run in `npm run test:deep`, in CI and in
 * `test:nightly`; some of them run in full only at night.
 */
import { inject } from 'vitest';

declare module 'vitest' {
  export interface ProvidedContext {
    /** `sample`: a part that finds the usual mistakes. `deep`: what two cores do in twenty minutes. `all`: everything. */
    depth: 'sample' | 'deep' | 'all';
  }
}

const depth = inject('depth');

/** Whether this run executes more than a sample. */
export const isDeep: boolean = depth !== 'sample';

/** Whether this run executes everything. */
export const isAll: boolean = depth === 'all';

/** The value for this run: `sample` in `npm test`, `deep` (by default `all`) in `npm run test:deep`, `all` in `npm run test:nightly`. */
export function byDepth<T>(values: { readonly sample: T; readonly deep?: T; readonly all: T }): T {
  return depth === 'deep' ? (values.deep ?? values.all) : values[depth];
}

/**
 * In `npm test`, `count` of the items in their order, evenly spread and with the first and the last; in `npm run
 * test:deep`, `deep` of them, or all.
 */
export function sampleOf<T>(items: readonly T[], count: number, deep: number = items.length): readonly T[] {
  return spread(items, byDepth({ sample: count, deep, all: items.length }));
}

/** The first item of each kind, in their order. */
export function oneOfEach<T>(items: readonly T[], kindOf: (item: T) => string): readonly T[] {
  const first = new Map(items.toReversed().map((item) => [kindOf(item), item]));
  return items.filter((item) => first.get(kindOf(item)) === item);
}

/** `count` items in their order, evenly spread and with the first and the last. Throws if `count` is less than 2 and items are more. */
export function spread<T>(items: readonly T[], count: number): readonly T[] {
  if (items.length <= count) return items;
  if (count < 2) throw new Error(`A spread sample has 2 items at least, not ${count}.`);
  const step = (items.length - 1) / (count - 1);
  const places = new Set(Array.from({ length: count }, (_, index) => Math.round(index * step)));
  return items.filter((_, place) => places.has(place));
}
