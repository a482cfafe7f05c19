/** Exports of this folder for tests. */
export type { ProfileDocument } from './document.ts';
export { parseProfile } from './parse-profile.ts';
