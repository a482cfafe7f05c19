/** A claim and its owner, and what the owner's work comes to. */
import type { ProblemError } from '../../../base/problem.ts';
import type { Members } from '../../answer/encode-rows.ts';
import type { ClaimSnapshot } from './change-state.ts';
import type { DurableClaim } from './claims.ts';

export type OwnerResult =
  | { readonly kind: 'answered'; readonly members: Members }
  /** Another process has taken or completed the claim. */
  | { readonly kind: 'overtaken' }
  /** The ERP may have executed the last request. `refusal`: it was the undo of a refused document. */
  | { readonly kind: 'in doubt'; readonly refusal?: ProblemError };

/** A claim that was just taken, with the answers it had before it was released. */
export interface OwnedClaim {
  readonly claim: ClaimSnapshot;
  readonly owner: string;
  readonly released: DurableClaim['released'];
}
