/** One write for a person's eyes, wherever its claim is kept: in the database of an ERP, or in the service's store. */
import type { DurableClaim } from '../../run/write/durable/claims.ts';
import { isBegun } from '../../run/write/durable/state-machine.ts';
import type { Claim, ReleasedAnswer } from '../../sources/sql/claims/claims-table.ts';

/** Where a write stands. Times are ISO 8601, UTC; an answer is the members of its JSON object. */
export type WriteState =
  | { readonly kind: 'done'; readonly answer: string }
  /** The next request with the key writes a document. */
  | { readonly kind: 'free'; readonly since: string }
  /** A request is at work on it, and has until then. */
  | { readonly kind: 'being written'; readonly until: string }
  /** A request was at work on it and has ended; nothing of it is under way. The next request goes on. */
  | { readonly kind: 'interrupted'; readonly since: string }
  /** Whether the ERP did the step is not known. */
  | { readonly kind: 'unknown'; readonly step: string; readonly lookAt: string }
  /** The ERP has a part of the document, and refused the rest or could not do it. The next request goes on. */
  | { readonly kind: 'begun'; readonly since: string }
  /** A person has to decide. */
  | { readonly kind: 'held'; readonly reason: string }
  /** Something in the ERP's database has ended its transaction before it was done. */
  | { readonly kind: 'half done' };

export interface Write {
  /** Identifies it: 64 hexadecimal digits. */
  readonly id: string;
  /** The source whose database keeps the claim; undefined: the store does. */
  readonly source: string | undefined;
  /** Undefined where the claim does not tell. */
  readonly installation: string | undefined;
  readonly endpoint: string;
  readonly key: string;
  /** SHA-256 of the request, in hexadecimal digits. */
  readonly payload: string;
  readonly createdAt: string;
  readonly state: WriteState;
  /** Answers that the key gave until a person released it, oldest first. */
  readonly released: readonly ReleasedAnswer[];
  /** What a change compares before it sets; undefined where the database locks instead. */
  readonly revision: number | undefined;
}

export const instant = (milliseconds: number): string => new Date(milliseconds).toISOString();

function stateInSource({ result, freeSince }: Claim): WriteState {
  if (result !== null) return { kind: 'done', answer: result };
  return freeSince === null ? { kind: 'half done' } : { kind: 'free', since: freeSince };
}

/** A claim in the database of a source. */
export function writeInSource(source: string, claim: Claim): Write {
  const { id, endpoint, naturalKey: key, payload, createdAt, released } = claim;
  const state = stateInSource(claim);
  return {
    id,
    source,
    installation: undefined,
    endpoint,
    key,
    payload,
    createdAt,
    state,
    released,
    revision: undefined,
  };
}

/** `now` is by the store's clock, in milliseconds since the epoch. */
function stateInStore(claim: DurableClaim, now: number): WriteState {
  const { state, changedAt } = claim;
  switch (state.kind) {
    case 'absent':
      return { kind: isBegun(claim) ? 'begun' : 'free', since: instant(changedAt) };
    case 'claimed':
      return state.leaseUntil > now
        ? { kind: 'being written', until: instant(state.leaseUntil) }
        : { kind: 'interrupted', since: instant(state.leaseUntil) };
    case 'sent':
      return state.leaseUntil > now
        ? { kind: 'being written', until: instant(state.leaseUntil) }
        : { kind: 'unknown', step: state.step, lookAt: instant(state.leaseUntil) };
    case 'unknown':
      return { kind: 'unknown', step: state.step, lookAt: instant(state.lookAt) };
    case 'held':
      return { kind: 'held', reason: state.reason };
    case 'done':
      return { kind: 'done', answer: state.result };
  }
}

/** A claim in the store. */
export function writeInStore(claim: DurableClaim, now: number): Write {
  const { id, installation, endpoint, naturalKey: key, payload, released, revision } = claim;
  const [createdAt, state] = [instant(claim.createdAt), stateInStore(claim, now)];
  return { id, source: undefined, installation, endpoint, key, payload, createdAt, state, released, revision };
}
