/**
 * A write into a source without transactions: one document for each key, whatever fails. Of all requests with a key,
 * on any number of replicas, one owns the claim and does the work; the others wait for its result and return it. A
 * request that finds a claim with an unknown outcome looks up, and sends nothing but the undo of a refused document.
 */
import type { ProblemError } from '../../../base/problem.ts';
import { SourceError } from '../../../sources/source.ts';
import type { Members } from '../../answer/encode-rows.ts';
import { explain } from '../../context/problem-of.ts';
import { repeatedEvent } from '../repeat-report.ts';
import { advanceClaim, proveEarly } from './advance-claim.ts';
import { type ClaimSnapshot, changeState } from './change-state.ts';
import { type OwnerPorts, runAsOwner } from './claim-owner.ts';
import type { DurableClaim } from './claims.ts';
import type { DurableWork } from './durable-work.ts';
import type { OwnerResult } from './owned-claim.ts';
import {
  busyProblem,
  heldProblem,
  notWrittenProblem,
  outcomeUnknownProblem,
  secondsUntil,
  undoPendingProblem,
  withStoreProblem,
} from './problems.ts';
import { createUnchangedClaims, dueOf, isLeaseOver, mayBeProven, type UnchangedClaims } from './unchanged-claims.ts';

export interface DurablePorts extends OwnerPorts {
  /** A unique random text. */
  newOwner(): string;
}

interface ProofPace {
  /** Whether the next lookup is due; if so, it counts as done. */
  isNext(): boolean;
}

/** Time between two lookups of a caller for a claim that is not due, in milliseconds. */
const proofPauseMs = 2_000;

function createProofPace(clock: () => number): ProofPace {
  let next = Number.NEGATIVE_INFINITY;
  return {
    isNext() {
      if (clock() < next) return false;
      next = clock() + proofPauseMs;
      return true;
    },
  };
}

/** The result of checking the claim once. */
type ClaimCheck = OwnerResult | { readonly kind: 'wait' };

/** One request. */
interface Caller {
  readonly work: DurableWork;
  readonly ports: DurablePorts;
  readonly unchangedClaims: UnchangedClaims;
  /** Limits how often it looks up a claim that is not due. */
  readonly proofs: ProofPace;
  /** It has sent a request with an unknown outcome, so it must not send again. */
  readonly hasSent: boolean;
  /** The ERP has refused its document; only the undo had an unknown outcome. */
  readonly refusal: ProblemError | undefined;
}

/**
 * The members of the answer, as JSON text. Rejects with `ProblemError`, and with the errors of `find` and `prepare`
 * of the work.
 */
export async function durableWrite(work: DurableWork, ports: DurablePorts): Promise<Members> {
  const unchangedClaims = createUnchangedClaims(ports.clock);
  const proofs = createProofPace(ports.clock);
  const { maxWaitMs, pollMs } = ports.timing;
  let hasSent = false;
  let refusal: ProblemError | undefined;
  let until: number | undefined;
  for (let before: ClaimCheck['kind'] | undefined; ; ) {
    const { claim, now } = await withStoreProblem(ports.claims.read(work.claim.id), hasSent);
    const check = await checkClaim({ work, ports, unchangedClaims, proofs, hasSent, refusal }, claim, now);
    const again = check.kind === before;
    before = check.kind;
    switch (check.kind) {
      case 'answered':
        return check.members;
      case 'overtaken':
        // A store that loses changes must not keep a request in this loop, nor load the ERP with lookups.
        if (again) await ports.sleep(Math.max(0, Math.min(pollMs, ports.deadline - ports.clock())));
        if (ports.clock() >= ports.deadline) throw waitExceeded(claim, now);
        break;
      case 'in doubt':
        hasSent = true;
        refusal = check.refusal;
        until = undefined;
        break;
      case 'wait': {
        const time = ports.clock();
        until ??= Math.min(time + maxWaitMs, ports.deadline);
        const leftMs = until - time;
        if (leftMs <= 0 || staysUnknown(claim, now + leftMs, ports)) throw waitExceeded(claim, now);
        await ports.sleep(Math.min(pollMs, leftMs));
      }
    }
  }
}

