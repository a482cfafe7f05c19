/** Proposals for all endpoints from the description of a service. Only names and types are known, so that there are more questions than for a database. */
import { knownTables } from '../match/named-tables.ts';
import { findTables, type NamedTables } from '../match/tables.ts';
import type { Table } from '../model/database.ts';
import { type Proposal, proposed, question } from '../propose/draft.ts';
import { type Proposals, writeProposals } from '../propose/index.ts';
import { withoutMissingRecord } from '../propose/missing-record.ts';
import { addProperty, ask, type FoundSets, fieldLines, sheet } from './field-sheet.ts';
import { list, lists, type Requests } from './lists.ts';
import { askForInactive, conditionsOf } from './rows.ts';

function search(foundSets: FoundSets, entity: 'customer' | 'item', path: string, requests: Requests): Proposal {
  const table = foundSets.get(entity);
  const isCustomer = entity === 'customer';
  if (table === undefined) return question(path, `${requests.which} the ${isCustomer ? 'customers' : 'products'}?`);
  const id = isCustomer ? 'erpId' : 'erpProductId';
  const one = sheet(table, id);
  const name = isCustomer ? addProperty(one, 'erpName', 'name') : undefined;
  if (isCustomer) addProperty(one, 'city', 'city', true);
  const sku = isCustomer ? undefined : addProperty(one, 'erpSku', 'sku');
  const title = isCustomer ? undefined : addProperty(one, 'erpDesc', 'title');
  askForInactive(one, id);
  const isByStart = path.endsWith('by-sku');
  const [field, property] = isCustomer ? ['erpName', name] : isByStart ? ['erpSku', sku] : ['erpDesc', title];
  const conditions = conditionsOf(table.table, entity, true);
  const lines = requests.searchLines({ table: table.table, sheet: one, id, conditions, field, property, isByStart });
  return proposed(path, one.draft, lines.length === 0 ? [] : [...lines, ...fieldLines(one)]);
}

function credit(foundSets: FoundSets, { which, customerLines }: Requests): Proposal {
  const path = '/credit/customer';
  const customer = foundSets.get('customer');
  const one = customer === undefined ? undefined : sheet(customer, 'creditLimit');
  one?.fields.clear();
  one?.draft.parts.splice(0);
  const lines = one && customerLines(one);
  if (one === undefined || lines === undefined)
    return question(path, `${which} a customer by its id, with the credit limit?`);
  addProperty(one, 'creditLimit', 'creditLimit');
  addProperty(one, 'creditUsed', 'balance');
  addProperty(one, 'currency', 'currency');
  ask(one, 'currency', 'In which currency are limit and balance: in that of the customer, or of the company?');
  const outcomes = 'outcomes: [{ when: $status = 404, is: empty }]';
  return proposed(path, one.draft, [...lines, outcomes, ...fieldLines(one)]);
}

/** A proposal for every endpoint. `named`: lists that a person has named. */
export function proposeFromService(
  tables: readonly Table[],
  requests: Requests,
  named: NamedTables = new Map(),
): Proposals {
  const namedTables = knownTables(named, tables);
  const foundTables = findTables({ tables }, namedTables);
  const endpoints = [
    search(foundTables, 'customer', '/catalog/customers/search', requests),
    question(
      '/catalog/customers/addresses',
      'Where are the addresses of a customer: members of the customer, or a list of their own?',
    ),
    search(foundTables, 'item', '/catalog/products/search', requests),
    search(foundTables, 'item', '/catalog/products/by-sku', requests),
    question('/pricing/resolve', 'Which rules make the price of a customer, and which requests give it?'),
    credit(foundTables, requests),
    list(foundTables, lists.purchaseOrders, requests),
    list(foundTables, lists.salesOrders, requests),
    question(
      '/sales-orders/usage',
      'Which requests give the lines of the orders of a customer, and which states count?',
    ),
    list(foundTables, lists.customerInvoices, requests),
    question('/customer-statement/get', 'Which requests give the entries of the account of a customer?'),
    list(foundTables, lists.debtors, requests),
    list(foundTables, lists.invoices, requests),
    list(foundTables, lists.payments, requests),
    ...writeProposals,
  ];
  return { foundTables, endpoints: endpoints.map((one) => withoutMissingRecord(one, namedTables)) };
}
