/**
 * The lock of a document: writes that change the same document run one after the other, on any number of replicas.
 *
 * The lock names the claim of its holder and has no lease. It is in use while that claim is being worked on, or its
 * outcome is unknown. So a lock never passes on while a request of its holder may still reach the ERP. A claim whose
 * lease ended before anything was sent is first changed, so that its owner can send nothing any more.
 */
import { type ClaimPorts, changeState } from './change-state.ts';
import type { DurableClaim, LockHolder } from './claims.ts';
import type { DocumentLock } from './durable-work.ts';
import type { Lease, LeasedClaim, LeasePorts } from './lease.ts';
import { lockedProblem, withStoreProblem } from './problems.ts';
import type { Turns } from './turns.ts';
import { hasPassed, isLeaseOver, type UnchangedClaims } from './unchanged-claims.ts';

/** What the writes of one process know of locks. Each process has one. */
export interface LockState {
  readonly turns: Turns;
  /** How long the claims of holders are unchanged. */
  readonly holders: UnchangedClaims;
}

export interface LockPorts extends LeasePorts {
  readonly lockState: LockState;
  /** By the same clock as `clock`. */
  readonly deadline: number;
}

/** How long a write sleeps before it checks its lease again, in milliseconds. */
const longestSleepMs = 1_000;

/** Whether the holder of a lock may still change the ERP. */
type Use = { readonly kind: 'free' } | InUse;

interface InUse {
  readonly kind: 'in use';
  /** Milliseconds until the outcome of the holder is looked up, if it is unknown. */
  readonly lookInMs?: number;
}

interface UseInput extends ClaimPorts {
  readonly holders: UnchangedClaims;
}

/** A held write sends nothing more, but its last request may be on its way, and its effect may not be visible yet. */
function isQuiet(claim: DurableClaim, now: number, { holders, timing }: UseInput): boolean {
  const spanMs = timing.settleMs + timing.apartMs;
  const unchangedMs = holders.observe(claim);
  return hasPassed(claim, claim.changedAt + spanMs, now) && unchangedMs >= spanMs;
}

/** Frees the lock of a holder that stopped before it sent anything. */
async function useOf(holder: LockHolder, ports: UseInput): Promise<Use> {
  const { claim, now } = await ports.claims.read(holder.claim);
  // Another owner of the same claim has to take the lock itself.
  if (claim === undefined || claim.owner !== holder.owner) return { kind: 'free' };
  const { state } = claim;
  switch (state.kind) {
    case 'absent':
    case 'done':
      return { kind: 'free' };
    case 'held':
      return { kind: isQuiet(claim, now, ports) ? 'free' : 'in use' };
    case 'claimed': {
      if (!isLeaseOver(claim, state.leaseUntil, now)) return { kind: 'in use' };
      const freed = await changeState(ports, claim, { kind: 'abandoned' });
      return { kind: freed === undefined ? 'in use' : 'free' };
    }
    case 'sent':
    case 'undoing':
      return { kind: 'in use' };
    case 'unknown':
    case 'undo lost':
      return { kind: 'in use', lookInMs: state.lookAt - now };
  }
}

/** Takes the lock if it is free; otherwise says how it is used. Rejects with `SourceError` of the store. */
async function tryLock(
  { id }: DocumentLock,
  { claim, owner }: LeasedClaim,
  ports: UseInput,
): Promise<InUse | { readonly kind: 'taken' }> {
  const { locks } = ports.claims;
  const next = { claim: claim.id, owner };
  const holder = await locks.holder(id);
  // A change whose confirmation was lost.
  if (holder?.claim === next.claim && holder.owner === owner) return { kind: 'taken' };
  const use: Use = holder === undefined ? { kind: 'free' } : await useOf(holder, ports);
  if (use.kind === 'in use') return use;
  return (await locks.take(id, holder, next)) ? { kind: 'taken' } : { kind: 'in use' };
}

/**
 * Waits for the lock until the deadline. False if another process has taken the claim. Rejects with `ProblemError`.
 */
async function waitForLock(
  lock: DocumentLock,
  owner: string,
  lease: Lease,
  begins: Promise<void>,
  ports: LockPorts,
): Promise<boolean> {
  const use: UseInput = { ...ports, holders: ports.lockState.holders };
  let isTurn = false;
  const turn = begins.then(() => {
    isTurn = true;
  });
  await Promise.race([turn, ports.sleep(0)]);
  for (let lookInMs: number | undefined; ; ) {
    if (!(await lease.renew())) return false;
    const left = ports.deadline - ports.clock();
    if (left <= 0) throw lockedProblem(lock.value, lookInMs);
    if (!isTurn) {
      await Promise.race([turn, ports.sleep(Math.min(left, longestSleepMs, ports.timing.claimMs / 4))]);
      continue;
    }
    const result = await withStoreProblem(tryLock(lock, { claim: lease.claim(), owner }, use), false);
    if (result.kind === 'taken') return lease.renew();
    lookInMs = result.lookInMs;
    await ports.sleep(Math.min(ports.timing.pollMs, left));
  }
}

/**
 * Runs a write while it has its lock. Undefined if another process has taken its claim before. The lock passes on by
 * the state of the claim, not by the end of `run`. Rejects with `ProblemError` if the deadline passes first, and as
 * `run` does.
 */
export async function withDocumentLock<R>(
  lock: DocumentLock,
  owner: string,
  lease: Lease,
  ports: LockPorts,
  run: () => Promise<R>,
): Promise<R | undefined> {
  const turn = ports.lockState.turns.join(lock.id);
  try {
    return (await waitForLock(lock, owner, lease, turn.begins, ports)) ? await run() : undefined;
  } finally {
    turn.end();
  }
}
