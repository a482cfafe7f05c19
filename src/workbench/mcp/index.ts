/** The MCP server: the interface of this folder for the command line. */
export { Refused } from '../operations/access/folder.ts';
export { serveAssistant } from './server.ts';
export { openWorkbench, type RanVerb, type RunVerb } from './session/workbench.ts';
