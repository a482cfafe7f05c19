/** Exports of this folder for tests. */
export { contractPage } from './contract.ts';
export { anchorOf } from './markdown.ts';
