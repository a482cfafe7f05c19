/** What a request names must be there before anything is written for it. */
import type { EndpointPlan } from '../../compile/plan.ts';
import type { RunContext } from '../context.ts';
import { idExists } from '../exists.ts';
import { refuse } from '../refuse.ts';

/** Refuses ids that the ERP does not have. */
export function refuseUnknown(fields: readonly string[]): void {
  refuse(fields.map((field) => ({ field, message: 'is not known to the ERP', rule: 'unknown' })));
}

/** Refuses a request whose ids are not in the ERP, as far as the profile can tell. */
export async function checkExisting(plan: EndpointPlan, context: RunContext): Promise<void> {
  const unknown: string[] = [];
  for (const field of plan.endpoint.mustExist) {
    if ((await idExists(plan, field, context)) === false) unknown.push(field);
  }
  refuseUnknown(unknown);
}
