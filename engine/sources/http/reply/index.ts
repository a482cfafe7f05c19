/** Exports of this folder for tests. */
export { waitOf } from './retry-after.ts';
