/** Exports of this folder for tests. */
export { amountFaults, withAmounts } from './amounts.ts';
export { coalesceWrites, type InFlight } from './coalesce-writes.ts';
export { severalDocuments } from './document.ts';
export { areAlike, otherKeysMessage, withKey } from './exact-key.ts';
export { claimId, keyOf } from './key.ts';
export { sampleHint } from './sample-draft.ts';
