/**
 * Sends one step of a durable write: the state `sent` is stored on the established connection, directly before the first byte, and the result changes
 * the claim's state.
 */
import { ProblemError } from '../../../base/problem.ts';
import { SourceError } from '../../../sources/source.ts';
import { explain } from '../../context/problem-of.ts';
import type { ClaimPorts } from './change-state.ts';
import type { DurableStep, FirstByteCheck, SendResult } from './durable-work.ts';
import { type Lease, whileLeased } from './lease.ts';
import { notProcessedProblem, storeProblem, withStoreProblem } from './problems.ts';
import type { StepResults } from './undo-steps.ts';

export interface SendPorts extends ClaimPorts {
  /** By the same clock as `clock`. */
  readonly deadline: number;
  /** Milliseconds. */
  clock(): number;
  sleep(ms: number): Promise<void>;
}

type StepOutcome =
  | { readonly kind: 'done'; readonly result: unknown }
  /** Proven not sent: the claim may be freed. */
  | { readonly kind: 'not sent'; readonly problem: ProblemError }
  /** Another process has taken or completed the claim. */
  | { readonly kind: 'overtaken' }
  /** The ERP refuses its content; the claim is unchanged. */
  | { readonly kind: 'refused'; readonly problem: ProblemError }
  /** The ERP may have executed it. */
  | { readonly kind: 'in doubt'; readonly detail: string };

type NotProcessed = Extract<SendResult, { readonly kind: 'not processed' }>;

/** Maximum number of attempts if the ERP has not processed the step. */
const attempts = 3;
/** Delay before the second attempt, in milliseconds; doubled before each further one. */
const firstPause = 500;

/** Maximum delay, in milliseconds: beyond it the caller gets `retryAfter` at once. */
const longestPause = 2_000;

const unsent = (message: string): SourceError => new SourceError('conflict', message, { effect: 'none' });

/**
 * The check before the first byte: it stores the state `sent`, unless another process has taken the claim. The own clock is read last: between that and
 * the first byte, the process waits for nothing. `failed`: called if the store fails.
 */
function storeSent(
  step: DurableStep,
  ports: SendPorts,
  { lease, steps }: { readonly lease: Lease; readonly steps: string },
  failed: (error: unknown) => void,
): FirstByteCheck {
  const sendBy = ports.clock() + step.timeoutMs;
  return async () => {
    const sent = await lease.change({ kind: 'send', step: step.name, steps }).catch((error: unknown) => {
      failed(error);
      throw unsent('The state "sent" could not be stored.');
    });
    if (sent === undefined) throw unsent('The claim of this request ended before the first byte was sent.');
    if (ports.clock() >= sendBy) throw unsent('The time of this request was over before the first byte was sent.');
  };
}

/** Milliseconds until the next attempt; undefined if that is too late for this request. */
function pauseAfter(sent: NotProcessed, attempt: number, ports: SendPorts): number | undefined {
  if (sent.problem !== undefined) return undefined;
  const pause = Math.max((sent.retryAfterSeconds ?? 0) * 1000, firstPause * 2 ** (attempt - 1));
  return attempt < attempts && pause <= longestPause && ports.clock() + pause < ports.deadline ? pause : undefined;
}

/**
 * Sends a step, and again if it is proven that the ERP has not processed it. `done`: the results of the completed steps, by name. Rejects with
 * `ProblemError` if the store fails.
 */
export async function sendStep(
  step: DurableStep,
  ports: SendPorts,
  lease: Lease,
  done: StepResults,
): Promise<StepOutcome> {
  const begun = Object.keys(done).length > 0;
  const steps = JSON.stringify(done);
  if (step.timeoutMs >= ports.timing.leaseMs) throw new Error(`The lease does not outlast the step "${step.name}"`);
  for (let attempt = 1; ; attempt += 1) {
    let storeFailure: unknown;
    const check = storeSent(step, ports, { lease, steps }, (error) => {
      storeFailure = error;
    });
    const sent = await whileLeased(lease, ports, () => step.send(done, check)).catch(
      (error: unknown): SendResult => ({ kind: 'unknown', detail: explain(error) }),
    );
    if (sent === undefined) return { kind: 'overtaken' };
    switch (sent.kind) {
      case 'done':
        return sent;
      case 'refused':
        return { kind: 'refused', problem: new ProblemError({ ...sent, kind: 'invalid' }) };
      case 'unknown':
        return { kind: 'in doubt', detail: sent.detail };
      case 'not processed': {
        if (storeFailure !== undefined) return { kind: 'not sent', problem: storeProblem(storeFailure, begun) };
        const free = await withStoreProblem(lease.change({ kind: 'not processed', steps }), begun);
        if (free === undefined) return { kind: 'overtaken' };
        const pause = pauseAfter(sent, attempt, ports);
        if (pause === undefined) return { kind: 'not sent', problem: notProcessedProblem(sent) };
        await ports.sleep(pause);
      }
    }
  }
}
