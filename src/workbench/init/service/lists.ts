/** Proposals for list endpoints from the lists of a service. */

import type { ColumnRole } from '../match/column-criteria.ts';
import type { Entity } from '../match/tables.ts';
import type { Column, Member, Table } from '../model/database.ts';
import { type Proposal, proposed, question } from '../propose/draft.ts';
import { questionsOnMarks } from '../propose/status.ts';
import type { State } from '../propose/words.ts';
import { addCustomer, addDebtorName, addLines, askAboutPayments, type CustomerKey } from './documents.ts';
import { addProperty, ask, type FoundSets, fieldLines, type Sheet, sheet } from './field-sheet.ts';
import { askForKinds, type Condition, conditionsOf } from './rows.ts';
import { addStates } from './states.ts';

interface ListSpec {
  readonly path: string;
  readonly entity: Entity;
  readonly id: string;
  readonly customer: string | undefined;
  readonly fields: readonly (readonly [string, ColumnRole])[];
  /** The name of a state in the contract. */
  readonly state?: (state: State) => string;
  readonly what: string;
}

const invoiceFields = [
  ['invoiceNumber', 'invoiceNumber'],
  ['issueDate', 'issueDate'],
  ['dueDate', 'dueDate'],
  ['currency', 'currency'],
  ['amountTotal', 'total'],
] as const;

/** An open invoice is one that was issued. */
const invoiceState = (state: State): string => (state === 'open' ? 'authorised' : state);

export const lists = {
  purchaseOrders: {
    path: '/purchase-orders/list',
    entity: 'purchaseOrder',
    id: 'erpPoId',
    customer: 'customerErpId',
    fields: [
      ['poNumber', 'poNumber'],
      ['orderDate', 'orderDate'],
    ],
    state: (state: State): string => state,
    what: "customers' purchase orders",
  },
  salesOrders: {
    path: '/sales-orders/list',
    entity: 'salesOrder',
    id: 'erpSoId',
    customer: 'customerErpId',
    fields: [
      ['soNumber', 'orderNumber'],
      ['orderDate', 'orderDate'],
    ],
    state: (state: State): string => state,
    what: 'sales orders',
  },
  customerInvoices: {
    path: '/customer-invoices/list',
    entity: 'invoice',
    id: 'erpInvoiceId',
    customer: 'customerErpId',
    fields: [...invoiceFields, ['amountOpen', 'open']],
    state: invoiceState,
    what: 'invoices',
  },
  invoices: {
    path: '/invoices/list',
    entity: 'invoice',
    id: 'erpInvoiceId',
    customer: 'erpDebtorId',
    fields: [...invoiceFields, ['amountOutstanding', 'open']],
    state: (state: State): string => invoiceState(state).toUpperCase(),
    what: 'invoices',
  },
  debtors: {
    path: '/debtors/list',
    entity: 'customer',
    id: 'erpDebtorId',
    customer: undefined,
    fields: [
      ['name', 'name'],
      ['email', 'email'],
    ],
    what: 'customers who get invoices',
  },
  payments: {
    path: '/payments/list',
    entity: 'payment',
    id: 'erpPaymentId',
    customer: undefined,
    fields: [
      ['amount', 'amount'],
      ['paymentDate', 'paymentDate'],
    ],
    what: 'payments',
  },
} as const satisfies Readonly<Record<string, ListSpec>>;

/** What a list needs of its request. */
export interface ListRequest {
  readonly table: Table;
  readonly sheet: Sheet;
  /** The field with the key of a record. */
  readonly id: string;
  /** The field of the customer whose records are listed, and the key of the customer; undefined for the lists with pages. */
  readonly customer: { readonly field: string; readonly key: CustomerKey } | undefined;
  /** The list inside of the records that the answer has to contain. */
  readonly lines: Member | undefined;
  readonly conditions: readonly Condition[];
  readonly hasSince: boolean;
}

/** What a search needs of its request. */
export interface SearchRequest extends Pick<ListRequest, 'table' | 'sheet' | 'id' | 'conditions'> {
  /** The field that is searched, and its property. */
  readonly field: string;
  readonly property: Column | undefined;
  /** A code is searched by its beginning; otherwise words are searched. */
  readonly isByStart: boolean;
}

/** The requests of one kind of service. */
export interface Requests {
  /** The beginning of a question for a list: `Which entity set has`. */
  readonly which: string;
  readonly listLines: (request: ListRequest) => readonly string[];
  /** The lines of a search, without the fields; empty if the property that is searched is not known. */
  readonly searchLines: (request: SearchRequest) => readonly string[];
  /** The request for the customer of the sheet by its id; undefined if there is none. */
  readonly customerLines: (one: Sheet) => readonly string[] | undefined;
}

/** The proposal for a list of documents or debtors. */
export function list(foundSets: FoundSets, spec: ListSpec, { which, listLines }: Requests): Proposal {
  const { path, entity, id, customer, fields, state, what } = spec;
  const table = foundSets.get(entity);
  if (table === undefined) return question(path, `${which} the ${what}?`);
  const one = sheet(table, id);
  const key = customer === undefined ? undefined : addCustomer(one, foundSets, customer, entity === 'invoice');
  for (const [field, name] of fields) addProperty(one, field, name, field === 'email' || field === 'dueDate');
  const status = state === undefined ? undefined : addProperty(one, 'status', 'status');
  const codes = addStates(one, status, state ?? String, entity !== 'invoice');
  const isPaged = path === '/invoices/list' || path === '/debtors/list' || path === '/payments/list';
  if (entity === 'invoice') for (const text of questionsOnMarks(table.table)) ask(one, 'status', text);
  if (entity === 'invoice') askForKinds(one, id, 'invoices or credit notes to customers');
  if (path === '/invoices/list') addDebtorName(one, foundSets);
  const lines = path === '/invoices/list' ? addLines(one) : undefined;
  if (entity === 'payment') askAboutPayments(one, foundSets);
  const customerKey = isPaged || customer === undefined || key === undefined ? undefined : { field: customer, key };
  const hasSince = path === '/invoices/list';
  const conditions = conditionsOf(table.table, entity, false);
  const request = listLines({ table: table.table, sheet: one, id, customer: customerKey, lines, conditions, hasSince });
  const day = fields.find(([field]) => field === 'issueDate' || field === 'orderDate')?.[0];
  const isNewestFirst = customerKey !== undefined && day !== undefined && one.fields.has(day);
  const order = isNewestFirst ? [`order: [-${day}, -${id}]`] : [];
  return proposed(path, one.draft, [...order, ...request, ...fieldLines(one), ...codes]);
}
