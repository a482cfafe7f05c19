/** Moves a claim along its states by compare-and-set, and finds out who has it where somebody else was quicker. */
import type { EngineEvent } from '../../../base/events.ts';
import type { DurableClaim, DurableClaims } from './claims.ts';
import type { DurableTiming } from './durable-work.ts';
import { type ClaimEvent, eventSentences, next, type Standing, stateSentences } from './state-machine.ts';

export interface MovePorts {
  readonly claims: DurableClaims;
  readonly timing: DurableTiming;
  log(event: EngineEvent): void;
}

/** A claim as it was seen or made last. */
export interface Held extends Standing, Pick<DurableClaim, 'id' | 'revision' | 'endpoint' | 'naturalKey'> {}

/** The claim after the event; undefined where it had changed before, or the event does not count in its state. */
export async function move<C extends Held>(ports: MovePorts, claim: C, event: ClaimEvent): Promise<Held | undefined> {
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
  // Whoever holds it, a request or a look-up of the background: a person has to be told, and nothing else comes after this.
  if (state.kind === 'held') {
    const message = `${stateSentences.held} ${state.reason}`;
    ports.log({ level: 'error', event: 'write_held', endpoint, key: naturalKey, message });
  }
  return { id, endpoint, naturalKey, revision: claim.revision + 1, state, epoch, steps };
}

/** Times that an owner tries to say what it knows, while others change the claim. */
const rounds = 3;

/**
 * Moves the claim of an owner, who knows something definite: also where it was changed in the meantime, as long as it is still the
 * owner's in the same epoch. Undefined where it is not, or what the owner knows does not count any more.
 */
export async function settle(
  ports: MovePorts,
  claim: Held,
  owner: string,
  event: ClaimEvent,
): Promise<Held | undefined> {
  let moved = await move(ports, claim, event);
  for (let round = 1; moved === undefined && round < rounds; round += 1) {
    const { claim: now } = await ports.claims.read(claim.id);
    if (now === undefined || now.owner !== owner || now.epoch !== claim.epoch) return undefined;
    if (next(now, event, ports.timing) === undefined) return undefined;
    moved = await move(ports, now, event);
  }
  return moved;
}
