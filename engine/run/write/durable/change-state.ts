/** Changes the state of a claim by compare-and-set, and checks its owner if another process was faster. */
import type { EngineEvent } from '../../../base/events.ts';
import { type ClaimEvent, eventSentences, stateSentences } from './claim-events.ts';
import type { DurableClaim, DurableClaims } from './claims.ts';
import type { DurableTiming } from './durable-work.ts';
import { type ClaimStatus, next } from './state-machine.ts';

export interface ClaimPorts {
  readonly claims: DurableClaims;
  readonly timing: DurableTiming;
  log(event: EngineEvent): void;
}

/** The last known state of a claim. */
export interface ClaimSnapshot extends ClaimStatus, Pick<DurableClaim, 'id' | 'revision' | 'endpoint' | 'naturalKey'> {}

/**
 * Applies an event. Returns the changed claim; undefined if another process has changed it before, or if the event
 * does not apply to its state.
 */
export async function changeState<C extends ClaimSnapshot>(
  ports: ClaimPorts,
  claim: C,
  event: ClaimEvent,
): Promise<ClaimSnapshot | undefined> {
  const change = next(claim, event, ports.timing);
  if (change === undefined || !(await ports.claims.change(claim.id, claim.revision, change))) return undefined;
  const { id, endpoint, naturalKey } = claim;
  ports.log({
    level: 'debug',
    event: 'claim_state_changed',
    endpoint,
    key: naturalKey,
    from: claim.state.kind,
    to: change.state.kind,
    message: eventSentences[event.kind],
  });
  const { state, epoch = claim.epoch, steps = claim.steps } = change;
  // Logged for every process that can hold a claim: an operator has to decide, and no further event follows.
  if (state.kind === 'held') {
    const message = `${stateSentences.held} ${state.reason}`;
    ports.log({ level: 'error', event: 'write_held', endpoint, key: naturalKey, message });
  }
  if (event.kind === 'undone' && 'refusal' in claim.state) {
    const message = `${eventSentences.undone} The refusal: ${claim.state.refusal}`;
    ports.log({ level: 'info', event: 'write_undone', endpoint, key: naturalKey, message });
  }
  return { id, endpoint, naturalKey, revision: claim.revision + 1, state, epoch, steps };
}

/** Maximum number of attempts of an owner while other processes change the claim. */
const rounds = 3;

/**
 * Applies an event of the owner, who knows a definite result: also if the claim has changed in the meantime, while it
 * has the same owner and epoch. Undefined if it has not, or if the event no longer applies.
 */
export async function changeStateAsOwner(
  ports: ClaimPorts,
  claim: ClaimSnapshot,
  owner: string,
  event: ClaimEvent,
): Promise<ClaimSnapshot | undefined> {
  let changed = await changeState(ports, claim, event);
  for (let round = 1; changed === undefined && round < rounds; round += 1) {
    const { claim: now } = await ports.claims.read(claim.id);
    if (now === undefined || now.owner !== owner || now.epoch !== claim.epoch) return undefined;
    if (next(now, event, ports.timing) === undefined) return undefined;
    changed = await changeState(ports, now, event);
  }
  return changed;
}
