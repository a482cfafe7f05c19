/**
 * The seed of all random choices in the tests. It is fixed, so that a failure is found again; `npm run test:nightly` draws a new one and
 * prints it. `TEST_SEED` sets it in any run.
 */
import { inject } from 'vitest';

declare module 'vitest' {
  export interface ProvidedContext {
    /** An integer from 0 to below 2^31. */
    seed: number;
  }
}

export const seed: number = inject('seed');
