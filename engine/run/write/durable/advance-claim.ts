/** Looks up a document with an unknown outcome, and changes the state of its claim accordingly. */

import { type ClaimPorts, type ClaimSnapshot, changeState } from './change-state.ts';
import type { ClaimEvent } from './claim-events.ts';
import type { DurableClaim } from './claims.ts';
import type { LookupOutcome, Recovery } from './durable-work.ts';
import { requiredEmptyLookups, stepsOf } from './state-machine.ts';
import type { Due } from './unchanged-claims.ts';
import { failedReason, isGone, stepToUndo, type UndoPorts, undoSteps } from './undo-steps.ts';

/** The event for the result of a lookup, for a claim whose step has an unknown outcome. */
function eventOf(claim: DurableClaim, step: string, lookup: LookupOutcome): ClaimEvent {
  switch (lookup.kind) {
    case 'none':
      return { kind: 'nothing' };
    case 'several':
      return { kind: 'several', reason: lookup.detail };
    case 'one': {
      if (lookup.result !== undefined) return { kind: 'whole', result: lookup.result };
      const stepResults = stepsOf(claim);
      if (!lookup.done.includes(step) || Object.hasOwn(stepResults, step)) return { kind: 'nothing' };
      return { kind: 'part', steps: JSON.stringify(withFoundSteps(stepResults, lookup.done)) };
    }
  }
}

/** The results of the steps, with null for those that a lookup has shown to be done. */
export function withFoundSteps(
  steps: Readonly<Record<string, unknown>>,
  foundNames: readonly string[],
): Readonly<Record<string, unknown>> {
  return { ...Object.fromEntries(foundNames.map((name) => [name, null])), ...steps };
}

/**
 * Looks up a claim that is not due yet. Only what the lookup shows to be done counts: it is proof as soon as it is
 * visible, if the ERP shows nothing that it is still writing. Undefined if it proves nothing, or another process was
 * faster. Rejects with `SourceError`.
 */
export async function proveEarly(
  claim: DurableClaim,
  { find }: Recovery,
  ports: ClaimPorts,
): Promise<ClaimSnapshot | undefined> {
  if (find === undefined || (claim.state.kind !== 'sent' && claim.state.kind !== 'unknown')) return undefined;
  const event = eventOf(claim, claim.state.step, await find(claim.released));
  return event.kind === 'whole' || event.kind === 'part' ? changeState(ports, claim, event) : undefined;
}

/** How often an undo is sent if the document is still there each time. */
const undoAttempts = 3;

type UndoLost = Extract<DurableClaim['state'], { readonly kind: 'undo lost' }>;

/** Continues after an undo with an unknown outcome: only a document that is still there is undone again. */
async function advanceUndo(
  claim: DurableClaim,
  state: UndoLost,
  lookup: LookupOutcome,
  recovery: Recovery,
  ports: UndoPorts,
): Promise<ClaimSnapshot | undefined> {
  const { step: name, refusal, attempt, empty } = state;
  if (lookup.kind === 'several') return changeState(ports, claim, { kind: 'several', reason: lookup.detail });
  // A user has completed it in the ERP: it is the document of this key, and must not be removed any more.
  if (lookup.kind === 'one' && lookup.result !== undefined)
    return changeState(ports, claim, { kind: 'whole', result: lookup.result });
  const done = stepsOf(claim);
  const { released } = claim;
  const step = stepToUndo(recovery.steps, done);
  // The profile may have changed since.
  const undoable = step?.name === name ? step : undefined;
  if (!isGone(lookup, name)) {
    if (undoable?.undo.repeatable === true && attempt < undoAttempts)
      return undoSteps(recovery, ports, { claim, released, done, step: undoable, refusal, attempt: attempt + 1 });
    const reason = failedReason(name, refusal, `it is still there after ${attempt} of these requests`);
    return changeState(ports, claim, { kind: 'undo failed', reason });
  }
  if (empty + 1 < requiredEmptyLookups) return changeState(ports, claim, { kind: 'nothing' });
  const before = undoable?.before ?? {};
  const next = stepToUndo(recovery.steps, before);
  return next === undefined
    ? changeState(ports, claim, { kind: 'undone', steps: JSON.stringify(before) })
    : undoSteps(recovery, ports, { claim, released, done: before, step: next, refusal, attempt: 1 });
}

/**
 * Advances a claim whose step or undo has an unknown outcome. It sends no step, only the undo of a refused document.
 * `due`: what is due for it. Returns the claim after the change; undefined if another process was faster. Rejects with `SourceError` of the store
 * or the lookup.
 */
export async function advanceClaim(
  claim: DurableClaim,
  due: Due,
  recovery: Recovery,
  ports: UndoPorts,
): Promise<ClaimSnapshot | undefined> {
  const { state, released } = claim;
  const { find } = recovery;
  if (due === 'ended') {
    const proven = ports.timing.proofMs === undefined ? undefined : await proveEarly(claim, recovery, ports);
    return proven ?? changeState(ports, claim, { kind: 'lease over' });
  }
  switch (state.kind) {
    case 'sent':
    case 'unknown':
      if (find === undefined) return changeState(ports, claim, { kind: 'no lookup' });
      return changeState(ports, claim, eventOf(claim, state.step, await find(released)));
    case 'undo lost':
      if (find === undefined) return changeState(ports, claim, { kind: 'no lookup' });
      return advanceUndo(claim, state, await find(released), recovery, ports);
    case 'absent':
    case 'claimed':
    case 'undoing':
    case 'held':
    case 'done':
      return undefined;
  }
}
