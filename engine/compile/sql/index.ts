/** Exports of this folder for tests. */
export { findLock, findWriting } from './read-only.ts';
