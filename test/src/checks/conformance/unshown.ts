import { expect } from 'vitest';

/**
 * Says in the output that a test could not see its case: the service holds no data that would show it. The test itself
 * then has nothing to assert, and a reader must not take it for a proof.
 */
export function unshown(why: string): void {
  const title = expect.getState().currentTestName ?? 'a test';
  process.stdout.write(`NOT SHOWN BY THIS DATA: ${title}: ${why}\n`);
}
