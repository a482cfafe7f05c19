/** Exports of this folder for tests. */
export { decodeId, joinParts, splitParts } from './ids.ts';
export { sortRows } from './order.ts';
export type { QueryPlan } from './query.ts';
export type { VersionPlan } from './read.ts';
export type { AmountsPlan, WritePlan } from './write.ts';
