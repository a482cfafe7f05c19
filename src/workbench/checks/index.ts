/** Exports of this folder for tests. */
export { checksFor, knownEndpoints } from './list.ts';
