/**
 * Checks a request before anything is sent to the ERP: the rules of the contract, then the limits of the ERP's
 * columns, in one answer.
 */

import { type FieldFault, firstFaults, type Problem } from '../../base/problem.ts';
import type { EndpointPlan } from '../../plan/plan.ts';
import type { AmountsPlan, ColumnLimit } from '../../plan/write.ts';
import { type RefusedRequest, type RequestOutcome, type RequestValues, refusal } from '../../shape/request.ts';
import { inFieldOrder } from '../../shape/request-faults.ts';
import { amountFaults, withAmounts } from '../write/amounts.ts';
import { limitFaults } from '../write/limits.ts';
import { isSample } from '../write/sample-draft.ts';

/** Checks and normalises a body from `parseBody`. Lines without an amount get the computed amount. */
export function checkRequest(plan: EndpointPlan, body: unknown, demoSku: string | undefined): RequestOutcome {
  const outcome = plan.request(body);
  const { work, endpoint } = plan;
  if (work.kind !== 'write' || endpoint.answer.kind !== 'write') return outcome;
  // There are enough faults, and the remaining values have not been checked.
  if (!outcome.ok && !outcome.isComplete) return outcome;
  const sent = outcome.ok ? outcome.value : outcome.sound;
  // The sample of the connection test is never written into the ERP.
  if (isSample(endpoint.answer, sent, demoSku)) return outcome;
  const { limits, amounts } = work.write;
  const value = amounts === undefined ? sent : withAmounts(amounts, sent);
  const valueFaults = firstFaults(columnFaults(limits, value, amounts, sent));
  if (outcome.ok && valueFaults.fields.length === 0) return { ok: true, value };
  const before = outcome.ok ? [] : outcome.fields;
  const refused = refusal(inFieldOrder(endpoint.request, [...before, ...valueFaults.fields]), () => value);
  return valueFaults.isComplete ? refused : { ...refused, isComplete: false };
}

/** What the columns of the ERP and the currency cannot hold. `sent`: `value` without computed amounts. */
function* columnFaults(
  limits: readonly ColumnLimit[],
  value: RequestValues,
  amounts: AmountsPlan | undefined,
  sent: RequestValues,
): Generator<FieldFault> {
  yield* limitFaults(limits, value);
  if (amounts !== undefined) yield* amountFaults(amounts, sent);
}

/** The problem for a request that is refused before anything is sent to the ERP. */
export function invalidProblem({ fields, isComplete }: RefusedRequest): Problem {
  const [first] = fields;
  const what =
    first === undefined
      ? 'The request is not valid.'
      : `${first.field === '' ? '' : `${first.field} `}${first.message}`;
  const count = isComplete ? `${fields.length}` : `More than ${fields.length}`;
  const message =
    fields.length > 1
      ? `${count} fields of the request are not valid; the first: ${what}`
      : `The request is not valid: ${what}`;
  return { kind: 'invalid', message, fields };
}
