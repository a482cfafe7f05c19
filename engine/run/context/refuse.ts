/** Ends a request because the ERP or the profile refuses a value of it. */
import { type FieldFault, ProblemError } from '../../base/problem.ts';

/**
 * A fault as a complete sentence: field messages continue the name of the field, messages of profiles are sentences
 * already.
 */
function sentence({ field, message }: FieldFault): string {
  const text = /^[a-z]/.test(message) ? `${field} ${message}` : message;
  return /[.!?]$/.test(text) ? text : `${text}.`;
}

/** The problem of a request that is refused for these faults; at least one. `cause` is for the log only. */
export function refusalProblem(faults: readonly [FieldFault, ...FieldFault[]], cause?: unknown): ProblemError {
  const [first] = faults;
  const message =
    faults.length === 1 ? sentence(first) : `${faults.length} fields were refused; the first: ${sentence(first)}`;
  return new ProblemError({ kind: 'invalid', message, fields: faults }, cause);
}

/** Throws a refusal if there are faults. */
export function refuse(faults: readonly FieldFault[]): void {
  const [first, ...others] = faults;
  if (first !== undefined) throw refusalProblem([first, ...others]);
}
