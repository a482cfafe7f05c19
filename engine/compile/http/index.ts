/** Exports of this folder for tests. */
export { authConfig } from './auth.ts';
