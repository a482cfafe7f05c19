/** Exports of this folder for tests. */
export { type ForeignWord, foreignWordsIn } from './foreign-words.ts';
export type { Grammar } from './reading.ts';
