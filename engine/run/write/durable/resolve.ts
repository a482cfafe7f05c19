/** What a person may do with a write that the engine cannot bring to an end, or whose key is to be free again. */
import type { DurableClaim, DurableClaims } from './claims.ts';
import { type ClaimEvent, next } from './machine.ts';
import type { DurableTiming } from './work.ts';

export type Decision =
  /** The ERP has no such document, not even a part of it: the next request writes it. */
  | { readonly kind: 'not written' }
  /** Members of the contract's answer, as JSON text that was held against the contract. */
  | { readonly kind: 'written'; readonly result: string }
  /** The engine looks once more. */
  | { readonly kind: 'look again' }
  /** A document that is done keeps standing in the ERP, and its key is free for another one. */
  | { readonly kind: 'release' };

export type Resolved =
  | { readonly kind: 'changed'; readonly before: DurableClaim }
  | { readonly kind: 'absent' }
  /** Its state does not allow the decision. */
  | { readonly kind: 'refused'; readonly claim: DurableClaim }
  /** It is not what the person saw any more. */
  | { readonly kind: 'overtaken'; readonly claim: DurableClaim };

const instant = (ms: number): string => new Date(ms).toISOString();

function eventOf(decision: Decision, claim: DurableClaim, now: number): ClaimEvent {
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

/** Carries out a decision about a claim as a person saw it, or nothing. Rejects with `SourceError` where the store fails. */
export async function resolveClaim(
  claims: DurableClaims,
  seen: Pick<DurableClaim, 'id' | 'revision'>,
  decision: Decision,
  timing: DurableTiming,
): Promise<Resolved> {
  const { claim, now } = await claims.read(seen.id);
  if (claim === undefined) return { kind: 'absent' };
  const change = next(claim, eventOf(decision, claim, now), timing);
  if (change === undefined) return { kind: 'refused', claim };
  const won = claim.revision === seen.revision && (await claims.change(claim.id, claim.revision, change));
  return won ? { kind: 'changed', before: claim } : { kind: 'overtaken', claim };
}
