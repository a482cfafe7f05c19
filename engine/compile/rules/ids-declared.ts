import type { Fields } from '../../base/contract.ts';
import { suggest } from '../../diagnostics/did-you-mean.ts';
import type { EndpointSpec } from '../../profile/schema/index.ts';
import { verbsOf } from '../http/request.ts';
import { idOfKind } from '../sql/query.ts';
import type { Rule } from './rule.ts';

function kindsOf(fields: Fields): readonly string[] {
  return Object.values(fields).flatMap((field) => (field.type === 'id' ? [field.of] : []));
}

/** An ERP that is written to by HTTP refuses unknown ids itself; a database would take them, or say no more than that a key is broken. */
function isSent({ write }: EndpointSpec): boolean {
  return (write ?? []).some((item) => Object.values(item).some((step) => verbsOf(step).length > 0));
}

/** Ids are declared by the contract's kinds, have a type or parts, and can be told from unknown ones where a write needs it. */
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
        message: `The contract knows no id of the kind "${kind}".`,
        hint: suggest(kind, [...kinds]),
      });
    }
    if (id.type !== undefined && id.parts !== undefined) {
      context.report('MAP105', {
        path: ['ids', kind, 'type'],
        key: true,
        message: 'An id has a `type`, or `parts`.',
        hint: 'Keep one; each part has a type of its own.',
      });
    }
    const { exists } = id;
    if (exists === undefined) continue;
    const query = typeof exists === 'string' ? exists : exists.query;
    if (query !== undefined && !/:id\b/.test(query)) {
      context.report('MAP243', {
        path: ['ids', kind, 'exists', ...(typeof exists === 'string' ? [] : ['query'])],
        message: 'This query does not look for the id.',
        hint: 'Compare a column with :id.',
      });
    }
    if (query === undefined && !/\{\{.*\bid\b.*\}\}/s.test(JSON.stringify(exists))) {
      context.report('MAP243', {
        path: ['ids', kind, 'exists'],
        key: true,
        message: 'This request does not look for the id.',
        hint: 'Put {{ id }} into its path or its options.',
      });
    }
  }
  for (const { path, request, answer, mustExist } of context.contract.endpoints) {
    const spec = context.profile.endpoints[path];
    if (
      answer.kind !== 'write' ||
      spec === undefined ||
      spec.unavailable !== undefined ||
      spec.decide !== undefined ||
      isSent(spec)
    )
      continue;
    for (const field of mustExist) {
      const type = request[field];
      if (type?.type !== 'id' || idOfKind(context, type.of)?.exists !== undefined) continue;
      const message = `${path} has to refuse an unknown ${field}, and nothing tells whether an id exists.`;
      context.report('MAP267', {
        path: ['endpoints', path],
        key: true,
        message,
        hint: `Declare ids: { ${type.of}: { exists: SELECT 1 FROM ... WHERE ... = :id } }.`,
        coordinate: `${path} -> ${field}`,
      });
    }
  }
};