/** Whether the outcome stays unknown until `until` (milliseconds by the store's clock): its lookup is later. */
function staysUnknown(claim: DurableClaim | undefined, until: number, { timing }: DurablePorts): boolean {
  switch (claim?.state.kind) {
    case 'undo lost':
      return claim.state.lookAt > until;
    case 'unknown':
      return timing.proofMs === undefined && claim.state.lookAt > until;
    default:
      return false;
  }
}

/** The problem for a caller whose wait has ended. */
function waitExceeded(claim: DurableClaim | undefined, now: number) {
  if (claim?.state.kind === 'undoing') return undoPendingProblem();
  if (claim?.state.kind === 'undo lost') return undoPendingProblem(secondsUntil(claim.state.lookAt - now));
  if (claim?.state.kind !== 'unknown') return busyProblem();
  return outcomeUnknownProblem(secondsUntil(claim.state.lookAt - now));
}

/** Acts on the current state of the claim. `now`: by the store's clock. */
async function checkClaim(caller: Caller, claim: DurableClaim | undefined, now: number): Promise<ClaimCheck> {
  const { work, ports } = caller;
  if (claim === undefined) return caller.hasSent ? throwNotWritten(caller) : insertClaim(caller);
  const { state } = claim;
  switch (state.kind) {
    case 'absent':
      return caller.hasSent ? throwNotWritten(caller) : takeClaim(caller, claim, 'claim');
    case 'claimed':
      if (!isLeaseOver(claim, state.leaseUntil, now)) return { kind: 'wait' };
      return caller.hasSent ? throwNotWritten(caller) : takeClaim(caller, claim, 'take over');
    case 'sent':
    case 'unknown':
    case 'undoing':
    case 'undo lost':
      return waitOrAdvance(caller, claim, now);
    case 'held':
      throw heldProblem(state.reason);
    case 'done':
      ports.log(repeatedEvent(claim.endpoint, claim.naturalKey, claim.payload !== work.claim.payload));
      return { kind: 'answered', members: state.result };
  }
}

function throwNotWritten({ refusal }: Caller): never {
  throw refusal ?? notWrittenProblem();
}

async function insertClaim({ work, ports }: Caller): Promise<ClaimCheck> {
  const { claim: made } = work;
  const owner = ports.newOwner();
  if (!(await withStoreProblem(ports.claims.insert({ ...made, owner }, ports.timing.claimMs), false)))
    return { kind: 'overtaken' };
  const { id, endpoint, naturalKey } = made;
  const claim: ClaimSnapshot = {
    id,
    endpoint,
    naturalKey,
    revision: 1,
    epoch: 1,
    steps: '{}',
    state: { kind: 'claimed' },
  };
  return runAsOwner(work, ports, { claim, owner, released: [] });
}

async function takeClaim(
  { work, ports }: Caller,
  before: DurableClaim,
  kind: 'claim' | 'take over',
): Promise<ClaimCheck> {
  const { payload, lookUp } = work.claim;
  const owner = ports.newOwner();
  const claim = await withStoreProblem(changeState(ports, before, { kind, by: { owner, payload, lookUp } }), false);
  return claim === undefined
    ? { kind: 'overtaken' }
    : runAsOwner(work, ports, { claim, owner, released: before.released });
}

/** Waits for the owner of the claim, or advances the claim if it is due. */
async function waitOrAdvance(
  { work, ports, unchangedClaims, proofs }: Caller,
  claim: DurableClaim,
  now: number,
): Promise<ClaimCheck> {
  const unchangedMs = unchangedClaims.observe(claim);
  const due = dueOf(claim, now, unchangedMs, ports.timing);
  if (due === undefined && !(mayBeProven(claim, unchangedMs, ports.timing) && proofs.isNext())) return { kind: 'wait' };
  try {
    if (due === undefined) return { kind: (await proveEarly(claim, work, ports)) === undefined ? 'wait' : 'overtaken' };
    const changed = await advanceClaim(claim, due, work, ports);
    const isOpen = changed?.state.kind === 'unknown' || changed?.state.kind === 'undo lost';
    return { kind: isOpen ? 'wait' : 'overtaken' };
  } catch (error) {
    if (!(error instanceof SourceError)) throw error;
    const { endpoint, naturalKey: key } = claim;
    ports.log({ level: 'warn', event: 'lookup_failed', endpoint, key, message: explain(error) });
    throw outcomeUnknownProblem();
  }
}
