/** Exports of this folder for tests and for the command line. */
export { readTables } from './connected-tables.ts';
export { openLanguageService } from './open-service.ts';
export { runCases } from './run-cases.ts';
export { savedFileOf, saveTables } from './saved-tables.ts';
export { serveEditor } from './server.ts';
