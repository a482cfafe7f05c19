/** Exports of this folder for tests. */
export { type ClaimEvent, eventSentences, stateSentences } from './claim-events.ts';
export type {
  ClaimChange,
  ClaimState,
  DurableClaim,
  DurableClaims,
  LockHolder,
  NewDurableClaim,
  NextState,
  Undo,
} from './claims.ts';
export { type Completion, type CompletionPorts, completeDue, type Recoveries } from './completion.ts';
export { startBackground } from './completion-loop.ts';
export type { LockState } from './document-lock.ts';
export type {
  DurableStep,
  DurableTiming,
  DurableUndo,
  DurableWork,
  LookupOutcome,
  Recovery,
  SendResult,
} from './durable-work.ts';
export { type DurablePorts, durableWrite } from './durable-write.ts';
export { resolveClaim } from './operator-resolution.ts';
export { type ClaimStatus, next } from './state-machine.ts';
export { createTurns } from './turns.ts';
export { createUnchangedClaims } from './unchanged-claims.ts';
export { stepToUndo } from './undo-steps.ts';
