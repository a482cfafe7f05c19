/** Decisions of an operator about writes that the engine cannot complete, or whose key is to be free again. */

import type { OperatorEvent } from './claim-events.ts';
import type { DurableClaim, DurableClaims } from './claims.ts';
import { isPartlyWritten, nextByOperator } from './state-machine.ts';

/** A decision about a write with an unknown outcome, after a person has looked for its document in the ERP. */
export type Decision =
  /** The ERP has no part of the document: the next request writes it. */
  | { readonly kind: 'not written' }
  /** The ERP has it; `result`: members of the contract's answer, as JSON text that was checked against the contract. */
  | { readonly kind: 'written'; readonly result: string }
  /** The engine looks it up once more. */
  | { readonly kind: 'look again' };

/** The document stays in the ERP, and its key is free for another document. */
export interface Release {
  readonly kind: 'release';
}

/** `now`: by the store's clock. */
interface ClaimAt {
  readonly claim: DurableClaim;
  readonly now: number;
}

type Resolution =
  | ({ readonly kind: 'changed' } & ClaimAt)
  | { readonly kind: 'absent' }
  /** Its state does not allow the decision. */
  | ({ readonly kind: 'refused' } & ClaimAt)
  /** The claim already has the decided state. */
  | ({ readonly kind: 'unneeded' } & ClaimAt)
  /** The claim has changed since the operator saw it. */
  | { readonly kind: 'overtaken' };

const instant = (ms: number): string => new Date(ms).toISOString();

function eventOf(decision: Decision | Release, { claim, now }: ClaimAt): OperatorEvent {
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

/** Whether a request may still be on its way to the ERP. */
const isSending = ({ claim: { state }, now }: ClaimAt): boolean =>
  (state.kind === 'sent' || state.kind === 'undoing') && state.leaseUntil > now;

function isUnneeded(decision: Decision | Release, { claim }: ClaimAt): boolean {
  const { state } = claim;
  switch (decision.kind) {
    case 'release':
      return state.kind === 'absent' && !isPartlyWritten(claim);
    case 'look again':
      // Its lease is over: the next pass of any replica looks it up, as soon as its own clock agrees.
      return state.kind === 'sent' || state.kind === 'undoing';
    case 'not written':
    case 'written':
      return false;
  }
}

/**
 * Applies a decision to a claim at the revision that the operator saw. Rejects with `SourceError` if the store fails.
 */
export async function resolveClaim(
  claims: DurableClaims,
  seen: Pick<DurableClaim, 'id' | 'revision'>,
  decision: Decision | Release,
): Promise<Resolution> {
  const { claim, now } = await claims.read(seen.id);
  if (claim === undefined) return { kind: 'absent' };
  const at = { claim, now };
  if (isSending(at)) return { kind: 'refused', ...at };
  if (isUnneeded(decision, at)) return { kind: 'unneeded', ...at };
  const change = nextByOperator(claim, eventOf(decision, at));
  if (change === undefined) return { kind: 'refused', ...at };
  // What could not be read of a damaged claim is replaced.
  const { steps, released, lookUp } = claim;
  const whole = { steps, released, lookUp, ...change };
  const won = claim.revision === seen.revision && (await claims.change(claim.id, claim.revision, whole));
  return won ? { kind: 'changed', ...at } : { kind: 'overtaken' };
}
