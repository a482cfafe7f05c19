/** Rule: a list that the contract orders newest first says so. Without `order` the engine sorts by id. */

import type { Path } from '../../base/place.ts';
import type { BranchSpec, EndpointSpec } from '../../profile/schema/index.ts';
import { isUndecided } from '../context/open-decisions.ts';
import type { Rule } from './rule.ts';

interface Read {
  readonly path: Path;
  readonly order: readonly string[] | undefined;
  readonly isSql: boolean;
}

const isSql = ({ query }: Pick<BranchSpec, 'query'>): boolean => query !== undefined;

/** The reads of a list with the order that applies to each. The ERP orders the answers of HTTP requests. */
function readsOf(path: Path, spec: EndpointSpec): readonly Read[] {
  if (spec.union !== undefined) return [{ path: [...path, 'union'], order: spec.order, isSql: spec.union.some(isSql) }];
  if (spec.first === undefined) return [{ path: [...path, 'query'], order: spec.order, isSql: isSql(spec) }];
  return spec.first.map((branch, index) => ({
    path: [...path, 'first', index, 'query'],
    order: branch.order ?? spec.order,
    isSql: isSql(branch),
  }));
}

/** Reports MAP287, a warning: an SQL list without `order`, or any list that is sorted oldest first. */
export const orderOfLists: Rule = (context) => {
  for (const { path: name, answer } of context.contract.endpoints) {
    const spec = context.profile.endpoints[name];
    if (answer.kind !== 'rows' || answer.newestFirst === undefined || spec === undefined) continue;
    if (spec.unavailable !== undefined || spec.search !== undefined || isUndecided(spec)) continue;
    const day = answer.newestFirst;
    const hint = `Write order: [-${day}, -${answer.id}].`;
    for (const { path, order, isSql: isQuery } of readsOf(['endpoints', name], spec)) {
      const first = order?.[0];
      if (first === undefined && isQuery) {
        const message = `The contract wants this list newest first, but without \`order\` it is sorted by ${answer.id}.`;
        context.report('MAP287', { path, key: true, severity: 'warning', message, hint });
      } else if (first === day) {
        const message = `The contract wants this list newest first, but "${day}" sorts it oldest first.`;
        const at = spec.order === undefined ? [...path.slice(0, -1), 'order', 0] : ['endpoints', name, 'order', 0];
        context.report('MAP287', { path: at, severity: 'warning', message, hint });
      }
    }
  }
};
