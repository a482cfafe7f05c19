/**
 * Proposals for all endpoints from the operations of an OpenAPI document. Names, types and query parameters are known, so that there are
 * more questions than for a database.
 */

import { means, wordsOf } from '../../vocabulary/words.ts';
import { knownTables } from '../match/named-tables.ts';
import { findTables, type NamedTables } from '../match/tables.ts';
import type { Table } from '../model/database.ts';
import { type Proposal, proposed, question } from '../propose/draft.ts';
import { type Proposals, writeProposals } from '../propose/index.ts';
import { addProperty, ask, type FoundSets, fieldLines, type Sheet, sheet } from '../service/field-sheet.ts';
import { type ListRequest, list, lists, type Requests } from '../service/lists.ts';
import { askForInactive, type Condition, conditionsOf } from '../service/rows.ts';
import { sinceOfParameters } from '../service/since.ts';
import type { ListOperation, OpenApiDocument } from './document.ts';
import { searchParameter } from './paging.ts';

interface Scope {
  readonly found: FoundSets;
  readonly operations: OpenApiDocument['operations'];
}

const plain = (text: string): string => text.toLowerCase().replaceAll(/[^a-z\d]/g, '');

/** The parameter with the name of a property. */
const paramFor = ({ params }: ListOperation, path: string): string | undefined =>
  params.find(
    (name) => plain(name) === plain(path) || plain(name).replace(/s$/, '') === plain(path.split('.').at(-1) ?? path),
  );

/** The lines of the request for a list. A question is added where it is not known how pages are requested. */
function requestLines(
  table: Table,
  { operations }: Scope,
  one: Sheet,
  id: string,
  params: readonly string[],
): readonly string[] {
  const operation = operations.get(table.name);
  if (operation === undefined) return [];
  const { paging } = operation;
  if (paging === undefined)
    ask(
      one,
      id,
      `How are the pages of GET ${operation.path} requested? None of its parameters is known: page: { whole: true } if one answer has all rows.`,
    );
  const all = [...params, ...(paging?.lines ?? [])];
  const isPaged = [...operations.values()].some((other) => other.paging !== undefined);
  return [
    `get: ${operation.path}`,
    ...(operation.rows === undefined ? ['rows: $'] : [`rows: ${operation.rows}`]),
    ...(paging === undefined && isPaged ? ['page: { whole: true }'] : []),
    ...(all.length === 0 ? [] : ['params:', ...all.map((line) => `  ${line}`)]),
  ];
}

/** The parameter that filters a list by customer, or a question. */
function customerParam(operation: ListOperation, one: Sheet, customer: ListRequest['customer']): readonly string[] {
  if (customer === undefined) return [];
  const { path, params } = operation;
  const param =
    paramFor(operation, customer.key.path) ??
    params.find((name) => means(wordsOf(name), 'customer') && !means(wordsOf(name), 'deleted'));
  if (param !== undefined) return [`${param}: "{{ customerErpId }}"`];
  const known = params.length === 0 ? 'It has none' : `It has ${params.join(', ')}`;
  ask(one, customer.field, `Which parameter of GET ${path} selects the records of a customer? ${known}.`);
  return [];
}

/** A parameter for each condition; a question where none has the name of the property. */
function conditionParams(
  operation: ListOperation,
  one: Sheet,
  id: string,
  conditions: readonly Condition[],
): readonly string[] {
  return conditions.flatMap(({ column, isNot, value }) => {
    const param = isNot ? undefined : operation.params.find((name) => plain(name) === plain(column.name));
    if (param !== undefined) return [`${param}: ${JSON.stringify(String(value))}`];
    const which = isNot ? `is not ${value}` : `is ${value}`;
    ask(one, id, `Which parameter of GET ${operation.path} selects the records whose ${column.name} ${which}?`);
    return [];
  });
}

const requestsOf = (scope: Scope): Requests => ({
  which: 'Which operation lists',
  listLines({ table, sheet: one, id, customer, conditions, hasSince }) {
    const operation = scope.operations.get(table.name);
    if (operation === undefined) return [];
    const since = hasSince ? sinceOfParameters(one, operation.path, operation.parameters) : undefined;
    const params = [
      ...customerParam(operation, one, customer),
      ...conditionParams(operation, one, id, conditions),
      ...(since?.params ?? []),
    ];
    return [...requestLines(table, scope, one, id, params), ...(since?.lines ?? [])];
  },
});

