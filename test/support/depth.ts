/**
 * How far an exhaustive test goes. Files named `*.sampled.test.ts` run in both test commands: `npm test` takes a sample, `npm run test:deep`
 * takes everything. Files named `*.deep.test.ts` run in `npm run test:deep` only and need nothing from here.
 */
import { inject } from 'vitest';

declare module 'vitest' {
  export interface ProvidedContext {
    /** `sample`: a part that finds what a change usually breaks. `all`: everything. */
    depth: 'sample' | 'all';
  }
}

/** Whether this run takes everything. */
export const isDeep: boolean = inject('depth') === 'all';

/** The value for this run: `sample` in `npm test`, `all` in `npm run test:deep`. */
export function byDepth<T>(values: { readonly sample: T; readonly all: T }): T {
  return isDeep ? values.all : values.sample;
}

/**
 * In `npm test`, `count` of the items in their order, the first and the last among them and the others spread evenly; in `npm run test:deep`,
 * all items.
 */
export function sampleOf<T>(items: readonly T[], count: number): readonly T[] {
  return isDeep ? items : spread(items, count);
}

/** `count` items in their order, the first and the last among them and the others spread evenly. Throws unless `count` is 2 at least. */
export function spread<T>(items: readonly T[], count: number): readonly T[] {
  if (count < 2) throw new Error(`A spread sample has 2 items at least, not ${count}.`);
  if (items.length <= count) return items;
  const step = (items.length - 1) / (count - 1);
  const places = new Set(Array.from({ length: count }, (_, index) => Math.round(index * step)));
  return items.filter((_, place) => places.has(place));
}
