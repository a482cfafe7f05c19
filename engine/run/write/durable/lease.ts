/** The claim of an owner, and its lease while it has sent nothing: it is short, so that a crash frees the claim soon. */
import { createQueue } from '../../../base/queue.ts';
import { SourceError } from '../../../sources/source.ts';
import { type ClaimPorts, type ClaimSnapshot, changeStateAsOwner } from './change-state.ts';
import type { ClaimEvent } from './claim-events.ts';

export interface LeasePorts extends ClaimPorts {
  /** Milliseconds. */
  clock(): number;
  sleep(ms: number): Promise<void>;
}

/** A claim, and its owner. */
export interface LeasedClaim {
  readonly claim: ClaimSnapshot;
  readonly owner: string;
}

export interface Lease {
  /** As the owner has changed it last. */
  readonly claim: () => ClaimSnapshot;
  /**
   * Changes the claim by an event of its owner, after the changes before it. Undefined if another process has taken the claim, or the event does not
   * apply any more. Rejects with `SourceError` of the store.
   */
  change(event: ClaimEvent): Promise<ClaimSnapshot | undefined>;
  /** Renews the lease if half of it is over and nothing is sent. False if another process has taken the claim. */
  renew(): Promise<boolean>;
}

/** The lease of a claim in the state `claimed` that was just taken. */
export function createLease({ claim: first, owner }: LeasedClaim, ports: LeasePorts): Lease {
  let claim = first;
  let since = ports.clock();
  /** One change after the other: the state `sent` may be stored while the lease is being renewed. */
  const inOrder = createQueue();

  async function apply(event: ClaimEvent): Promise<ClaimSnapshot | undefined> {
    const changed = await changeStateAsOwner(ports, claim, owner, event);
    claim = changed ?? claim;
    return changed;
  }

  return {
    claim: () => claim,
    change: (event) => inOrder(() => apply(event)),
    async renew() {
      if (ports.clock() - since < ports.timing.claimMs / 2) return true;
      since = ports.clock();
      try {
        const renewed = await inOrder(async () =>
          claim.state.kind === 'claimed' ? apply({ kind: 'wait on' }) : claim,
        );
        return renewed !== undefined;
      } catch (error) {
        // The change to `sent` decides whether the claim is still the owner's.
        if (!(error instanceof SourceError)) throw error;
        return true;
      }
    },
  };
}

/** How long an owner sleeps before it checks its lease again, in milliseconds. */
const longestSleepMs = 1_000;

/**
 * Runs work of an owner and renews its lease meanwhile. Undefined if another process has taken the claim; the work
 * then continues, and can send nothing. Rejects as `work` does.
 */
export async function whileLeased<R>(lease: Lease, ports: LeasePorts, work: () => Promise<R>): Promise<R | undefined> {
  let isOver = false;
  const running = work().finally(() => {
    isOver = true;
  });
  // Rejections are reported by the last await, if the claim is still the owner's.
  const ended = running.then(
    () => undefined,
    () => undefined,
  );
  const slice = Math.min(longestSleepMs, ports.timing.claimMs / 4);
  while (!isOver) {
    await Promise.race([ended, ports.sleep(slice)]);
    if (!isOver && !(await lease.renew())) return undefined;
  }
  return running;
}
