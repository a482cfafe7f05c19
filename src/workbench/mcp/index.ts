/** Exports of this folder for the command line and for tests. */
export { Refused } from '../operations/access/folder.ts';
export { serveAssistant } from './server.ts';
export { openWorkbench, type RanVerb, type RunVerb } from './session/workbench.ts';
