/**
 * How long a process has seen a claim unchanged, by its own clock. The store's clock says when replicas should look at a claim; it may
 * jump, so that no document is sent again on its word alone.
 */
import type { DurableClaim } from './claims.ts';
import type { DurableTiming } from './durable-work.ts';

type Sighted = Pick<DurableClaim, 'id' | 'revision'>;

export interface Sightings {
  /** Milliseconds since this process first saw the claim at this revision. */
  see(claim: Sighted): number;
  /** Forgets all claims but these. */
  keep(ids: ReadonlySet<string>): void;
}

/** `clock` gives milliseconds and never jumps by more than the spans that a write waits. */
export function createSightings(clock: () => number): Sightings {
  const seen = new Map<string, { readonly revision: number; readonly at: number }>();
  return {
    see({ id, revision }) {
      const now = clock();
      const before = seen.get(id);
      if (before?.revision === revision) return now - before.at;
      seen.set(id, { revision, at: now });
      return 0;
    },
    keep(ids) {
      for (const id of seen.keys()) if (!ids.has(id)) seen.delete(id);
    },
  };
}

/**
 * Whether a point in time that the store set with a change of a claim has come. A clock that was set back behind that change tells nothing:
 * nobody is to wait until it has caught up. `now`: the store's.
 */
export function hasCome({ changedAt }: Pick<DurableClaim, 'changedAt'>, at: number, now: number): boolean {
  return at <= now || changedAt > now;
}

/**
 * Whether it is time to do something about a claim that nobody takes care of, by the store's clock and by one's own.
 * `now`: the store's. `unchangedMs`: how long it was seen as it is.
 */
export function isDue(claim: DurableClaim, now: number, unchangedMs: number, timing: DurableTiming): boolean {
  const { state, changedAt } = claim;
  /** Also by one's own clock, and by the span of the replica that made the change, which may be another one. */
  const isOver = (at: number, spanMs: number): boolean =>
    hasCome(claim, at, now) && unchangedMs >= Math.max(spanMs, at - changedAt);
  switch (state.kind) {
    case 'sent':
      // Its owner took the lease before anyone could see it, and sends nothing that outlasts it by its own clock.
      return isOver(state.leaseUntil, timing.leaseMs);
    case 'unknown':
      return isOver(state.lookAt, state.empty === 0 ? timing.settleMs : timing.apartMs);
    case 'absent':
    case 'claimed':
    case 'held':
    case 'done':
      return false;
  }
}
