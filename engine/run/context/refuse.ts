/** Ends a request because the ERP, or the profile in its name, refuses what it says. */
import { type FieldFault, ProblemError } from '../../base/problem.ts';

/** A fault as a sentence of its own: the messages of fields go on from the field's name, those of profiles are whole sentences. */
function sentence({ field, message }: FieldFault): string {
  const text = /^[a-z]/.test(message) ? `${field} ${message}` : message;
  return /[.!?]$/.test(text) ? text : `${text}.`;
}

/** Ends the request with a refusal, if there is anything to refuse. */
export function refuse(faults: readonly FieldFault[]): void {
  const [first] = faults;
  if (first === undefined) return;
  const message =
    faults.length === 1 ? sentence(first) : `${faults.length} fields were refused; the first: ${sentence(first)}`;
  throw new ProblemError({ kind: 'invalid', message, fields: faults });
}
