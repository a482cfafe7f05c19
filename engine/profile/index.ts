/** Exports of this folder for tests. */
export { loadProfile } from './load.ts';
export { expandParts } from './parts/expand-parts.ts';
export { partUses } from './parts/part-uses.ts';
export { formAt } from './parts/text-forms.ts';
export { selectVariants } from './select-variants.ts';
export { type Environment, interpolate, type Purpose } from './settings.ts';
