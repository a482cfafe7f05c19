/** Exports of this folder for tests. */
export { findBookmark, storeBookmark } from './bookmarks.ts';
export type { RunContext } from './context.ts';
export { problemOf } from './problem-of.ts';
export { attributeError } from './query.ts';
export { withOverlap } from './since.ts';
export { markVersion } from './versions.ts';
