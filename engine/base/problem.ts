/** Failures of a call that its caller may see. The service converts a problem to an HTTP error. */

/** An invalid field of a request: its path, such as `lines[0].qty`, a message, and the violated rule. */
export interface FieldFault {
  readonly field: string;
  readonly message: string;
  readonly rule: string;
}

/**
 * Maximum number of reported faults of a request, those of the ERP included: thousands of faulty items would make an answer many times larger than
 * the request.
 */
export const maxReportedFaults = 1_000;

interface FirstFaults {
  readonly fields: readonly FieldFault[];
  /** Whether there are no others. */
  readonly isComplete: boolean;
}

/** The faults that are reported. Takes at most one more than that. */
export function firstFaults(faults: Iterable<FieldFault>): FirstFaults {
  const fields: FieldFault[] = [];
  for (const fault of faults) {
    if (fields.length === maxReportedFaults) return { fields, isComplete: false };
    fields.push(fault);
  }
  return { fields, isComplete: true };
}

type ProblemKind =
  /** The request violates the contract, or the ERP rejects its content. The caller can correct it. */
  | 'invalid'
  /** The profile does not provide the endpoint. */
  | 'unprovided'
  | 'throttled'
  /** The ERP, its answer or the profile is faulty. */
  | 'broken'
  /** The ERP cannot be reached, or is processing the same document. The caller can retry later. */
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
  /** What happened, for operators of the platform. Contains no SQL, host names, driver messages or secrets. */
  readonly message: string;
  readonly fields?: readonly FieldFault[];
  /** Seconds until a retry. */
  readonly retryAfter?: number;
}

/** Ends a call with a problem. Thrown during a call and caught once, at the entry of the engine. `cause` is for the log only. */
export class ProblemError extends Error {
  readonly problem: Problem;
  constructor(problem: Problem, cause?: unknown) {
    super(problem.message, cause === undefined ? undefined : { cause });
    this.name = 'ProblemError';
    this.problem = problem;
  }
}
