/** Exports of this folder for tests. */
export { loadProfile } from './load.ts';
export { selectVariants } from './select-variants.ts';
export { type Environment, interpolate, type Purpose } from './settings.ts';
