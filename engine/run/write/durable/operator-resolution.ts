/** What a person may do with a write that the engine cannot bring to an end, or whose key is to be free again. */
import type { DurableClaim, DurableClaims } from './claims.ts';
import { isBegun, nextByPerson, type PersonEvent } from './state-machine.ts';

/** What a person decides about a write whose outcome is in doubt, having looked for its document in the ERP. */
export type Decision =
  /** The ERP has no such document, not even a part of it: the next request writes it. */
  | { readonly kind: 'not written' }
  /** It has; members of the contract's answer, as JSON text that was held against the contract. */
  | { readonly kind: 'written'; readonly result: string }
  /** The engine looks once more. */
  | { readonly kind: 'look again' };

/** A document that is done keeps standing in the ERP, and its key is free for another one. */
export interface Release {
  readonly kind: 'release';
}

/** `now`: by the store's clock. */
interface Seen {
  readonly claim: DurableClaim;
  readonly now: number;
}

export type Resolved =
  | ({ readonly kind: 'changed' } & Seen)
  | { readonly kind: 'absent' }
  /** Its state does not allow the decision. */
  | ({ readonly kind: 'refused' } & Seen)
  /** It was as the decision would have it. */
  | ({ readonly kind: 'unneeded' } & Seen)
  /** It is not what the person saw any more. */
  | { readonly kind: 'overtaken' };

const instant = (ms: number): string => new Date(ms).toISOString();

function eventOf(decision: Decision | Release, { claim, now }: Seen): PersonEvent {
  switch (decision.kind) {
    case 'not written':
      return { kind: 'said not written' };
    case 'written':
      return { kind: 'said written', result: decision.result };
    case 'look again':
      return { kind: 'look again' };
    case 'release': {
      const { state, released } = claim;
      if (state.kind !== 'done') return { kind: 'released', released };
      const answer = { result: state.result, createdAt: instant(claim.createdAt), releasedAt: instant(now) };
      return { kind: 'released', released: [...released, answer] };
    }
  }
}

/** Whether a request may still have something on its way to the ERP. */
const isSending = ({ claim: { state }, now }: Seen): boolean => state.kind === 'sent' && state.leaseUntil > now;

function isSoAlready(decision: Decision | Release, { claim }: Seen): boolean {
  const { state } = claim;
  switch (decision.kind) {
    case 'release':
      return state.kind === 'absent' && !isBegun(claim);
    case 'look again':
      // Its lease is over: the next pass of any replica looks, as soon as its own clock says the same.
      return state.kind === 'sent';
    case 'not written':
    case 'written':
      return false;
  }
}

/** Carries out a decision about a claim as a person saw it, or nothing. Rejects with `SourceError` where the store fails. */
export async function resolveClaim(
  claims: DurableClaims,
  seen: Pick<DurableClaim, 'id' | 'revision'>,
  decision: Decision | Release,
): Promise<Resolved> {
  const { claim, now } = await claims.read(seen.id);
  if (claim === undefined) return { kind: 'absent' };
  const at = { claim, now };
  if (isSending(at)) return { kind: 'refused', ...at };
  if (isSoAlready(decision, at)) return { kind: 'unneeded', ...at };
  const change = nextByPerson(claim, eventOf(decision, at));
  if (change === undefined) return { kind: 'refused', ...at };
  const won = claim.revision === seen.revision && (await claims.change(claim.id, claim.revision, change));
  return won ? { kind: 'changed', ...at } : { kind: 'overtaken' };
}
