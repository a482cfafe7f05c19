/** The query of an operation of an OpenAPI document. */
import type { DescribedParameter, DescribedType, ListedOperation, RecordType } from './model.ts';

/** The name of a parameter without the brackets of a list or map. */
export const withoutBrackets = (name: string): string => name.replace(/\[.*$/, '');

/** The described parameter that a name means: lists and maps are also written with brackets, as in `sort[]` and `filter[name]`. */
export const parameterNamed = (
  query: ReadonlyMap<string, DescribedParameter>,
  name: string,
): DescribedParameter | undefined => query.get(name) ?? query.get(withoutBrackets(name)) ?? query.get(`${name}[]`);

/** The record type of the rows in an answer: of the list itself, or of the list inside that is the only one, or has the name of the path. */
function rowsIn({ answer, name: operation }: ListedOperation): DescribedType {
  if (answer.kind === 'list') return answer.items;
  const lists =
    answer.kind === 'record'
      ? [...answer.members].flatMap(([name, { type }]) => (type.kind === 'list' ? [{ name, type }] : []))
      : [];
  const rows = lists.length === 1 ? lists[0] : lists.find(({ name }) => operation.endsWith(`/${name}`));
  return rows?.type.items ?? { kind: 'unknown' };
}

/** The type over which filters of an answer's rows are evaluated: vendors who wrap each value in a record filter by the name of the record. */
export function filterable(operation: ListedOperation): DescribedType {
  const type = rowsIn(operation);
  if (type.kind !== 'record') return type;
  const members = [...type.members].map(([name, member]): [string, typeof member] => {
    const inner = member.type.kind === 'record' ? member.type.members.get('value') : undefined;
    return [name, inner === undefined ? member : { ...member, type: inner.type }];
  });
  return { ...type, members: new Map(members) } satisfies RecordType;
}
