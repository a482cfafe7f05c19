/** The requests of an OData service: `$filter` selects rows by their properties, and `$expand` adds records inside of them. */
import type { Csdl } from '../../../../engine/tools/index.ts';
import { columnOf, type Table } from '../model/database.ts';
import { filterLines, requestValue } from '../service/field-sheet.ts';
import type { ListRequest, Requests, SearchRequest } from '../service/lists.ts';
import { membersOf } from '../service/members.ts';
import type { Condition } from '../service/rows.ts';
import { sinceOfProperty } from '../service/since.ts';

/** A condition as a term of `$filter`. */
const termOf = ({ column, value }: Condition): string => JSON.stringify(`${column.name} eq ${value}`);

/** The navigation property that a place such as `customer.displayName` begins with. */
const expandOf = (table: Table, path: string): readonly string[] =>
  membersOf(table).flatMap(({ name }) => (path.startsWith(`${name}.`) ? [name] : []));

function listLines({ table, sheet: one, customer, lines, conditions, hasSince }: ListRequest): readonly string[] {
  const since = hasSince ? sinceOfProperty(one, table) : undefined;
  const value = customer === undefined ? '' : requestValue('customerErpId', customer.key.column);
  const terms = [
    ...(customer === undefined ? [] : [JSON.stringify(`${customer.key.path.replaceAll('.', '/')} eq ${value}`)]),
    ...conditions.map(termOf),
    ...(since?.params ?? []),
  ];
  const inside = [...one.fields.values()].flatMap((path) => expandOf(table, path));
  const expand = [...new Set([...inside, ...(lines === undefined ? [] : [lines.name])])];
  const params = expand.length === 0 ? [] : [`$expand: ${expand.join(',')}`];
  return [`get: /${table.name}`, ...filterLines(terms, params), ...(since?.lines ?? [])];
}

function searchLines(
  { table, conditions, field, property, isByStart }: SearchRequest,
  version: Csdl['version'],
): readonly string[] {
  const get = `get: /${table.name}`;
  const terms = conditions.map(termOf);
  const name = property?.name;
  if (!isByStart) {
    const [word, text] = ['{{ $lowercase($) }}', `tolower(${name})`];
    const test = JSON.stringify(version === 4 ? `contains(${text}, ${word})` : `substringof(${word}, ${text})`);
    const words = name === undefined ? [] : [`{ $each: $words, $item: ${test} }`];
    return [`search: { text: query, in: [${field}] }`, get, ...filterLines([...terms, ...words])];
  }
  if (name === undefined) return [];
  const branch = (test: string): readonly string[] =>
    [get, ...filterLines([JSON.stringify(test), ...terms], ['$top: "{{ limit }}"'])].map(
      (line, place) => `${place === 0 ? '  - ' : '    '}${line}`,
    );
  return ['first:', ...branch(`${name} eq {{ sku }}`), ...branch(`startswith(${name}, {{ sku }})`)];
}

/** How the proposals of an OData service are requested. `version`: that of the protocol. */
export const odataRequests = (version: Csdl['version']): Requests => ({
  which: 'Which entity set has',
  listLines,
  searchLines: (request) => searchLines(request, version),
  customerLines({ draft: { table } }) {
    const [key] = table.primaryKey;
    if (key === undefined) return undefined;
    const path = `/${table.name}(${requestValue('customerErpId', columnOf(table, key))})`;
    return [`get: ${JSON.stringify(path)}`, `rows: ${version === 2 ? 'd' : '$'}`];
  },
});
