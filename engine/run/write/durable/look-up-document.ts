/** The look-up of a document whose outcome nobody knows, and what it means for the claim. */

import { type Held, type MovePorts, move } from './change-state.ts';
import type { DurableClaim } from './claims.ts';
import type { DurableWork, Found } from './durable-work.ts';
import { type ClaimEvent, stepsOf } from './state-machine.ts';

/** What a look-up found, as an event of a claim whose step is in doubt. */
function eventOf(claim: DurableClaim, step: string, found: Found): ClaimEvent {
  switch (found.kind) {
    case 'none':
      return { kind: 'nothing' };
    case 'several':
      return { kind: 'several', reason: found.detail };
    case 'one': {
      if (found.result !== undefined) return { kind: 'whole', result: found.result };
      const known = stepsOf(claim);
      if (!found.done.includes(step) || Object.hasOwn(known, step)) return { kind: 'nothing' };
      return { kind: 'part', steps: JSON.stringify(withFound(known, found.done)) };
    }
  }
}

/** The results of steps, with those that a look-up has shown to be done. */
export function withFound(
  steps: Readonly<Record<string, unknown>>,
  found: readonly string[],
): Readonly<Record<string, unknown>> {
  return { ...Object.fromEntries(found.map((name) => [name, null])), ...steps };
}

/**
 * Does what is due for a claim in the states `sent` and `unknown`: sends nothing. The claim afterwards, undefined where somebody else
 * was quicker. Rejects with `SourceError` of the store or the look-up.
 */
export async function attend(
  claim: DurableClaim,
  find: DurableWork['find'],
  ports: MovePorts,
): Promise<Held | undefined> {
  if (claim.state.kind === 'sent') return move(ports, claim, { kind: 'lease over' });
  if (claim.state.kind !== 'unknown') return undefined;
  if (find === undefined) return move(ports, claim, { kind: 'no look-up' });
  return move(ports, claim, eventOf(claim, claim.state.step, await find(claim.released)));
}
