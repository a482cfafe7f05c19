/** Exports of this folder for tests. */
export { runCli } from './program.ts';
export { createProgram } from './verbs.ts';
