/** Rule: ids are declared by the contract's kinds, have either a type or parts, and can be checked for existence where a write requires it. */

import type { Fields } from '../../base/contract.ts';
import { suggestion } from '../../diagnostics/did-you-mean.ts';
import type { EndpointSpec } from '../../profile/schema/index.ts';
import { declaredIdKind, idOfKind } from '../context/ids.ts';
import { isUndecided } from '../context/open-decisions.ts';
import { verbsOf } from '../http/verbs.ts';
import type { Rule } from './rule.ts';

function kindsOf(fields: Fields): readonly string[] {
  return Object.values(fields).flatMap((field) => (field.type === 'id' ? [field.idKind] : []));
}

/** Whether a write goes over HTTP. Such an ERP rejects unknown ids itself; a database would store them, or report only a broken foreign key. */
function isHttpWrite({ write }: EndpointSpec): boolean {
  return (write ?? []).some((item) => Object.values(item).some((step) => verbsOf(step).length > 0));
}

/** A name that is no value here, which is reported: the id may be meant. */
const otherName = /(?<![:\w]):(?!settings\.|now\b|today\b)[A-Za-z_]/;

/** Reports MAP241 (unknown kind), MAP105 (`type` and `parts`), MAP243 (`exists` without the id) and MAP267 (no `exists`). */
export const idsDeclared: Rule = (context) => {
  const kinds = new Set<string>(
    context.contract.endpoints.flatMap(({ request, answer }) => [
      ...kindsOf(request),
      ...kindsOf(answer.kind === 'rows' ? answer.row : answer.fields),
    ]),
  );
  for (const [kind, id] of Object.entries(context.profile.ids ?? {})) {
    if (!kinds.has(kind)) {
      context.report('MAP241', {
        path: ['ids', kind],
        key: true,
        message: `The contract has no id of the kind "${kind}".`,
        ...suggestion(kind, [...kinds]),
      });
    }
    if (id.type !== undefined && id.parts !== undefined) {
      context.report('MAP105', {
        path: ['ids', kind, 'type'],
        key: true,
        message: 'An id has either a `type` or `parts`.',
        hint: 'Keep one; each part has its own type.',
      });
    }
    const { exists } = id;
    if (exists === undefined) continue;
    const query = typeof exists === 'string' ? exists : exists.query;
    if (query !== undefined && !/:id\b/.test(query) && !otherName.test(query)) {
      context.report('MAP243', {
        path: ['ids', kind, 'exists', ...(typeof exists === 'string' ? [] : ['query'])],
        message: 'This query does not use the id.',
        hint: 'Compare a column with :id.',
      });
    }
    if (query === undefined && !/\{\{.*\bid\b.*\}\}/s.test(JSON.stringify(exists))) {
      context.report('MAP243', {
        path: ['ids', kind, 'exists'],
        key: true,
        message: 'This request does not use the id.',
        hint: 'Put {{ id }} into its path or its parameters.',
      });
    }
  }
  for (const { path, request, answer, mustExist } of context.contract.endpoints) {
    const spec = context.profile.endpoints[path];
    if (
      answer.kind !== 'write' ||
      spec === undefined ||
      spec.unavailable !== undefined ||
      isUndecided(spec) ||
      isHttpWrite(spec)
    )
      continue;
    for (const field of mustExist) {
      const type = request[field];
      if (type?.type !== 'id' || idOfKind(context, type.idKind)?.exists !== undefined) continue;
      const message = `${path} must refuse an unknown ${field}, but the profile does not say how to check that the id exists.`;
      context.report('MAP267', {
        path: ['endpoints', path],
        key: true,
        message,
        hint: `Declare ids: { ${declaredIdKind(context, type.idKind)}: { exists: SELECT 1 FROM ... WHERE ... = :id } }.`,
        coordinate: `${path} -> ${field}`,
      });
    }
  }
};
