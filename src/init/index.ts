/** Exports of this folder for tests. */
export { profileConnection } from './connection.ts';
export { generateFromDatabase } from './from-database.ts';
