/** The check of a request before anything is asked of the ERP: the contract's rules, then those of the ERP's columns, in one answer. */

import type { Problem } from '../base/problem.ts';
import type { EndpointPlan } from '../plan/plan.ts';
import { type RequestOutcome, refusal } from '../shape/request.ts';
import { inFieldOrder } from '../shape/request-faults.ts';
import { amountFaults, withAmounts } from './write/amounts.ts';
import { limitFaults } from './write/limits.ts';
import { isSample } from './write/sample-draft.ts';

/** Checks and normalises a body as `parseBody` gives it. Lines that state no amount have the computed one afterwards. */
export function checkRequest(plan: EndpointPlan, body: unknown, demoSku: string | undefined): RequestOutcome {
  const outcome = plan.request(body);
  const { work, endpoint } = plan;
  if (work.kind !== 'write' || endpoint.answer.kind !== 'write') return outcome;
  const sent = outcome.ok ? outcome.value : outcome.sound;
  // The connection test's sample never reaches a column of the ERP.
  if (isSample(endpoint.answer, sent, demoSku)) return outcome;
  const { limits, amounts } = work.write;
  const value = amounts === undefined ? sent : withAmounts(amounts, sent);
  const stated = amounts === undefined ? [] : amountFaults(amounts, sent);
  const own = [...limitFaults(limits, value), ...stated];
  if (outcome.ok && own.length === 0) return { ok: true, value };
  const before = outcome.ok ? [] : outcome.fields;
  const faults = inFieldOrder(endpoint.request, [...before, ...own]);
  const uncounted = outcome.ok ? 0 : outcome.count - before.length;
  return refusal(faults, value, faults.length + uncounted);
}

/** What the caller learns of a request that is refused before anything is asked of the ERP. */
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
