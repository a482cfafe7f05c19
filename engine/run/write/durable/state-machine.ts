/**
 * The states of a durable write and their transitions: the complete protocol as a pure function, without store, ERP
 * or clock. Callers must only pass events that are true: they check whether a lease has ended or a lookup is due.
 */
import { type Claimant, type ClaimEvent, eventSentences, type OperatorEvent } from './claim-events.ts';
import type { ClaimChange, DurableClaim, NextState, Undo } from './claims.ts';
import type { DurableTiming } from './durable-work.ts';

/** The part of a claim that determines its next state. */
export interface ClaimStatus {
  readonly state:
    | { readonly kind: 'absent' | 'claimed' | 'held' | 'done' }
    | { readonly kind: 'sent'; readonly step: string }
    | { readonly kind: 'unknown'; readonly step: string; readonly empty: number }
    | ({ readonly kind: 'undoing' } & Undo)
    | ({ readonly kind: 'undo lost'; readonly empty: number } & Undo);
  readonly epoch: number;
  readonly steps: string;
}

/** Consecutive lookups that must find nothing before a document may be sent again. */
export const requiredEmptyLookups = 2;
const emptySteps = '{}';

/** The results of the completed steps, by name; null if only a lookup has shown a step. */
export function stepsOf({ steps }: Pick<DurableClaim, 'steps'>): Readonly<Record<string, unknown>> {
  const results: unknown = JSON.parse(steps);
  if (typeof results !== 'object' || results === null) throw new Error('The steps of a claim are not an object');
  return { ...results };
}

/** The change for an event; undefined if the event does not apply to the state. */
export function next(status: ClaimStatus, event: ClaimEvent, timing: DurableTiming): ClaimChange | undefined {
  switch (event.kind) {
    case 'said not written':
    case 'said written':
    case 'look again':
    case 'released':
      return nextByOperator(status, event);
  }
  switch (status.state.kind) {
    case 'absent':
      return event.kind === 'claim' ? claimedBy(status, event.by, timing) : undefined;
    case 'claimed':
      return fromClaimed(status, event, timing);
    case 'sent':
      return fromSent(status, status.state.step, event, timing);
    case 'unknown':
      return fromUnknown(status, status.state, event, timing);
    case 'undoing':
      return fromUndoing(status, status.state, event, timing);
    case 'undo lost':
      return fromUndoLost(status, status.state, event, timing);
    case 'held':
    case 'done':
      return undefined;
  }
}

function fromClaimed(status: ClaimStatus, event: ClaimEvent, timing: DurableTiming): ClaimChange | undefined {
  switch (event.kind) {
    case 'take over':
      return { ...claimedBy(status, event.by, timing), epoch: status.epoch + 1 };
    case 'wait on':
      return { state: { kind: 'claimed', leaseMs: timing.claimMs } };
    case 'abandoned':
      return freeClaim(status, status.steps);
    case 'send':
      return { state: { kind: 'sent', step: event.step, leaseMs: timing.leaseMs, isFirst: true }, steps: event.steps };
    case 'not processed':
      return claimedWith(event.steps, timing);
    case 'whole':
      return { state: { kind: 'done', result: event.result } };
    case 'lost':
      return { state: unknownState(event.step, 0, timing.settleMs), steps: event.steps };
    case 'refused':
    case 'given up':
      return { state: { kind: 'absent' }, steps: event.steps };
    case 'undo':
      return undoingBy(event, timing);
    default:
      return afterLookup(event);
  }
}

function fromSent(
  status: ClaimStatus,
  step: string,
  event: ClaimEvent,
  timing: DurableTiming,
): ClaimChange | undefined {
  switch (event.kind) {
    case 'send':
      return { state: { kind: 'sent', step: event.step, leaseMs: timing.leaseMs }, steps: event.steps };
    case 'confirmed':
    case 'not processed':
      return claimedWith(event.steps, timing);
    case 'given up':
      return { state: { kind: 'absent' }, steps: event.steps };
    case 'lost':
      return { state: unknownState(event.step, 0, timing.settleMs), steps: event.steps };
    case 'lease over':
    case 'not looked':
      return { state: unknownState(step, 0, timing.settleMs) };
    // The first lookup, if the ERP had settled before any process looked at the claim.
    case 'nothing':
      return { state: unknownState(step, 1, timing.apartMs) };
    default:
      return afterStep(status, event, timing);
  }
}

/** A late definite answer still counts, if the epoch is the one in which the request was sent. */
function fromUnknown(
  status: ClaimStatus,
  { step, empty }: { readonly step: string; readonly empty: number },
  event: ClaimEvent,
  timing: DurableTiming,
): ClaimChange | undefined {
  switch (event.kind) {
    case 'not processed':
      return { state: { kind: 'absent' }, steps: event.steps };
    case 'nothing':
      if (empty + 1 < requiredEmptyLookups) return { state: unknownState(step, empty + 1, timing.apartMs) };
      // The ERP has confirmed the last step but shows nothing: sending it again would create a second document.
      if (Object.hasOwn(stepsOf(status), step))
        return { state: { kind: 'held', reason: 'The ERP confirmed the document, but a lookup does not show it.' } };
      return freeClaim(status, status.steps);
    case 'not looked':
      return { state: unknownState(step, empty, timing.apartMs) };
    default:
      return afterStep(status, event, timing);
  }
}

