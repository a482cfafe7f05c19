/**
 * Proposals for all endpoints from the operations of an OpenAPI document. Names, types and query parameters are known, so that there are
 * more questions than for a database.
 */

import { means, wordsOf } from '../../vocabulary/words.ts';
import { knownTables } from '../match/named-tables.ts';
import { findTables, type NamedTables } from '../match/tables.ts';
import type { Column, Table } from '../model/database.ts';
import { addProperty, customerOf, type FoundSets, fieldLines, type Sheet, sheet } from '../odata/field-sheet.ts';
import { type ListSpec, lists } from '../odata/lists.ts';
import { type Proposal, proposed, question } from '../propose/draft.ts';
import { type Proposals, writeProposals } from '../propose/index.ts';
import type { ListOperation, OpenApiDocument } from './document.ts';
import { parameter } from './paging.ts';

interface Scope {
  readonly found: FoundSets;
  readonly operations: OpenApiDocument['operations'];
}

const plain = (text: string): string => text.toLowerCase().replaceAll(/[^a-z\d]/g, '');

/** The parameter with the name of a property. */
const paramFor = ({ params }: ListOperation, column: Column): string | undefined =>
  params.find((name) => plain(name) === plain(column.name));

const searchNames = ['search', 'q', 'query', 'searchterm', 'term', 'keyword'];

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
  if (paging === undefined && !one.draft.questions.has(id))
    one.draft.questions.set(
      id,
      `How are the pages of GET ${operation.path} requested? None of its parameters is known: page: { whole: true } if one answer has all rows.`,
    );
  const all = [...params, ...(paging?.lines ?? [])];
  return [
    `get: ${operation.path}`,
    ...(operation.rows === undefined ? ['rows: $'] : [`rows: ${operation.rows}`]),
    ...(all.length === 0 ? [] : ['params:', ...all.map((line) => `  ${line}`)]),
  ];
}

/** The parameter that filters a list by customer, or a question. */
function customerParam(
  table: Table,
  { operations }: Scope,
  one: Sheet,
  field: string,
  column: Column | undefined,
): readonly string[] {
  const operation = operations.get(table.name);
  if (operation === undefined || column === undefined) return [];
  const param = paramFor(operation, column) ?? operation.params.find((name) => means(wordsOf(name), 'customer'));
  if (param !== undefined) return [`${param}: "{{ customerErpId }}"`];
  const known = operation.params.length === 0 ? 'It has none' : `It has ${operation.params.join(', ')}`;
  one.draft.questions.set(
    field,
    `Which parameter of GET ${operation.path} selects the records of a customer? ${known}.`,
  );
  return [];
}

function list(scope: Scope, { path, entity, id, customer, fields, questions, what }: ListSpec): Proposal {
  const table = scope.found.get(entity);
  if (table === undefined) return question(path, `Which operation lists the ${what}?`);
  const one = sheet(table, id);
  const key = customer === undefined ? undefined : customerOf(one, scope.found, customer);
  for (const [field, name] of fields) addProperty(one, field, name, field === 'email' || field === 'dueDate');
  const isPaged = path === '/invoices/list' || path === '/debtors/list' || path === '/payments/list';
  const params = isPaged || customer === undefined ? [] : customerParam(table.table, scope, one, customer, key);
  for (const [field, text] of Object.entries(questions)) one.draft.questions.set(field, text);
  return proposed(path, one.draft, [...requestLines(table.table, scope, one, id, params), ...fieldLines(one)]);
}

function search(scope: Scope, entity: 'customer' | 'item', path: string): Proposal {
  const table = scope.found.get(entity);
  if (table === undefined)
    return question(path, `Which operation lists the ${entity === 'customer' ? 'customers' : 'products'}?`);
  const one = sheet(table, entity === 'customer' ? 'erpId' : 'erpProductId');
  if (entity === 'customer') {
    addProperty(one, 'erpName', 'name');
    addProperty(one, 'city', 'city', true);
  } else {
    addProperty(one, 'erpSku', 'sku');
    addProperty(one, 'erpDesc', 'title', true);
  }
  const operation = scope.operations.get(table.table.name);
  const param = operation && parameter(operation.params, searchNames);
  const isBySku = path.endsWith('by-sku');
  const value = isBySku ? 'sku' : 'query';
  const text = entity === 'customer' ? 'erpName' : isBySku ? 'erpSku' : 'erpDesc';
  if (param === undefined)
    one.draft.questions.set(
      text,
      `Which parameter of GET ${operation?.path ?? ''} searches? Without one, search reads the whole list.`,
    );
  const params = param === undefined ? [] : [`${param}: "{{ ${value} }}"`];
  const line = `search: { text: ${value}, in: [${text}]${isBySku ? ', match: prefix' : ''} }`;
  const id = entity === 'customer' ? 'erpId' : 'erpProductId';
  return proposed(path, one.draft, [line, ...requestLines(table.table, scope, one, id, params), ...fieldLines(one)]);
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
  const get = `get: ${JSON.stringify(operation.one.replace(/\{[^}]+\}/, '{{ customerErpId }}'))}`;
  one.draft.questions.set(
    'creditLimit',
    one.draft.questions.get('creditLimit') ??
      `Which member of the answer of GET ${operation.one} has the customer? It is the rows of this endpoint.`,
  );
  return proposed(path, one.draft, [
    get,
    'rows: $',
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
      list(scope, lists.purchaseOrders),
      list(scope, lists.salesOrders),
      question(
        '/sales-orders/usage',
        'Which requests give the lines of the orders of a customer, and which states count?',
      ),
      list(scope, lists.customerInvoices),
      question('/customer-statement/get', 'Which requests give the entries of the account of a customer?'),
      list(scope, lists.debtors),
      list(scope, lists.invoices),
      list(scope, lists.payments),
      ...writeProposals,
    ],
  };
}
