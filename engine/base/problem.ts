/** What goes wrong at run time, as the caller of the engine may learn it. The service turns a problem into an HTTP answer. */

/** One broken field of a request: path such as `lines[0].qty`, a sentence about it, and the rule it breaks. */
export interface FieldFault {
  readonly field: string;
  readonly message: string;
  readonly rule: string;
}

export type ProblemKind =
  /** The request breaks the contract, or the ERP refuses its content. Caller's fault. */
  | 'invalid'
  /** The profile does not provide the endpoint. */
  | 'unprovided'
  | 'throttled'
  /** The ERP, its answer or the profile is broken. */
  | 'broken'
  /** The ERP cannot be reached, or is busy with the same document. Try again later. */
  | 'unreachable'
  | 'timeout'
  /** A bug in this program. */
  | 'bug';

/** How urgent a failed call is for the operator of the service. */
export const problemLevels: Readonly<Record<ProblemKind, 'info' | 'warn' | 'error'>> = {
  invalid: 'info',
  unprovided: 'info',
  throttled: 'warn',
  unreachable: 'warn',
  timeout: 'warn',
  broken: 'error',
  bug: 'error',
};

export interface Problem {
  readonly kind: ProblemKind;
  /** For people: what happened, in words that an operator of the platform understands. No SQL, host, driver text or secret. */
  readonly message: string;
  readonly fields?: readonly FieldFault[];
  /** Seconds. */
  readonly retryAfter?: number;
}

/** Thrown inside a run to end it with a problem; caught once, at the engine's door. `cause` is for the log only. */
export class ProblemError extends Error {
  readonly problem: Problem;
  constructor(problem: Problem, cause?: unknown) {
    super(problem.message, cause === undefined ? undefined : { cause });
    this.name = 'ProblemError';
    this.problem = problem;
  }
}
