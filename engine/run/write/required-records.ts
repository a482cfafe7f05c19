/** Checks before a write that the records named in the request exist. */
import type { EndpointPlan } from '../../plan/plan.ts';
import type { RunContext } from '../context/context.ts';
import { refuse } from '../context/refuse.ts';
import { idExists } from '../read/id-exists.ts';

/** Throws a refusal of the fields, if there are any. */
export function refuseUnknown(fields: readonly string[]): void {
  refuse(fields.map((field) => ({ field, message: 'is not known to the ERP', rule: 'unknown' })));
}

/** The fields of a request whose ids the ERP does not have, as far as the profile can check. All are looked up at once. */
export async function unknownRecords(plan: EndpointPlan, context: RunContext): Promise<readonly string[]> {
  const { mustExist } = plan.endpoint;
  const exists = await Promise.all(mustExist.map((field) => idExists(plan, field, context)));
  return mustExist.filter((_field, index) => exists[index] === false);
}
