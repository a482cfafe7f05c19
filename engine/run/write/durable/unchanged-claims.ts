/**
 * How long a claim is unchanged, by a monotonic clock: since this process first observed it, or longer if the machine's clock shows it.
 * The store's clock decides when replicas check a claim; but it may jump, so that it alone must not cause a document to be sent again.
 */
import type { DurableClaim } from './claims.ts';
import type { DurableTiming } from './durable-work.ts';

/** Without `unchangedMs`, the claim was just changed. */
type ClaimRevision = Pick<DurableClaim, 'id' | 'revision'> & Partial<Pick<DurableClaim, 'unchangedMs'>>;

export interface UnchangedClaims {
  /** Records the claim, which was just read. Returns the milliseconds since its change, or since it was first observed at this revision. */
  observe(claim: ClaimRevision): number;
  /** Forgets all other claims. */
  retain(ids: ReadonlySet<string>): void;
}

/** `clock`: milliseconds, and never jumps by more than the wait times of a write. */
export function createUnchangedClaims(clock: () => number): UnchangedClaims {
  const seen = new Map<string, { readonly revision: number; readonly at: number }>();
  return {
    observe({ id, revision, unchangedMs = 0 }) {
      const now = clock();
      const before = seen.get(id);
      if (before?.revision === revision) return now - before.at;
      seen.set(id, { revision, at: now - unchangedMs });
      return unchangedMs;
    },
    retain(ids) {
      for (const id of seen.keys()) if (!ids.has(id)) seen.delete(id);
    },
  };
}

/** Whether the lease of a claim that has sent nothing is over. `now`: by the store's clock. */
export function isLeaseOver(claim: DurableClaim, leaseUntil: number, now: number): boolean {
  return claim.isAbandoned || hasPassed(claim, leaseUntil, now);
}

/**
 * Whether a point in time that the store set with a change of a claim has passed. A store clock that was set back to
 * before that change is ignored, so that no request waits until the clock has caught up. `now`: by the store's clock.
 */
export function hasPassed({ changedAt }: Pick<DurableClaim, 'changedAt'>, at: number, now: number): boolean {
  return at <= now || changedAt > now;
}

/**
 * What is due for an unfinished claim. `ended`: its request can send nothing any more. `settled`: the ERP works on it no longer either, so that a
 * lookup decides.
 */
export type Due = 'ended' | 'settled';

/**
 * Undefined if nothing is due, by the store's clock and by the process's own. `now`: by the store's clock. `unchangedMs`: from `observe`.
 */
export function dueOf(claim: DurableClaim, now: number, unchangedMs: number, timing: DurableTiming): Due | undefined {
  const { state, changedAt, isAbandoned } = claim;
  const { leaseMs, settleMs, apartMs } = timing;
  /** Also by the own clock, and by the duration of the replica that made the change, which may differ. */
  const isOver = (at: number, spanMs: number): boolean =>
    hasPassed(claim, at, now) && unchangedMs >= Math.max(spanMs, at - changedAt);
  switch (state.kind) {
    case 'sent':
      // No process may have looked at the claim since: then all that is left are the lookups.
      if (isOver(state.leaseUntil + settleMs, leaseMs + settleMs)) return 'settled';
      return isAbandoned || isOver(state.leaseUntil, leaseMs) ? 'ended' : undefined;
    case 'undoing':
      // The connections of a process end with it. A process that runs has requested the lease before any process could observe it, and by its own
      // clock sends nothing that outlasts it.
      return isAbandoned || isOver(state.leaseUntil, leaseMs) ? 'ended' : undefined;
    case 'unknown':
      return isOver(state.lookAt, state.empty === 0 ? settleMs : apartMs) ? 'settled' : undefined;
    case 'undo lost':
      return isOver(state.lookAt, state.empty === 0 ? settleMs + apartMs : apartMs) ? 'settled' : undefined;
    case 'absent':
    case 'claimed':
    case 'held':
    case 'done':
      return undefined;
  }
}

/**
 * Whether a lookup of a claim that is not due may prove that what was sent is done. A claim in the state `sent` may
 * have an owner that waits for its answer: it is left alone for a while. `unchangedMs`: from `observe`.
 */
export function mayBeProven(
  { state, isAbandoned }: DurableClaim,
  unchangedMs: number,
  { proofMs }: DurableTiming,
): boolean {
  if (proofMs === undefined) return false;
  return state.kind === 'unknown' || (state.kind === 'sent' && (isAbandoned || unchangedMs >= proofMs));
}
