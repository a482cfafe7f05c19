/** Exports of this folder for tests. */
export { compile } from './compile.ts';
