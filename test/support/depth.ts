/**
 * The depth of exhaustive tests. Files named `*.sampled.test.ts` run in both test commands: `npm test` runs a sample,
 * `npm run test:deep` runs everything. Files named `*.deep.test.ts` run only in `npm run test:deep` and do not need
 * this file.
 */
import { inject } from 'vitest';

declare module 'vitest' {
  export interface ProvidedContext {
    /** `sample`: a part that finds the usual mistakes. `all`: everything. */
    depth: 'sample' | 'all';
  }
}

/** Whether this run executes everything. */
export const isDeep: boolean = inject('depth') === 'all';

/** The value for this run: `sample` in `npm test`, `all` in `npm run test:deep`. */
export function byDepth<T>(values: { readonly sample: T; readonly all: T }): T {
  return isDeep ? values.all : values.sample;
}

/**
 * In `npm test`, `count` of the items in their order, evenly spread and with the first and the last; in `npm run
 * test:deep`, all items.
 */
export function sampleOf<T>(items: readonly T[], count: number): readonly T[] {
  return isDeep ? items : spread(items, count);
}

/** `count` items in their order, evenly spread and with the first and the last. Throws if `count` is less than 2. */
export function spread<T>(items: readonly T[], count: number): readonly T[] {
  if (count < 2) throw new Error(`A spread sample has 2 items at least, not ${count}.`);
  if (items.length <= count) return items;
  const step = (items.length - 1) / (count - 1);
  const places = new Set(Array.from({ length: count }, (_, index) => Math.round(index * step)));
  return items.filter((_, place) => places.has(place));
}
