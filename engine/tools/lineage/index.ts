/** Exports of this folder for tests. */
export { resolveNames } from './resolve.ts';
export { columnTracer } from './sql.ts';
