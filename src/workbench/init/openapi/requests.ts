/** The requests of a service with an OpenAPI document: parameters select rows, as far as the document has them. What no parameter covers is a question. */

import { lettersAndDigits } from '../../../../engine/tools/index.ts';
import { means, wordsOf } from '../../vocabulary/words.ts';
import { ask, type Sheet } from '../service/field-sheet.ts';
import type { ListRequest, Requests } from '../service/lists.ts';
import type { Condition } from '../service/rows.ts';
import { sinceOfParameters } from '../service/since.ts';
import type { ListOperation, OpenApiDocument } from './document.ts';
import { searchParameter } from './paging.ts';

/** The lines of the request for a list. A question is added where it is not known how pages are requested. */
function requestLines(
  { path, rows, paging }: ListOperation,
  isPaged: boolean,
  one: Sheet,
  id: string,
  params: readonly string[],
): readonly string[] {
  if (paging === undefined)
    ask(
      one,
      id,
      `How are the pages of GET ${path} requested? None of its parameters is known: page: { whole: true } if one answer has all rows.`,
    );
  const all = [...params, ...(paging?.lines ?? [])];
  return [
    `get: ${path}`,
    `rows: ${rows ?? '$'}`,
    ...(paging === undefined && isPaged ? ['page: { whole: true }'] : []),
    ...(all.length === 0 ? [] : ['params:', ...all.map((line) => `  ${line}`)]),
  ];
}

/** The parameter that filters a list by customer, or a question. */
function customerParam(
  { path, params }: ListOperation,
  one: Sheet,
  customer: ListRequest['customer'],
): readonly string[] {
  if (customer === undefined) return [];
  const [whole, last] = [
    lettersAndDigits(customer.key.path),
    lettersAndDigits(customer.key.path.split('.').at(-1) ?? ''),
  ];
  const param =
    params.find((name) => lettersAndDigits(name) === whole || lettersAndDigits(name).replace(/s$/, '') === last) ??
    params.find((name) => means(wordsOf(name), 'customer') && !means(wordsOf(name), 'deleted'));
  if (param !== undefined) return [`${param}: "{{ customerErpId }}"`];
  const parameterText = params.length === 0 ? 'It has none' : `It has ${params.join(', ')}`;
  ask(one, customer.field, `Which parameter of GET ${path} selects the records of a customer? ${parameterText}.`);
  return [];
}

/** A parameter for each condition; a question where none has the name of the property. */
const conditionParams = (
  { path, params }: ListOperation,
  one: Sheet,
  id: string,
  conditions: readonly Condition[],
): readonly string[] =>
  conditions.flatMap(({ column, value }) => {
    const param = params.find((name) => lettersAndDigits(name) === lettersAndDigits(column.name));
    if (param !== undefined) return [`${param}: ${JSON.stringify(String(value))}`];
    ask(one, id, `Which parameter of GET ${path} selects the records whose ${column.name} is ${value}?`);
    return [];
  });

/** How the lists of a document are requested. */
export function openApiRequests(operations: OpenApiDocument['operations']): Requests {
  const isPaged = [...operations.values()].some(({ paging }) => paging !== undefined);
  return {
    which: 'Which operation lists',
    listLines({ table, sheet: one, id, customer, conditions, hasSince }) {
      const operation = operations.get(table.name);
      if (operation === undefined) return [];
      const since = hasSince ? sinceOfParameters(one, operation.path, operation.parameters) : undefined;
      const params = [
        ...customerParam(operation, one, customer),
        ...conditionParams(operation, one, id, conditions),
        ...(since?.params ?? []),
      ];
      return [...requestLines(operation, isPaged, one, id, params), ...(since?.lines ?? [])];
    },
    searchLines({ table, sheet: one, id, conditions, field, isByStart }) {
      const operation = operations.get(table.name);
      if (operation === undefined) return [];
      const param = searchParameter(operation.parameters, table.columns);
      const value = isByStart ? 'sku' : 'query';
      if (param === undefined)
        ask(one, field, `Which parameter of GET ${operation.path} searches? Without one, search reads the whole list.`);
      const params = [
        ...(param === undefined ? [] : [`${param}: "{{ ${value} }}"`]),
        ...conditionParams(operation, one, id, conditions),
      ];
      const search = `search: { text: ${value}, in: [${field}]${isByStart ? ', match: prefix' : ''} }`;
      return [search, ...requestLines(operation, isPaged, one, id, params)];
    },
    customerLines(one) {
      const single = operations.get(one.draft.table.name)?.recordPath;
      if (single === undefined) return undefined;
      const { path, rows } = single;
      if (rows === undefined)
        ask(
          one,
          'creditLimit',
          `Which member of the answer of GET ${path} has the customer? It is the rows of this endpoint.`,
        );
      return [`get: ${JSON.stringify(path.replace(/\{[^}]+\}/, '{{ customerErpId }}'))}`, `rows: ${rows ?? '$'}`];
    },
  };
}
