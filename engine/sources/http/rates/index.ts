/** Exports of this folder for tests. */
export type { RateStore } from './rate-store.ts';
export { takePermits, type WindowEntry } from './sliding-window.ts';
