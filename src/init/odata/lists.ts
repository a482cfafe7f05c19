/** Proposals for list endpoints from OData entity sets. */

import type { ColumnRole } from '../match/column-criteria.ts';
import type { Entity } from '../match/tables.ts';
import { type Proposal, proposed, question } from '../propose/draft.ts';
import {
  addProperty,
  customerOf,
  type FoundSets,
  fieldLines,
  filterLines,
  requestValue,
  sheet,
} from './field-sheet.ts';

export interface ListSpec {
  readonly path: string;
  readonly entity: Entity;
  readonly id: string;
  readonly customer: string | undefined;
  readonly fields: readonly (readonly [string, ColumnRole])[];
  /** Questions that `$metadata` cannot answer, by field. */
  readonly questions: Readonly<Record<string, string>>;
  readonly what: string;
}

const states = 'Which states are there, and what are they in the words of the contract? The description does not say.';
const invoiceFields = [
  ['invoiceNumber', 'invoiceNumber'],
  ['issueDate', 'issueDate'],
  ['dueDate', 'dueDate'],
  ['currency', 'currency'],
  ['amountTotal', 'total'],
  ['status', 'status'],
] as const;

export const lists = {
  purchaseOrders: {
    path: '/purchase-orders/list',
    entity: 'purchaseOrder',
    id: 'erpPoId',
    customer: 'customerErpId',
    fields: [
      ['poNumber', 'poNumber'],
      ['status', 'status'],
      ['orderDate', 'orderDate'],
    ],
    questions: { status: states },
    what: "customers' purchase orders",
  },
  salesOrders: {
    path: '/sales-orders/list',
    entity: 'salesOrder',
    id: 'erpSoId',
    customer: 'customerErpId',
    fields: [
      ['soNumber', 'orderNumber'],
      ['status', 'status'],
      ['orderDate', 'orderDate'],
    ],
    questions: { status: states },
    what: 'sales orders',
  },
  customerInvoices: {
    path: '/customer-invoices/list',
    entity: 'invoice',
    id: 'erpInvoiceId',
    customer: 'customerErpId',
    fields: [...invoiceFields, ['amountOpen', 'open']],
    questions: { status: states },
    what: 'invoices',
  },
  invoices: {
    path: '/invoices/list',
    entity: 'invoice',
    id: 'erpInvoiceId',
    customer: 'erpDebtorId',
    fields: [...invoiceFields, ['amountOutstanding', 'open'], ['debtorName', 'name']],
    questions: {
      status: states,
      lines: 'How are the lines of an invoice requested: by $expand, or by separate requests?',
    },
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
    questions: {},
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
    questions: { erpInvoiceId: 'Which invoice does a payment settle, and which payments were reversed?' },
    what: 'payments',
  },
} as const satisfies Readonly<Record<string, ListSpec>>;

export function list(found: FoundSets, { path, entity, id, customer, fields, questions, what }: ListSpec): Proposal {
  const table = found.get(entity);
  if (table === undefined) return question(path, `Which entity set holds the ${what}?`);
  const one = sheet(table, id);
  const key = customer === undefined ? undefined : customerOf(one, found, customer);
  for (const [field, name] of fields) addProperty(one, field, name, field === 'email' || field === 'dueDate');
  for (const [field, text] of Object.entries(questions)) one.draft.questions.set(field, text);
  const isPaged = path === '/invoices/list' || path === '/debtors/list' || path === '/payments/list';
  const terms =
    key === undefined || isPaged ? [] : [JSON.stringify(`${key.name} eq ${requestValue('customerErpId', key)}`)];
  return proposed(path, one.draft, [`get: /${table.table.name}`, ...filterLines(terms), ...fieldLines(one)]);
}
