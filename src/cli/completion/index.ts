/** Exports of this folder for tests. */
export { verbsOf } from './model.ts';
