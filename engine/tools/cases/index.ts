/** Exports of this folder for tests. */
export { likeExpected } from './compare.ts';
