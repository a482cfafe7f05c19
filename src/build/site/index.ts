/** Exports of this folder for tests. */
export { buildSite } from './site.ts';
