/** Ends a write whose step was refused: the key is free for the corrected request, and what was written before is undone. */
import type { ProblemError } from '../../../base/problem.ts';
import { SourceError } from '../../../sources/source.ts';
import { explain } from '../../context/problem-of.ts';
import { changeStateAsOwner } from './change-state.ts';
import type { Recovery } from './durable-work.ts';
import type { OwnedClaim, OwnerResult } from './owned-claim.ts';
import { type StepResults, stepToUndo, type UndoPorts, undoSteps } from './undo-steps.ts';

interface RefusedWrite {
  readonly recovery: Recovery;
  readonly owned: OwnedClaim;
  /** The results of the steps before. */
  readonly done: StepResults;
  readonly problem: ProblemError;
}

/** The state after the refusal; undefined if another process has changed the claim. */
async function endClaim({ recovery, owned, done, problem }: RefusedWrite, ports: UndoPorts) {
  const { claim, owner, released } = owned;
  const step = stepToUndo(recovery.steps, done);
  if (step === undefined)
    return changeStateAsOwner(ports, claim, owner, { kind: 'refused', steps: JSON.stringify(done) });
  const refusal = problem.problem.message;
  return undoSteps(recovery, ports, { claim, released, done, step, refusal, attempt: 1 }, (claimPorts, first, event) =>
    changeStateAsOwner(claimPorts, first, owner, event),
  );
}

/**
 * Rejects with the refusal if what was to be undone is gone; `in doubt` while that is unknown. If the store fails now,
 * it rejects too: the claim is continued when its lease ends.
 */
export async function endRefused(write: RefusedWrite, ports: UndoPorts): Promise<OwnerResult> {
  const { owned, problem } = write;
  try {
    const ended = await endClaim(write, ports);
    if (ended === undefined) return { kind: 'overtaken' };
    if (ended.state.kind === 'undo lost') return { kind: 'in doubt', refusal: problem };
    // The caller then reads the reason from the claim.
    if (ended.state.kind === 'held') return { kind: 'overtaken' };
  } catch (error) {
    if (!(error instanceof SourceError)) throw error;
    const { endpoint, naturalKey: key } = owned.claim;
    ports.log({ level: 'warn', event: 'claim_not_released', endpoint, key, message: explain(error) });
  }
  throw problem;
}
