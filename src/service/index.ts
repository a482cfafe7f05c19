/** Exports of this folder for tests. */
export type { Host } from './host.ts';
