/**
 * Checks a request before anything is sent to the ERP: the rules of the contract, then the limits of the ERP's
 * columns, in one answer.
 */

import type { Problem } from '../base/problem.ts';
import type { EndpointPlan } from '../plan/plan.ts';
import { type RequestOutcome, refusal } from '../shape/request.ts';
import { inFieldOrder } from '../shape/request-faults.ts';
import { amountFaults, withAmounts } from './write/amounts.ts';
import { limitFaults } from './write/limits.ts';
import { isSample } from './write/sample-draft.ts';

/** Checks and normalises a body from `parseBody`. Lines without an amount get the computed amount. */
export function checkRequest(plan: EndpointPlan, body: unknown, demoSku: string | undefined): RequestOutcome {
  const outcome = plan.request(body);
  const { work, endpoint } = plan;
  if (work.kind !== 'write' || endpoint.answer.kind !== 'write') return outcome;
  const sent = outcome.ok ? outcome.value : outcome.sound;
  // The sample of the connection test is never written into the ERP.
  if (isSample(endpoint.answer, sent, demoSku)) return outcome;
  const { limits, amounts } = work.write;
  const value = amounts === undefined ? sent : withAmounts(amounts, sent);
  const stated = amounts === undefined ? [] : amountFaults(amounts, sent);
  const columnFaults = [...limitFaults(limits, value), ...stated];
  if (outcome.ok && columnFaults.length === 0) return { ok: true, value };
  const before = outcome.ok ? [] : outcome.fields;
  const faults = inFieldOrder(endpoint.request, [...before, ...columnFaults]);
  const uncounted = outcome.ok ? 0 : outcome.count - before.length;
  return refusal(faults, value, faults.length + uncounted);
}

/** The problem for a request that is refused before anything is sent to the ERP. */
export function invalidProblem({ count, fields }: Extract<RequestOutcome, { readonly ok: false }>): Problem {
  const [first] = fields;
  const what =
    first === undefined
      ? 'The request is not valid.'
      : `${first.field === '' ? '' : `${first.field} `}${first.message}`;
  const message =
    count > 1
      ? `${count} fields of the request are not valid; the first: ${what}`
      : `The request is not valid: ${what}`;
  return { kind: 'invalid', message, fields };
}
