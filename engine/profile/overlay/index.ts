/** Exports of this folder for tests. */
export { noBases } from './bases.ts';
