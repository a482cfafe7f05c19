/**
 * Sends one step of a durable write: the state `sent` is stored before the request leaves, and the result changes the
 * claim's state.
 */
import { ProblemError } from '../../../base/problem.ts';
import { SourceError } from '../../../sources/source.ts';
import { explain } from '../../context/problem-of.ts';
import { type ClaimPorts, type ClaimSnapshot, changeState, changeStateAsOwner } from './change-state.ts';
import type { DurableStep, SendResult } from './durable-work.ts';
import { firstByteCheck } from './first-byte-check.ts';
import { notProcessedProblem, storeProblem, withStoreProblem } from './problems.ts';

export interface SendPorts extends ClaimPorts {
  /** By the same clock as `clock`. */
  readonly deadline: number;
  /** Milliseconds. */
  clock(): number;
  sleep(ms: number): Promise<void>;
}

/** The claim of the owner, and its completed steps. */
export interface StepInput {
  readonly claim: ClaimSnapshot;
  readonly owner: string;
  /** The results of the completed steps, by name. */
  readonly done: Readonly<Record<string, unknown>>;
}

export type StepOutcome =
  | { readonly kind: 'done'; readonly claim: ClaimSnapshot; readonly result: unknown }
  /** Proven not sent: the claim may be freed. */
  | { readonly kind: 'not sent'; readonly claim: ClaimSnapshot; readonly problem: ProblemError }
  /** Another process has taken or completed the claim. */
  | { readonly kind: 'overtaken' }
  /** The ERP refuses its content; the claim is unchanged. */
  | { readonly kind: 'refused'; readonly claim: ClaimSnapshot; readonly problem: ProblemError }
  /** The ERP may have executed it. */
  | { readonly kind: 'in doubt'; readonly claim: ClaimSnapshot; readonly detail: string };

type NotProcessed = Extract<SendResult, { readonly kind: 'not processed' }>;

/** Maximum number of attempts if the ERP has not processed the step. */
const attempts = 3;
/** Delay before the second attempt, in milliseconds; doubled before each further one. */
const firstPause = 500;

/** Maximum delay, in milliseconds: beyond it the caller gets `retryAfter` at once. */
const longestPause = 2_000;

const slowStore: NotProcessed = {
  kind: 'not processed',
  detail: 'The store took so long that the lease would not have outlasted the step',
};

/** Sends the step once. `askedAt`: when the lease of `claim` was requested. */
async function sendOnce(
  step: DurableStep,
  ports: SendPorts,
  { claim, done }: StepInput,
  askedAt: number,
): Promise<SendResult> {
  const endsAt = ports.clock() + step.timeoutMs;
  if (endsAt > askedAt + ports.timing.leaseMs) return slowStore;
  try {
    return await step.send(done, firstByteCheck(ports, claim, endsAt));
  } catch (error) {
    return { kind: 'unknown', detail: explain(error) };
  }
}

/** Milliseconds until the next attempt; undefined if that is too late for this request. */
function pauseAfter(sent: NotProcessed, attempt: number, ports: SendPorts): number | undefined {
  if (sent.problem !== undefined) return undefined;
  const pause = Math.max((sent.retryAfterSeconds ?? 0) * 1000, firstPause * 2 ** (attempt - 1));
  return attempt < attempts && pause <= longestPause && ports.clock() + pause < ports.deadline ? pause : undefined;
}

/**
 * Sends a step, and again if it is proven that the ERP has not processed it. Rejects with `ProblemError` if the store
 * fails.
 */
export async function sendStep(step: DurableStep, ports: SendPorts, owning: StepInput): Promise<StepOutcome> {
  const { owner, done } = owning;
  const begun = Object.keys(done).length > 0;
  const steps = JSON.stringify(done);
  if (step.timeoutMs >= ports.timing.leaseMs) throw new Error(`The lease does not outlast the step "${step.name}"`);
  let { claim } = owning;
  for (let attempt = 1; ; attempt += 1) {
    // The process's own clock, read before the store is called: the lease cannot have started earlier.
    const askedAt = ports.clock();
    let leased: ClaimSnapshot | undefined;
    try {
      leased = await changeState(ports, claim, { kind: 'send', step: step.name, steps });
    } catch (error) {
      if (!(error instanceof SourceError)) throw error;
      return { kind: 'not sent', claim, problem: storeProblem(error, begun) };
    }
    if (leased === undefined) return { kind: 'overtaken' };
    claim = leased;
    const sent = await sendOnce(step, ports, { claim, owner, done }, askedAt);
    switch (sent.kind) {
      case 'done':
        return { kind: 'done', claim, result: sent.result };
      case 'refused':
        return {
          kind: 'refused',
          claim,
          problem: new ProblemError({ kind: 'invalid', message: sent.message, fields: sent.fields }),
        };
      case 'unknown':
        return { kind: 'in doubt', claim, detail: sent.detail };
      case 'not processed': {
        const free = await withStoreProblem(
          changeStateAsOwner(ports, claim, owner, { kind: 'not processed', steps }),
          begun,
        );
        if (free === undefined) return { kind: 'overtaken' };
        claim = free;
        const pause = pauseAfter(sent, attempt, ports);
        if (pause === undefined) return { kind: 'not sent', claim, problem: notProcessedProblem(sent) };
        await ports.sleep(pause);
      }
    }
  }
}
