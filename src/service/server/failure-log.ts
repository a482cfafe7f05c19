/** Log events of failed calls: the cause that the engine reports, and the answer that the caller got. */
import { type FailedOutcome, problemLevels } from '../../../engine/index.ts';
import type { ServiceEvent } from '../events/events.ts';

interface FailedCall {
  readonly requestId: string;
  readonly endpoint: string;
  readonly outcome: FailedOutcome;
}

/** A call that was answered with an error. `status` is the HTTP status of the answer. */
export function failureEvent({ outcome, ...call }: FailedCall, status: number): ServiceEvent {
  return { ...eventOf(outcome), event: 'call_failed', ...call, status };
}

/** A call that failed after it had been answered, because it overran its deadline. */
export function lateFailureEvent({ outcome, ...call }: FailedCall): ServiceEvent {
  return { ...eventOf(outcome), event: 'call_failed_late', ...call };
}

function eventOf({ problem, cause, subject = {} }: FailedOutcome) {
  const { level = problemLevels[problem.kind], message = problem.message, stack } = cause ?? {};
  return { level, problem: problem.kind, message, ...subject, ...(stack === undefined ? {} : { stack }) };
}
