/** Exports of this folder for tests. */
export { readLock } from './lock.ts';
export { tableNames, tableShape } from './tables.ts';
