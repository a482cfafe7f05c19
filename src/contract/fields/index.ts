/** Exports of this folder for tests. */
export { minorUnits } from './currencies.ts';
