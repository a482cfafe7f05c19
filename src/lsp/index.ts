/** Exports of this folder for tests and for the command line. */
export { openLanguageService } from './open-service.ts';
export { serveEditor } from './server.ts';
