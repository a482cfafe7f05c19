/** Exports of this folder for tests. */
export { outputs } from './outputs.ts';
