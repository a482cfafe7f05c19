/** Ends a request because the ERP or the profile refuses a value of it. */
import { type FieldFault, firstFaults, maxReportedFaults, ProblemError } from '../../base/problem.ts';

/**
 * A fault as a complete sentence: field messages continue the name of the field, messages of profiles are sentences
 * already.
 */
function sentence({ field, message }: FieldFault): string {
  const text = /^[a-z]/.test(message) ? `${field} ${message}` : message;
  return /[.!?]$/.test(text) ? text : `${text}.`;
}

/** The problem of a request that is refused for these faults, of which the first ones are reported. `cause` is for the log only. */
export function refusalProblem(faults: readonly [FieldFault, ...FieldFault[]], cause?: unknown): ProblemError {
  const { fields, isComplete } = firstFaults(faults);
  const [first] = faults;
  const count = isComplete ? `${fields.length}` : `More than ${fields.length}`;
  const message = fields.length === 1 ? sentence(first) : `${count} fields were refused; the first: ${sentence(first)}`;
  return new ProblemError({ kind: 'invalid', message, fields }, cause);
}

/** Throws a refusal if there are faults. */
export function refuse(faults: readonly FieldFault[]): void {
  const [first, ...others] = faults;
  if (first !== undefined) throw refusalProblem([first, ...others]);
}

/** The same for faults whose messages are computed: one is computed after the other, until there are enough. */
export async function refuseAll(faults: AsyncIterable<FieldFault>): Promise<void> {
  const reported: FieldFault[] = [];
  for await (const fault of faults) {
    reported.push(fault);
    if (reported.length > maxReportedFaults) break;
  }
  refuse(reported);
}
