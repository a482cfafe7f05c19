/** The query of an operation of an OpenAPI document. */
import type { DescribedParameter, DescribedType, RecordType } from './model.ts';

/** The described parameter that a name means: lists and maps are also written with brackets, as in `sort[]` and `filter[name]`. */
export const parameterNamed = (
  query: ReadonlyMap<string, DescribedParameter>,
  name: string,
): DescribedParameter | undefined => query.get(name) ?? query.get(name.replace(/\[.*$/, '')) ?? query.get(`${name}[]`);

/** The record type of the rows in an answer: of the list itself, or of the only list inside. */
function rowsIn(type: DescribedType): DescribedType {
  if (type.kind === 'list') return type.items;
  const lists =
    type.kind === 'record'
      ? [...type.members.values()].flatMap((one) => (one.type.kind === 'list' ? [one.type] : []))
      : [];
  return lists.length === 1 && lists[0] !== undefined ? lists[0].items : { kind: 'unknown' };
}

/** The type over which filters of an answer's rows are evaluated: vendors who wrap each value in a record filter by the name of the record. */
export function filterable(answer: DescribedType): DescribedType {
  const type = rowsIn(answer);
  if (type.kind !== 'record') return type;
  const members = [...type.members].map(([name, member]): [string, typeof member] => {
    const inner = member.type.kind === 'record' ? member.type.members.get('value') : undefined;
    return [name, inner === undefined ? member : { ...member, type: inner.type }];
  });
  return { ...type, members: new Map(members) } satisfies RecordType;
}