/** The events that have the same effect whether the request of the step is in progress or its outcome is unknown. */
function afterStep(status: ClaimStatus, event: ClaimEvent, timing: DurableTiming): ClaimChange | undefined {
  switch (event.kind) {
    case 'whole':
      return { state: { kind: 'done', result: event.result } };
    case 'part':
      return freeClaim(status, event.steps);
    case 'refused':
      return { state: { kind: 'absent' }, steps: event.steps };
    case 'undo':
      return undoingBy(event, timing);
    default:
      return afterLookup(event);
  }
}

/** The results of a lookup that an operator must decide about, in every state. */
function afterLookup(event: ClaimEvent): ClaimChange | undefined {
  switch (event.kind) {
    case 'several':
      return { state: { kind: 'held', reason: event.reason } };
    case 'no lookup':
      return { state: { kind: 'held', reason: eventSentences['no lookup'] } };
    default:
      return undefined;
  }
}

function undoingBy({ steps, ...event }: Extract<ClaimEvent, { kind: 'undo' }>, timing: DurableTiming): ClaimChange {
  return { state: { ...undoOf(event), kind: 'undoing', leaseMs: timing.leaseMs }, steps };
}

const undoOf = ({ step, refusal, attempt }: Undo): Undo => ({ step, refusal, attempt });

/**
 * The ERP shows what it has executed when it has settled and the time between two lookups is over: from then on a
 * document that is still there was not removed.
 */
function inDoubt(undo: Undo, { settleMs, apartMs }: DurableTiming): ClaimChange {
  return { state: { ...undoOf(undo), kind: 'undo lost', empty: 0, lookInMs: settleMs + apartMs } };
}

function fromUndoing(
  status: ClaimStatus,
  undo: Undo,
  event: ClaimEvent,
  timing: DurableTiming,
): ClaimChange | undefined {
  switch (event.kind) {
    case 'undo in doubt':
    case 'lease over':
      return inDoubt(undo, timing);
    default:
      return afterUndo(status, event, timing);
  }
}

function fromUndoLost(
  status: ClaimStatus,
  { empty, ...undo }: Undo & { readonly empty: number },
  event: ClaimEvent,
  timing: DurableTiming,
): ClaimChange | undefined {
  switch (event.kind) {
    case 'whole':
      return { state: { kind: 'done', result: event.result } };
    case 'nothing':
      return { state: { ...undoOf(undo), kind: 'undo lost', empty: empty + 1, lookInMs: timing.apartMs } };
    case 'not looked':
      return { state: { ...undoOf(undo), kind: 'undo lost', empty, lookInMs: timing.apartMs } };
    default:
      return afterUndo(status, event, timing);
  }
}

/** The events that have the same effect whether the request of the undo is in progress or its outcome is unknown. */
function afterUndo(status: ClaimStatus, event: ClaimEvent, timing: DurableTiming): ClaimChange | undefined {
  switch (event.kind) {
    case 'undo':
      return undoingBy(event, timing);
    case 'undone':
      return freeClaim(status, event.steps);
    case 'undo failed':
      return { state: { kind: 'held', reason: event.reason } };
    default:
      return afterLookup(event);
  }
}

/**
 * The change for a decision of an operator, which needs no timing. The lease of a claim in the state `sent` or `undoing` must have
 * ended.
 */
export function nextByOperator(status: ClaimStatus, event: OperatorEvent): ClaimChange | undefined {
  switch (event.kind) {
    case 'said written':
      return isUndecided(status) ? { state: { kind: 'done', result: event.result } } : undefined;
    case 'said not written':
      // The results of the steps belong to a document that does not exist.
      return isUndecided(status) ? freeClaim(status, emptySteps) : undefined;
    case 'look again':
      if (status.state.kind === 'unknown') return { state: unknownState(status.state.step, 0, 0) };
      if (status.state.kind === 'undo lost')
        return { state: { ...undoOf(status.state), kind: 'undo lost', empty: 0, lookInMs: 0 } };
      // The step with the unknown outcome is not stored; the result of the lookup decides.
      return status.state.kind === 'held' ? { state: unknownState('', 0, 0) } : undefined;
    case 'released':
      return status.state.kind === 'done' ? { ...freeClaim(status, emptySteps), released: event.released } : undefined;
  }
}

/** Whether a part of the document has been written, and no request is writing the rest. */
export function isPartlyWritten({
  state,
  steps,
}: Pick<ClaimStatus, 'steps'> & { readonly state: Pick<ClaimStatus['state'], 'kind'> }): boolean {
  return state.kind === 'absent' && Object.keys(stepsOf({ steps })).length > 0;
}

/**
 * The ERP may also have less or more of a partly written document than is known: a person may have removed or
 * completed it.
 */
function isUndecided(status: ClaimStatus): boolean {
  return ['sent', 'unknown', 'undoing', 'undo lost', 'held'].includes(status.state.kind) || isPartlyWritten(status);
}

const claimedWith = (steps: string, { claimMs }: DurableTiming): ClaimChange => ({
  state: { kind: 'claimed', leaseMs: claimMs },
  steps,
});

function unknownState(step: string, empty: number, lookInMs: number): NextState {
  return { kind: 'unknown', step, empty, lookInMs };
}

/** Free for the next request; the new epoch excludes late answers to earlier ones. */
function freeClaim(status: ClaimStatus, steps: string): ClaimChange {
  return { state: { kind: 'absent' }, epoch: status.epoch + 1, steps };
}

/** A partly written document keeps its original payload: the repeat that completes it may have other content. */
function claimedBy(status: ClaimStatus, { owner, payload, lookUp }: Claimant, { claimMs }: DurableTiming): ClaimChange {
  const begun = Object.keys(stepsOf(status)).length > 0;
  return { state: { kind: 'claimed', leaseMs: claimMs }, owner, ...(begun ? {} : { payload, lookUp }) };
}
