/** The work of the owner of a claim: look up the document, prepare, and send each step that is not done. */
import { SourceError } from '../../../sources/source.ts';
import type { Members } from '../../answer/encode-rows.ts';
import { explain } from '../../context/problem-of.ts';
import { withFoundSteps } from './advance-claim.ts';
import { type ClaimPorts, changeState, changeStateAsOwner } from './change-state.ts';
import type { ClaimEvent } from './claim-events.ts';
import { type LockPorts, withDocumentLock } from './document-lock.ts';
import type { DurableWork, LookupOutcome } from './durable-work.ts';
import { createLease, type Lease, whileLeased } from './lease.ts';
import type { OwnedClaim, OwnerResult } from './owned-claim.ts';
import { deadlineProblem, heldProblem, storeProblem, withStoreProblem } from './problems.ts';
import { endRefused } from './refused-step.ts';
import { reportOvertaken } from './report-overtaken.ts';
import { type SendPorts, sendStep } from './send-step.ts';
import { stepsOf } from './state-machine.ts';
import type { StepResults } from './undo-steps.ts';

type ClaimWarning = 'claim_not_released' | 'document_adopted' | 'lookup_failed' | 'write_in_doubt';

function warn(ports: ClaimPorts, { claim }: OwnedClaim, event: ClaimWarning, message: string): void {
  ports.log({ level: 'warn', event, endpoint: claim.endpoint, key: claim.naturalKey, message });
}

/** Frees a claim without an unknown outcome, so that the next request need not wait for the end of the lease. */
async function releaseClaim(ports: ClaimPorts, owned: OwnedClaim, steps: string): Promise<void> {
  try {
    await changeStateAsOwner(ports, owned.claim, owned.owner, { kind: 'given up', steps });
  } catch (error) {
    warn(ports, owned, 'claim_not_released', `The next request has to wait for its lease: ${explain(error)}`);
  }
}

async function holdClaim(ports: ClaimPorts, owned: OwnedClaim, reason: string): Promise<OwnerResult> {
  const changed = await withStoreProblem(changeState(ports, owned.claim, { kind: 'several', reason }), false);
  if (changed === undefined) return { kind: 'overtaken' };
  throw heldProblem(reason);
}

/** `done`: the results of the steps that this process has sent. */
async function finish(
  work: DurableWork,
  ports: ClaimPorts,
  owned: OwnedClaim,
  done: StepResults,
  result: Members,
): Promise<OwnerResult> {
  const changed = await withStoreProblem(
    changeStateAsOwner(ports, owned.claim, owned.owner, { kind: 'whole', result }),
    true,
  );
  if (changed !== undefined) return { kind: 'answered', members: result };
  if (Object.keys(done).length > 0) await reportOvertaken(work, ports, owned, done);
  return { kind: 'overtaken' };
}

/** Always looks up the document first: an earlier attempt or another system may have written it. */
async function findFirst({ find }: DurableWork, { released }: OwnedClaim): Promise<LookupOutcome> {
  return find === undefined ? { kind: 'none' } : find(released);
}

/** How to continue with what the first lookup has found. */
async function startWith(
  work: DurableWork,
  lookup: LookupOutcome,
  ports: ClaimPorts,
  owned: OwnedClaim,
): Promise<OwnerResult | { kind: 'go on'; done: StepResults }> {
  if (lookup.kind === 'several') return holdClaim(ports, owned, lookup.detail);
  if (lookup.kind === 'one' && lookup.result !== undefined) {
    warn(ports, owned, 'document_adopted', 'The ERP already holds a document with this key.');
    return finish(work, ports, owned, {}, lookup.result);
  }
  const completed = lookup.kind === 'one' ? lookup.done : [];
  const done = withFoundSteps(stepsOf(owned.claim), completed);
  const vanished = Object.keys(done).filter((name) => done[name] === null && !completed.includes(name));
  // Only that lookup knew the document: no further step can refer to it, and starting again would create a second
  // document.
  if (vanished.length > 0)
    return holdClaim(
      ports,
      owned,
      `A lookup showed "${vanished.join('", "')}" to be done, and does not show it any more.`,
    );
  return { kind: 'go on', done };
}

export interface OwnerPorts extends SendPorts, LockPorts {}

/**
 * Waits for the lock of the document if the write has one, then looks up, prepares and sends. Rejects with
 * `ProblemError`, and with the errors of `find` and `prepare`.
 */
export async function runAsOwner(work: DurableWork, ports: OwnerPorts, owned: OwnedClaim): Promise<OwnerResult> {
  const lease = createLease(owned, ports);
  const { lock } = work;
  if (lock === undefined) return writeDocument(work, ports, owned, lease);
  let isLocked = false;
  try {
    const result = await withDocumentLock(lock, owned.owner, lease, ports, () => {
      isLocked = true;
      return writeDocument(work, ports, owned, lease);
    });
    return result ?? { kind: 'overtaken' };
  } catch (error) {
    if (!isLocked) await releaseClaim(ports, { ...owned, claim: lease.claim() }, owned.claim.steps);
    throw error;
  }
}

