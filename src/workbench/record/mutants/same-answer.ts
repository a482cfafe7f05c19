/** Whether two runs of a request have the same answer, as a case of it compares them. */
import { isDeepStrictEqual } from 'node:util';
import type { Endpoint, Outcome } from '../../../../engine/index.ts';
import { refusalOf } from '../../../service/server/refusal.ts';

const refused = (outcome: Extract<Outcome, { readonly ok: false }>) => {
  const { status, fields = [] } = refusalOf(outcome.problem);
  return { status, rules: fields.map(({ field, rule }) => [field, rule]) };
};

/** A write is compared by whether it is refused: the number of a new document is the database's own. */
export function isSameAnswer({ answer }: Endpoint, one: Outcome, other: Outcome): boolean {
  if (one.ok && other.ok) return answer.kind === 'write' || one.json === other.json;
  if (one.ok || other.ok) return false;
  return isDeepStrictEqual(refused(one), refused(other));
}
