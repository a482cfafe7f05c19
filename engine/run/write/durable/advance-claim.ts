/** Looks up a document with an unknown outcome, and changes the state of its claim accordingly. */

import { type ClaimPorts, type ClaimSnapshot, changeState } from './change-state.ts';
import type { DurableClaim } from './claims.ts';
import type { DurableWork, LookupOutcome } from './durable-work.ts';
import { type ClaimEvent, stepsOf } from './state-machine.ts';

/** The event for the result of a lookup, for a claim whose step has an unknown outcome. */
function eventOf(claim: DurableClaim, step: string, found: LookupOutcome): ClaimEvent {
  switch (found.kind) {
    case 'none':
      return { kind: 'nothing' };
    case 'several':
      return { kind: 'several', reason: found.detail };
    case 'one': {
      if (found.result !== undefined) return { kind: 'whole', result: found.result };
      const known = stepsOf(claim);
      if (!found.done.includes(step) || Object.hasOwn(known, step)) return { kind: 'nothing' };
      return { kind: 'part', steps: JSON.stringify(withFoundSteps(known, found.done)) };
    }
  }
}

/** The results of the steps, with null for those that a lookup has shown to be done. */
export function withFoundSteps(
  steps: Readonly<Record<string, unknown>>,
  found: readonly string[],
): Readonly<Record<string, unknown>> {
  return { ...Object.fromEntries(found.map((name) => [name, null])), ...steps };
}

/**
 * Looks up a claim that is not due yet. Only what the lookup shows to be done counts: it is proof as soon as it is
 * visible, if the ERP shows nothing that it is still writing. Undefined if it proves nothing, or another process was
 * faster. Rejects with `SourceError`.
 */
export async function proveEarly(
  claim: DurableClaim,
  find: DurableWork['find'],
  ports: ClaimPorts,
): Promise<ClaimSnapshot | undefined> {
  if (find === undefined || (claim.state.kind !== 'sent' && claim.state.kind !== 'unknown')) return undefined;
  const event = eventOf(claim, claim.state.step, await find(claim.released));
  return event.kind === 'whole' || event.kind === 'part' ? changeState(ports, claim, event) : undefined;
}

/**
 * Advances a claim in the state `sent` or `unknown`; sends nothing. Returns the claim after the change; undefined if
 * another process was faster. Rejects with `SourceError` of the store or the lookup.
 */
export async function advanceClaim(
  claim: DurableClaim,
  find: DurableWork['find'],
  ports: ClaimPorts,
): Promise<ClaimSnapshot | undefined> {
  if (claim.state.kind === 'sent') return changeState(ports, claim, { kind: 'lease over' });
  if (claim.state.kind !== 'unknown') return undefined;
  if (find === undefined) return changeState(ports, claim, { kind: 'no look-up' });
  return changeState(ports, claim, eventOf(claim, claim.state.step, await find(claim.released)));
}
