/** Exports of this folder for tests. */
export { askAll } from './questions.ts';
