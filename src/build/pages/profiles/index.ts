/** Exports of this folder for tests. */
export { type Figures, figuresFile, readFigures } from './figures.ts';
export { uncheckedIn } from './unchecked.ts';