/** Looks up, prepares and sends. Rejects with `ProblemError`, and with the errors of `find` and `prepare`. */
async function writeDocument(
  work: DurableWork,
  ports: OwnerPorts,
  owned: OwnedClaim,
  lease: Lease,
): Promise<OwnerResult> {
  /** The claim as it is now. */
  const current = (): OwnedClaim => ({ ...owned, claim: lease.claim() });
  let { steps } = owned.claim;
  let done: StepResults;
  try {
    const lookup = await whileLeased(lease, ports, () => findFirst(work, owned));
    if (lookup === undefined) return { kind: 'overtaken' };
    const start = await startWith(work, lookup, ports, current());
    if (start.kind !== 'go on') return start;
    done = start.done;
    steps = JSON.stringify(done);
    const isPrepared = await whileLeased(lease, ports, async () => {
      await work.prepare(owned.released);
      return true;
    });
    if (isPrepared === undefined) return { kind: 'overtaken' };
    if (ports.clock() >= ports.deadline) throw deadlineProblem();
  } catch (error) {
    await releaseClaim(ports, current(), steps);
    throw error;
  }
  for (const step of work.steps) {
    if (Object.hasOwn(done, step.name)) continue;
    if (!(await keepConfirmed(work, ports, current(), lease, done))) return { kind: 'overtaken' };
    const outcome = await sendStep(step, ports, lease, done);
    switch (outcome.kind) {
      case 'done':
        // A step without a result is stored as {}; null means that only a lookup has shown it.
        done = { ...done, [step.name]: outcome.result ?? {} };
        break;
      case 'not sent':
        await releaseClaim(ports, current(), JSON.stringify(done));
        throw outcome.problem;
      case 'refused':
        return endRefused({ recovery: work, owned: current(), done, problem: outcome.problem }, ports);
      case 'in doubt':
        return recordUnknown({ work, ports, owned: current(), done, step: step.name, detail: outcome.detail });
      case 'overtaken':
        return outcome;
    }
  }
  return answerFinished(work, ports, current(), done);
}

/**
 * Stores the results of a confirmed step before the next one waits for a connection, so that a crash in the meantime leaves nothing in doubt. False if
 * another process has changed the claim after the end of its lease. Rejects with `ProblemError` if the store fails.
 */
async function keepConfirmed(
  work: DurableWork,
  ports: ClaimPorts,
  owned: OwnedClaim,
  lease: Lease,
  done: StepResults,
): Promise<boolean> {
  if (owned.claim.state.kind !== 'sent') return true;
  const steps = JSON.stringify(done);
  try {
    if ((await lease.change({ kind: 'confirmed', steps })) !== undefined) return true;
    // The confirmation counts unless another request has started.
    if ((await lease.change({ kind: 'part', steps })) === undefined) await reportOvertaken(work, ports, owned, done);
    return false;
  } catch (error) {
    if (!(error instanceof SourceError)) throw error;
    await releaseClaim(ports, owned, steps);
    throw storeProblem(error, true);
  }
}

/** Looks up the finished document; undefined if the lookup fails. */
async function lookUpFinished(
  { find }: DurableWork,
  ports: ClaimPorts,
  owned: OwnedClaim,
): Promise<LookupOutcome | undefined> {
  try {
    return await find?.(owned.released);
  } catch (error) {
    warn(ports, owned, 'lookup_failed', `The lookup of the finished document failed: ${explain(error)}`);
    return undefined;
  }
}

/**
 * All steps are done. The answer comes from the lookup, so that it is the same for every caller; if the lookup shows
 * nothing yet, from the results of the steps. If neither is sufficient, or the lookup does not show a step that the
 * ERP has confirmed, the document is looked up later.
 */
async function answerFinished(
  work: DurableWork,
  ports: ClaimPorts,
  owned: OwnedClaim,
  done: StepResults,
): Promise<OwnerResult> {
  const lookup = await lookUpFinished(work, ports, owned);
  if (lookup?.kind === 'several') {
    const overtaken = await holdClaim(ports, owned, lookup.detail);
    await reportOvertaken(work, ports, owned, done);
    return overtaken;
  }
  const members = lookup?.kind === 'one' ? lookup.result : work.answer(done);
  if (members !== undefined) return finish(work, ports, owned, done, members);
  const last = work.steps.at(-1)?.name ?? '';
  return recordUnknown({
    work,
    ports,
    owned,
    done,
    step: last,
    detail: 'The ERP confirmed it, but does not show it yet.',
  });
}

interface UnknownStep {
  readonly work: DurableWork;
  readonly ports: ClaimPorts;
  readonly owned: OwnedClaim;
  /** The results of the steps before. */
  readonly done: StepResults;
  readonly step: string;
  /** Why the outcome is unknown. */
  readonly detail: string;
}

/**
 * Records that the outcome of the last request is unknown; the completion looks it up later, if the ERP has a lookup.
 */
async function recordUnknown({ work, ports, owned, done, step, detail }: UnknownStep): Promise<OwnerResult> {
  warn(ports, owned, 'write_in_doubt', `What became of the step "${step}" is not known: ${detail}`);
  const lost: ClaimEvent = { kind: 'lost', step, steps: JSON.stringify(done) };
  const event: ClaimEvent = work.find === undefined ? { kind: 'no lookup' } : lost;
  const changed = await withStoreProblem(changeState(ports, owned.claim, event), true);
  if (changed === undefined) await reportOvertaken(work, ports, owned, done, step);
  return { kind: 'in doubt' };
}
