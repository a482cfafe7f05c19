/** Distinguishes an unknown id from an empty result. */

import { decodeId } from '../../plan/ids.ts';
import type { EndpointPlan } from '../../plan/plan.ts';
import { type RunContext, withState } from '../context/context.ts';
import { runRead } from './read.ts';

/** Whether the record exists that a request field refers to; undefined if the profile defines no check for it. */
export async function idExists(plan: EndpointPlan, field: string, context: RunContext): Promise<boolean | undefined> {
  const declared = plan.ids.find((id) => id.field === field);
  const text = context.state.request[field];
  if (declared?.exists === undefined || typeof text !== 'string') return undefined;
  const values = decodeId('id', text, declared.form);
  if (values === undefined) return false;
  const rows = await runRead(declared.exists, withState(context, { values }));
  return rows.length > 0;
}
