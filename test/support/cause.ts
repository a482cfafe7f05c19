/** The cause of a failed call, as in the operator's log; an empty text if the call succeeded. */
import type { Outcome } from '../../engine/index.ts';

export function causeOf(outcome: Outcome): string {
  return outcome.ok ? '' : (outcome.cause?.message ?? '');
}
