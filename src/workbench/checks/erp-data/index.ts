/** Exports of this folder for tests. */
export { openErpData } from './open-data.ts';
