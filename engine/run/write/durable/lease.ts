/** Keeps the lease of a claim whose owner has sent nothing yet: it is short, so that a crash frees the claim soon. */
import { SourceError } from '../../../sources/source.ts';
import { type ClaimPorts, type ClaimSnapshot, changeStateAsOwner } from './change-state.ts';

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
  readonly claim: () => ClaimSnapshot;
  /** Renews the lease if half of it is over. False if another process has taken the claim. */
  renew(): Promise<boolean>;
}

/**
 * The lease of a claim in the state `claimed` that was just taken. A failure of the store is ignored: the change to
 * `sent` decides whether the claim is still the owner's.
 */
export function createLease({ claim: first, owner }: LeasedClaim, ports: LeasePorts): Lease {
  let claim = first;
  let since = ports.clock();
  return {
    claim: () => claim,
    async renew() {
      if (ports.clock() - since < ports.timing.claimMs / 2) return true;
      since = ports.clock();
      try {
        const renewed = await changeStateAsOwner(ports, claim, owner, { kind: 'wait on' });
        claim = renewed ?? claim;
        return renewed !== undefined;
      } catch (error) {
        if (!(error instanceof SourceError)) throw error;
        return true;
      }
    },
  };
}

/** How long an owner sleeps before it checks its lease again, in milliseconds. */
const longestSleepMs = 1_000;

/**
 * Runs reads of an owner and renews its lease meanwhile. Undefined if another process has taken the claim; the reads
 * then continue without effect. Rejects as `work` does.
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
