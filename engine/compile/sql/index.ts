/** Exports of this folder for tests. */
export { findWriting } from './read-only.ts';
