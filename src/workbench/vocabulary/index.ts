/** Exports of this folder for tests. */
export type { Meaning } from './vocabulary.ts';
export { covers, wordsOf } from './words.ts';
