/** The language server: the interface of this folder for the command line and the operations. */
export { readTables } from './connected-tables.ts';
export { openLanguageService } from './open-service.ts';
export { runCases } from './run-cases.ts';
export { savedFileOf, saveTables } from './saved-tables.ts';
export { serveEditor } from './server.ts';
