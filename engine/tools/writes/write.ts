/** One write in a form for operators, from a claim in an ERP's database or in the store. */
import type { DurableClaim } from '../../run/write/durable/claims.ts';
import { isPartlyWritten } from '../../run/write/durable/state-machine.ts';
import type { Claim, ReleasedAnswer } from '../../sources/sql/claims/claims-table.ts';

/** The state of a write. Times are ISO 8601, UTC; an answer is the members of its JSON object. */
export type WriteState =
  | { readonly kind: 'done'; readonly answer: string }
  /** Free: the next request with the key writes a document. */
  | { readonly kind: 'free'; readonly since: string }
  /** A request is working on it, until this time at most. */
  | { readonly kind: 'being written'; readonly until: string }
  /** A request has ended while working on it; nothing is in doubt. The next request continues. */
  | { readonly kind: 'interrupted'; readonly since: string }
  /**
   * It is unknown whether the ERP executed the step. Undefined: which one is not known either, because an operator had
   * a held write looked up again.
   */
  | { readonly kind: 'unknown'; readonly step: string | undefined; readonly lookAt: string }
  /**
   * The ERP refused a step, and is to remove what the earlier ones created: `step` is undone. A lookup follows at the
   * time, unless the request is answered before.
   */
  | { readonly kind: 'undoing'; readonly step: string; readonly reason: string; readonly lookAt: string }
  /** The ERP has part of the document, and refused or failed the rest. The next request continues. */
  | { readonly kind: 'begun'; readonly since: string }
  /** An operator has to decide. */
  | { readonly kind: 'held'; readonly reason: string }
  /** Something in the ERP's database ended the transaction before the write was complete. */
  | { readonly kind: 'half done' };

export interface Write {
  /** The id of the claim: 64 hexadecimal digits. */
  readonly id: string;
  /** The source whose database has the claim; undefined: the store. */
  readonly source: string | undefined;
  /** Undefined if the claim does not contain it. */
  readonly installation: string | undefined;
  readonly endpoint: string;
  readonly key: string;
  /** SHA-256 of the request, in hexadecimal digits. */
  readonly payload: string;
  readonly createdAt: string;
  readonly state: WriteState;
  /** Answers of the key before it was released, oldest first. */
  readonly released: readonly ReleasedAnswer[];
  /** The version for compare-and-set; undefined if the database locks instead. */
  readonly revision: number | undefined;
}

/** ISO 8601 in UTC, with milliseconds. Throws `RangeError` for NaN. */
export const instant = (milliseconds: number): string => new Date(milliseconds).toISOString();

function stateInSource({ result, freeSince, damage }: Claim): WriteState {
  if (damage !== undefined) return { kind: 'held', reason: `The claim is damaged. ${damage}` };
  if (result !== null) return { kind: 'done', answer: result };
  return freeSince === null ? { kind: 'half done' } : { kind: 'free', since: freeSince };
}

/** Converts a claim in the database of a source. */
export function writeInSource(source: string, claim: Claim): Write {
  const { id, installation, endpoint, naturalKey: key, payload, createdAt, released } = claim;
  const state = stateInSource(claim);
  return {
    id,
    source,
    installation: installation ?? undefined,
    endpoint,
    key,
    payload,
    createdAt,
    state,
    released,
    revision: undefined,
  };
}

/** `now`: the store's clock, in milliseconds since the epoch. */
function stateInStore(claim: DurableClaim, now: number): WriteState {
  const { state, changedAt } = claim;
  switch (state.kind) {
    case 'absent':
      return { kind: isPartlyWritten(claim) ? 'begun' : 'free', since: instant(changedAt) };
    case 'claimed':
      return state.leaseUntil > now
        ? { kind: 'being written', until: instant(state.leaseUntil) }
        : { kind: 'interrupted', since: instant(state.leaseUntil) };
    case 'sent':
      return state.leaseUntil > now
        ? { kind: 'being written', until: instant(state.leaseUntil) }
        : { kind: 'unknown', step: state.step, lookAt: instant(state.leaseUntil) };
    case 'unknown':
      return { kind: 'unknown', step: state.step || undefined, lookAt: instant(state.lookAt) };
    case 'undoing':
      return { kind: 'undoing', step: state.step, reason: state.refusal, lookAt: instant(state.leaseUntil) };
    case 'undo lost':
      return { kind: 'undoing', step: state.step, reason: state.refusal, lookAt: instant(state.lookAt) };
    case 'held':
      return { kind: 'held', reason: state.reason };
    case 'done':
      return { kind: 'done', answer: state.result };
  }
}

/** Converts a claim in the store. */
export function writeInStore(claim: DurableClaim, now: number): Write {
  const { id, installation, endpoint, naturalKey: key, payload, released, revision } = claim;
  const [createdAt, state] = [instant(claim.createdAt), stateInStore(claim, now)];
  return { id, source: undefined, installation, endpoint, key, payload, createdAt, state, released, revision };
}
