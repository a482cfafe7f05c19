/** Exports of this folder for tests. */
export { openFolder, Refused } from '../operations/access/folder.ts';
export { editorSnippet } from '../operations/editor-snippet.ts';
export { operations } from '../operations/protocol/operations.ts';
export { createSession } from './access/session.ts';
export { type StartedStudio, startStudio } from './studio.ts';
