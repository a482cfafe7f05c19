/** The values of a request for its statements and requests to the ERP. */

import { decodeId } from '../../plan/ids.ts';
import type { EndpointPlan } from '../../plan/plan.ts';
import type { RequestValues } from '../../shape/request.ts';
import type { SqlValue } from '../../sources/source.ts';

export interface Values {
  readonly values: Readonly<Record<string, SqlValue | undefined>>;
  /** Fields whose id cannot exist in this ERP. */
  readonly unknown: readonly string[];
}

/** The scalar fields of a request, with ids in the form of the ERP. */
export function requestValues(plan: EndpointPlan, request: RequestValues): Values {
  const values: Record<string, SqlValue | undefined> = {};
  const unknown: string[] = [];
  for (const name of Object.keys(request)) {
    const value = request[name];
    if (typeof value !== 'object') values[name] = value;
  }
  for (const { field, form } of plan.ids) {
    const text = request[field];
    if (typeof text !== 'string') continue;
    const decoded = decodeId(field, text, form);
    if (decoded === undefined) unknown.push(field);
    else Object.assign(values, decoded);
  }
  return { values, unknown };
}
