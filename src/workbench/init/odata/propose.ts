/**
 * Proposals for all endpoints from the description of an OData service. Only names and types are known, so that there
 * are more questions than for a database.
 */
import { knownTables } from '../match/named-tables.ts';
import { findTables, type NamedTables } from '../match/tables.ts';
import { columnOf, type Table } from '../model/database.ts';
import { type Proposal, proposed, question } from '../propose/draft.ts';
import { type Proposals, writeProposals } from '../propose/index.ts';
import {
  addProperty,
  ask,
  type FoundSets,
  fieldLines,
  filterLines,
  requestValue,
  sheet,
} from '../service/field-sheet.ts';
import { type ListRequest, list, lists, type Requests } from '../service/lists.ts';
import { membersOf } from '../service/members.ts';
import { askForInactive, type Condition, conditionsOf } from '../service/rows.ts';
import { sinceOfProperty } from '../service/since.ts';
import type { Description } from './metadata.ts';

/** A condition as a term of `$filter`. */
const termOf = ({ column, isNot, value }: Condition): string =>
  `${column.name} ${isNot ? 'ne' : 'eq'} ${typeof value === 'string' ? `'${value.replaceAll("'", "''")}'` : value}`;

/** The request of a list: `$filter` selects its rows, and `$expand` adds the lines. */
function listLines({ table, sheet: one, customer, lines, conditions, hasSince }: ListRequest): readonly string[] {
  const since = hasSince ? sinceOfProperty(one, table) : undefined;
  const value = customer === undefined ? '' : requestValue('customerErpId', customer.key.column);
  const terms = [
    ...(customer === undefined ? [] : [JSON.stringify(`${customer.key.path.replaceAll('.', '/')} eq ${value}`)]),
    ...conditions.map((condition) => JSON.stringify(termOf(condition))),
    ...(since?.params ?? []),
  ];
  const inside = [...one.fields.values()].flatMap((path) => expandOf(table, path));
  const expand = [...new Set([...inside, ...(lines === undefined ? [] : [lines.name])])];
  const params = expand.length === 0 ? [] : [`$expand: ${expand.join(',')}`];
  return [`get: /${table.name}`, ...filterLines(terms, params), ...(since?.lines ?? [])];
}

/** The navigation property that a place such as `customer.displayName` begins with. */
const expandOf = (table: Table, path: string): readonly string[] =>
  membersOf(table).flatMap(({ name }) => (path.startsWith(`${name}.`) ? [name] : []));

const requests: Requests = { which: 'Which entity set holds', listLines };

const words = (properties: readonly string[]): string => {
  const tests = properties.map((name) => `contains(tolower(${name}), {{ $lowercase($) }})`);
  return `{ $each: $words, $item: ${JSON.stringify(tests.length === 1 ? tests[0] : `(${tests.join(' or ')})`)} }`;
};

function customers(found: FoundSets): Proposal {
  const path = '/catalog/customers/search';
  const customer = found.get('customer');
  if (customer === undefined) return question(path, 'Which entity set holds the customers?');
  const one = sheet(customer, 'erpId');
  const name = addProperty(one, 'erpName', 'name');
  addProperty(one, 'city', 'city', true);
  askForInactive(one, 'erpId');
  const terms = [
    ...conditionsOf(customer.table, 'customer', true).map((condition) => JSON.stringify(termOf(condition))),
    ...(name === undefined ? [] : [words([name.name])]),
  ];
  return proposed(path, one.draft, [
    'search: { text: query, in: [erpName] }',
    `get: /${customer.table.name}`,
    ...filterLines(terms),
    ...fieldLines(one),
  ]);
}

function products(found: FoundSets, path: string): Proposal {
  const item = found.get('item');
  if (item === undefined) return question(path, 'Which entity set holds the products?');
  const one = sheet(item, 'erpProductId');
  const sku = addProperty(one, 'erpSku', 'sku');
  const title = addProperty(one, 'erpDesc', 'title');
  askForInactive(one, 'erpProductId');
  const active = conditionsOf(item.table, 'item', true).map((condition) => JSON.stringify(termOf(condition)));
  const get = `get: /${item.table.name}`;
  if (path.endsWith('search'))
    return proposed(path, one.draft, [
      'search: { text: query, in: [erpDesc] }',
      get,
      ...filterLines([...active, ...(title === undefined ? [] : [words([title.name])])]),
      ...fieldLines(one),
    ]);
  const branch = (test: string): readonly string[] => {
    const lines = [get, ...filterLines([JSON.stringify(test), ...active], ['$top: "{{ limit }}"'])];
    return lines.map((line, place) => `${place === 0 ? '  - ' : '    '}${line}`);
  };
  const name = sku?.name ?? '';
  const first =
    name === '' ? [] : ['first:', ...branch(`${name} eq {{ sku }}`), ...branch(`startswith(${name}, {{ sku }})`)];
  return proposed(path, one.draft, [...first, ...(first.length === 0 ? [] : fieldLines(one))]);
}

function credit(found: FoundSets): Proposal {
  const path = '/credit/customer';
  const customer = found.get('customer');
  const key = customer?.table.primaryKey[0];
  if (customer === undefined || key === undefined)
    return question(path, 'Where does the credit limit of a customer stand?');
  const one = sheet(customer, 'creditLimit');
  one.fields.clear();
  one.draft.parts.length = 0;
  addProperty(one, 'creditLimit', 'creditLimit');
  addProperty(one, 'creditUsed', 'balance');
  addProperty(one, 'currency', 'currency');
  ask(one, 'currency', 'In which currency are limit and balance: in that of the customer, or of the company?');
  const get = `get: ${JSON.stringify(`/${customer.table.name}(${requestValue('customerErpId', columnOf(customer.table, key))})`)}`;
  const lines = [get, 'rows: $', 'outcomes: [{ when: $status = 404, is: empty }]'];
  return proposed(path, one.draft, [...lines, ...fieldLines(one)]);
}

/** A proposal for every endpoint. */
export function proposeFromMetadata({ tables }: Description, named: NamedTables = new Map()): Proposals {
  const found = findTables({ tables }, knownTables(named, tables));
  return {
    found,
    endpoints: [
      customers(found),
      question(
        '/catalog/customers/addresses',
        'Where are the addresses of a customer: properties of the customer, or a separate entity set?',
      ),
      products(found, '/catalog/products/search'),
      products(found, '/catalog/products/by-sku'),
      question('/pricing/resolve', 'Which rules make the price of a customer, and which requests give it?'),
      credit(found),
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