function search(scope: Scope, entity: 'customer' | 'item', path: string): Proposal {
  const table = scope.found.get(entity);
  if (table === undefined)
    return question(path, `Which operation lists the ${entity === 'customer' ? 'customers' : 'products'}?`);
  const id = entity === 'customer' ? 'erpId' : 'erpProductId';
  const one = sheet(table, id);
  if (entity === 'customer') {
    addProperty(one, 'erpName', 'name');
    addProperty(one, 'city', 'city', true);
  } else {
    addProperty(one, 'erpSku', 'sku');
    addProperty(one, 'erpDesc', 'title');
  }
  const operation = scope.operations.get(table.table.name);
  const param = operation && searchParameter(operation.parameters, table.table.columns);
  const isBySku = path.endsWith('by-sku');
  const value = isBySku ? 'sku' : 'query';
  const text = entity === 'customer' ? 'erpName' : isBySku ? 'erpSku' : 'erpDesc';
  if (param === undefined)
    ask(
      one,
      text,
      `Which parameter of GET ${operation?.path ?? ''} searches? Without one, search reads the whole list.`,
    );
  const params = [
    ...(param === undefined ? [] : [`${param}: "{{ ${value} }}"`]),
    ...(operation === undefined ? [] : conditionParams(operation, one, id, conditionsOf(table.table, entity, true))),
  ];
  const line = `search: { text: ${value}, in: [${text}]${isBySku ? ', match: prefix' : ''} }`;
  askForInactive(one, id);
  const request = requestLines(table.table, scope, one, id, params);
  return proposed(path, one.draft, [line, ...request, ...fieldLines(one)]);
}

function credit(scope: Scope): Proposal {
  const path = '/credit/customer';
  const customer = scope.found.get('customer');
  const operation = customer && scope.operations.get(customer.table.name);
  if (customer === undefined || operation?.one === undefined)
    return question(path, 'Which operation gives a customer by its id, with the credit limit?');
  const one = sheet(customer, 'creditLimit');
  one.fields.clear();
  one.draft.parts.length = 0;
  addProperty(one, 'creditLimit', 'creditLimit');
  addProperty(one, 'creditUsed', 'balance');
  addProperty(one, 'currency', 'currency');
  ask(one, 'currency', 'In which currency are limit and balance: in that of the customer, or of the company?');
  const { path: place, rows } = operation.one;
  const get = `get: ${JSON.stringify(place.replace(/\{[^}]+\}/, '{{ customerErpId }}'))}`;
  if (rows === undefined)
    ask(
      one,
      'creditLimit',
      `Which member of the answer of GET ${place} has the customer? It is the rows of this endpoint.`,
    );
  return proposed(path, one.draft, [
    get,
    `rows: ${rows ?? '$'}`,
    'outcomes: [{ when: $status = 404, is: empty }]',
    ...fieldLines(one),
  ]);
}

/** A proposal for every endpoint. `choices`: tables that a person has named, each by the path of its list without the first slash. */
export function proposeFromOpenApi(
  { tables, operations }: OpenApiDocument,
  choices: NamedTables = new Map(),
): Proposals {
  const found = findTables({ tables }, knownTables(choices, tables));
  const scope = { found, operations };
  const requests = requestsOf(scope);
  return {
    found,
    endpoints: [
      search(scope, 'customer', '/catalog/customers/search'),
      question(
        '/catalog/customers/addresses',
        'Where are the addresses of a customer: members of the customer, or a list of their own?',
      ),
      search(scope, 'item', '/catalog/products/search'),
      search(scope, 'item', '/catalog/products/by-sku'),
      question('/pricing/resolve', 'Which rules make the price of a customer, and which requests give it?'),
      credit(scope),
      list(found, lists.purchaseOrders, requests),
      list(found, lists.salesOrders, requests),
      question(
        '/sales-orders/usage',
        'Which requests give the lines of the orders of a customer, and which states count?',
      ),
      list(found, lists.customerInvoices, requests),
      question('/customer-statement/get', 'Which requests give the entries of the account of a customer?'),
      list(found, lists.debtors, requests),
      list(found, lists.invoices, requests),
      list(found, lists.payments, requests),
      ...writeProposals,
    ],
  };
}
