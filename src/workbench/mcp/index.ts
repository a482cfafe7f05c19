/** The MCP server: the interface of this folder for the command line. */
export { Refused } from '../operations/access/folder.ts';
export { serveAssistant } from './server.ts';
export type { RanVerb, RunVerb } from './session/run-verb.ts';
export { openWorkbench } from './session/workbench.ts';
