/**
 * Durable claims: the state of writes into a source without transactions, stored in the service's own database. They
 * change by compare-and-set on their revision, and all times are by the clock of the store, so that any number of
 * replicas may share them.
 */
import type { ReleasedAnswer } from '../../../sources/sql/claims/claims-table.ts';

/** The undo of one step, because the ERP has refused a later one. */
export interface Undo {
  /** The step that is undone. */
  readonly step: string;
  /** Why the later step was refused, for people. */
  readonly refusal: string;
  /** Number of the attempt, from 1. */
  readonly attempt: number;
}

/** The state of a write. Points in time are milliseconds since the epoch by the clock of the store. */
export type ClaimState =
  /** No write is in progress. The row is kept, so that epochs continue to count. */
  | { readonly kind: 'absent' }
  /** An owner looks up the document, and has sent nothing. */
  | { readonly kind: 'claimed'; readonly leaseUntil: number }
  /** The request of a step may have been sent. */
  | { readonly kind: 'sent'; readonly step: string; readonly leaseUntil: number }
  /** It is unknown whether the ERP executed the step. `empty`: number of consecutive lookups that found nothing. */
  | { readonly kind: 'unknown'; readonly step: string; readonly lookAt: number; readonly empty: number }
  /** The request that removes what a step created may have been sent. */
  | ({ readonly kind: 'undoing'; readonly leaseUntil: number } & Undo)
  /** It is unknown whether the ERP executed that request. `empty`: consecutive lookups without the effect of the step. */
  | ({ readonly kind: 'undo lost'; readonly lookAt: number; readonly empty: number } & Undo)
  /** An operator has to decide. */
  | { readonly kind: 'held'; readonly reason: string }
  /** `result` is the answer from now on: the members as JSON text. */
  | { readonly kind: 'done'; readonly result: string };

/** The new state of a change. Durations are in milliseconds from now, by the store's clock. */
export type NextState =
  | Extract<ClaimState, { readonly kind: 'absent' | 'held' | 'done' }>
  | { readonly kind: 'claimed'; readonly leaseMs: number }
  /** `isFirst`: in the state before, nothing was sent whose outcome is open. */
  | { readonly kind: 'sent'; readonly step: string; readonly leaseMs: number; readonly isFirst?: true }
  | { readonly kind: 'unknown'; readonly step: string; readonly lookInMs: number; readonly empty: number }
  | ({ readonly kind: 'undoing'; readonly leaseMs: number } & Undo)
  | ({ readonly kind: 'undo lost'; readonly lookInMs: number; readonly empty: number } & Undo);

export interface NewDurableClaim {
  /** SHA-256 of installation, endpoint and natural key, in hexadecimal digits. */
  readonly id: string;
  readonly installation: string;
  readonly endpoint: string;
  /** For display only. */
  readonly naturalKey: string;
  /** The request fields that the lookup needs, as JSON text: the payload itself is not stored. */
  readonly lookUp: string;
  /** SHA-256 of the request, in hexadecimal digits. */
  readonly payload: string;
  /** The owner of the lease: a random text for each attempt. */
  readonly owner: string;
}

export interface DurableClaim extends NewDurableClaim {
  readonly state: ClaimState;
  /** Number of owners so far, from 1. */
  readonly epoch: number;
  /** Number of changes; compared by compare-and-set. */
  readonly revision: number;
  /** The results of the completed steps by name, as JSON text of one object. */
  readonly steps: string;
  /** Its answers before releases, oldest first. */
  readonly released: readonly ReleasedAnswer[];
  readonly createdAt: number;
  readonly changedAt: number;
  /**
   * At least so many milliseconds had passed since the last change when the claim was read, by the monotonic clock of the machine that made it, which
   * goes on while the service restarts. 0 if another machine made the change.
   */
  readonly unchangedMs: number;
  /** The process that made the last change has ended for certain: only one process at a time can use this store. */
  readonly isAbandoned: boolean;
}

/** The fields to change; others keep their values. */
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
  /** Of all installations in the store where it is missing. */
  readonly installation?: string | undefined;
  readonly endpoint?: string | undefined;
  readonly kinds?: readonly ClaimState['kind'][] | undefined;
  /** Milliseconds since the epoch: only claims created at or after it. */
  readonly since?: number | undefined;
  readonly limit: number;
}

/**
 * The store of claims. All functions reject with `SourceError` if the store fails; a change without a confirmation
 * may have been made. Resolved changes are durable.
 */
export interface DurableClaims {
  /** The claim, and the current time of the store's clock. */
  read(id: string): Promise<{ readonly claim: DurableClaim | undefined; readonly now: number }>;
  /** Creates a claim in the state `claimed`, epoch 1, revision 1. False if a claim already exists, in any state. */
  insert(claim: NewDurableClaim, leaseMs: number): Promise<boolean>;
  /**
   * True if the claim had this revision, and now has the next one. A process that ends before a first `sent` resolves has sent nothing: a store of one
   * process at a time knows that afterwards, and gives the claim as `claimed`.
   */
  change(id: string, revision: number, change: ClaimChange): Promise<boolean>;
  /**
   * Claims of an installation that are `sent`, `unknown`, `undoing` or `undo lost`, earliest due first. Includes claims that are not due yet,
   * so that the completion observes by its own clock how long they are unchanged.
   */
  due(installation: string, limit: number): Promise<{ readonly claims: readonly DurableClaim[]; readonly now: number }>;
  /** Newest first. */
  list(query: ClaimQuery): Promise<readonly DurableClaim[]>;
  readonly locks: DocumentLocks;
}

/** The write that took the lock of a document last: the claim, and the owner for whom it was taken. */
export interface LockHolder {
  readonly claim: string;
  readonly owner: string;
}

/**
 * Which write has the lock of a document. It has no lease: the state of the holder's claim determines whether the lock
 * is in use. All functions reject with `SourceError` if the store fails; resolved changes are durable.
 */
export interface DocumentLocks {
  /** Undefined if the lock was never taken. */
  holder(name: string): Promise<LockHolder | undefined>;
  /** True if the holder was `before`, and is `next` now. */
  take(name: string, before: LockHolder | undefined, next: LockHolder): Promise<boolean>;
}
