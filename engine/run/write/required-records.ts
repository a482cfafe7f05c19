/** Checks before a write that the records named in the request exist. */
import type { EndpointPlan } from '../../plan/plan.ts';
import type { RunContext } from '../context/context.ts';
import { refuse } from '../context/refuse.ts';
import { idExists } from '../read/id-exists.ts';

/** Throws a refusal of the fields, if there are any. */
export function refuseUnknown(fields: readonly string[]): void {
  refuse(fields.map((field) => ({ field, message: 'is not known to the ERP', rule: 'unknown' })));
}

/** Refuses a request whose ids the ERP does not have, as far as the profile can check. */
export async function checkExisting(plan: EndpointPlan, context: RunContext): Promise<void> {
  const unknown: string[] = [];
  for (const field of plan.endpoint.mustExist) {
    if ((await idExists(plan, field, context)) === false) unknown.push(field);
  }
  refuseUnknown(unknown);
}
