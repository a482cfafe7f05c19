/** Exports of this folder for tests. */
export { findLock, findOutside, findWriting } from './read-only.ts';
