/** Exports of this folder for tests. */
export { runCli } from './program.ts';
export { verbRunner } from './run-verb.ts';
export { createProgram } from './verbs.ts';
