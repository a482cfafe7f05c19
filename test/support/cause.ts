/** Why a call failed, as the operator's log has it; the empty text where it did not. */
import type { Outcome } from '../../engine/index.ts';

export function causeOf(outcome: Outcome): string {
  return outcome.ok ? '' : (outcome.cause?.message ?? '');
}
