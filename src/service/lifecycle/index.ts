/** Exports of this folder for tests. */
export { newSpaceLimit } from './heap-limits.ts';
export type { Host } from './host.ts';
export { announce } from './serve.ts';
