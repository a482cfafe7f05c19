/** Exports of this folder for tests. */
export { openFolder, Refused } from './access/folder.ts';
export { createSession } from './access/session.ts';
export { editorSnippet } from './operations/editor-snippet.ts';
export { operations } from './protocol/operations.ts';
export { type StartedStudio, startStudio } from './studio.ts';
