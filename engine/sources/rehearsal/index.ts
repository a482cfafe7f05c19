/** Exports of this folder for tests. */
export { differences, type TableChanges } from './changes.ts';
export { rehearsed } from './sql.ts';
export { callsProcedure, changedTables, nameParts } from './tables.ts';
