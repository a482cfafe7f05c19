/** Exports of this folder for tests. */
export { configurationCodes } from './configuration.ts';
