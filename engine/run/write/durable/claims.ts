/**
 * Durable claims: what is known of a write into a source without transactions, kept in the service's own store. They change by
 * compare-and-set on their revision, and every time in them is by the store's clock, so that any number of replicas may share them.
 */
import type { ReleasedAnswer } from '../../../sources/sql/claims/claims-table.ts';

/** Where a write stands. Points in time are milliseconds since the epoch by the store's clock. */
export type ClaimState =
  /** Nothing is under way. The row stays, so that epochs go on counting. */
  | { readonly kind: 'absent' }
  /** An owner looks the document up, and sends nothing yet. */
  | { readonly kind: 'claimed'; readonly leaseUntil: number }
  /** The request of a step may have left. */
  | { readonly kind: 'sent'; readonly step: string; readonly leaseUntil: number }
  /** Nobody knows whether the ERP did the step. `empty`: look-ups in a row that found nothing. */
  | { readonly kind: 'unknown'; readonly step: string; readonly lookAt: number; readonly empty: number }
  /** A person has to decide. */
  | { readonly kind: 'held'; readonly reason: string }
  /** `result` is answered for ever: the members of the answer as JSON text. */
  | { readonly kind: 'done'; readonly result: string };

/** A state to change to. Spans are in milliseconds from now, since only the store's clock counts. */
export type NextState =
  | Exclude<ClaimState, { readonly kind: 'claimed' | 'sent' | 'unknown' }>
  | { readonly kind: 'claimed'; readonly leaseMs: number }
  | { readonly kind: 'sent'; readonly step: string; readonly leaseMs: number }
  | { readonly kind: 'unknown'; readonly step: string; readonly lookInMs: number; readonly empty: number };

export interface NewDurableClaim {
  /** SHA-256 of installation, endpoint and natural key, in hexadecimal digits. */
  readonly id: string;
  readonly installation: string;
  readonly endpoint: string;
  /** For people. */
  readonly naturalKey: string;
  /** The fields of the request that the look-up needs, as JSON text: the payload itself is not kept. */
  readonly lookUp: string;
  /** SHA-256 of the request, in hexadecimal digits. */
  readonly payload: string;
  /** Who holds the lease: a random text for each attempt. */
  readonly owner: string;
}

export interface DurableClaim extends NewDurableClaim {
  readonly state: ClaimState;
  /** Counts owners: 1 for the first. */
  readonly epoch: number;
  /** Counts changes: what compare-and-set compares. */
  readonly revision: number;
  /** What the steps that are done gave, by name, as JSON text of one object. */
  readonly steps: string;
  /** Answers that it gave until a person released it, oldest first. */
  readonly released: readonly ReleasedAnswer[];
  readonly createdAt: number;
  readonly changedAt: number;
}

/** What a change writes. What is not given stays as it is. */
export interface ClaimChange {
  readonly state: NextState;
  readonly epoch?: number;
  readonly owner?: string;
  readonly payload?: string;
  readonly lookUp?: string;
  readonly steps?: string;
  readonly released?: readonly ReleasedAnswer[];
}

export interface ClaimQuery {
  readonly endpoint?: string | undefined;
  readonly kinds?: readonly ClaimState['kind'][] | undefined;
  /** Milliseconds since the epoch: made at or after it. */
  readonly since?: number | undefined;
  readonly limit: number;
}

/**
 * All functions reject with `SourceError` where the store fails; a change whose answer was lost may have happened. What resolved is on
 * the disk.
 */
export interface DurableClaims {
  /** The claim, and what the store's clock says. */
  read(id: string): Promise<{ readonly claim: DurableClaim | undefined; readonly now: number }>;
  /** Makes a claim in the state `claimed`, epoch 1, revision 1. False where there is one already, in whatever state. */
  insert(claim: NewDurableClaim, leaseMs: number): Promise<boolean>;
  /** True when the claim had this revision, and now has the next one. */
  change(id: string, revision: number, change: ClaimChange): Promise<boolean>;
  /**
   * Claims of an installation that are `sent` or `unknown`, those first that are due first: also what is not due yet, so that who completes
   * them sees by its own clock how long they have stood.
   */
  due(installation: string, limit: number): Promise<{ readonly claims: readonly DurableClaim[]; readonly now: number }>;
  /** Newest first. */
  list(query: ClaimQuery): Promise<readonly DurableClaim[]>;
}
