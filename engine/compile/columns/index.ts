/** Exports of this folder for tests. */
export { absence, compositesOf, rowCleaner, spelling } from './row-cleaner.ts';
