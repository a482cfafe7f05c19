/** Exports of this folder for tests. */
export { longestWaitMs, waitOf } from './retry-after.ts';
