/**
 * The seed of all random choices in the tests. It is fixed, so that a failure can be repeated; `npm run test:nightly`
 * chooses a new one and prints it. `TEST_SEED` sets it for any run.
 */
import { inject } from 'vitest';

declare module 'vitest' {
  export interface ProvidedContext {
    /** An integer from 0 to 2^31 - 1. */
    seed: number;
  }
}

export const seed: number = inject('seed');
