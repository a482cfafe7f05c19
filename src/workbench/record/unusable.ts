/** Calls that cannot become cases, whatever a replay of them does. */
import { refusalOf } from '../../service/server/refusal.ts';
import type { RecordedCall } from './session.ts';

/** Why a call cannot become a case; undefined if it can. */
export function unusableFor({ outcome, isStopped }: Pick<RecordedCall, 'outcome' | 'isStopped'>): string | undefined {
  if (isStopped) return 'the rehearsal ends before the request that would change the ERP';
  if (outcome.ok) return undefined;
  const { status } = refusalOf(outcome.problem);
  return status < 500 && status !== 429 ? undefined : `the ERP failed with ${status}`;
}
