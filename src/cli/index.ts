/** Exports of this folder for tests. */
export { createProgram, runCli } from './program.ts';
