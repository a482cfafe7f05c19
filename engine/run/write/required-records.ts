/** What a request names must be there before anything is written for it. */
import type { EndpointPlan } from '../../plan/plan.ts';
import type { RunContext } from '../context/context.ts';
import { refuse } from '../context/refuse.ts';
import { idExists } from '../read/id-exists.ts';

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
