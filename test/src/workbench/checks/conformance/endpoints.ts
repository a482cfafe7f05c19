import type * as Row from './rows.ts';
import { answers, type Schema, type Shape, shape } from './schemas.ts';

export type App = 'ordering' | 'receivables' | 'both';
/** A request body without `schemaVersion`. */
export type Body = Readonly<Record<string, unknown>>;

/** What a request field must be. Fields not marked required may be left out. */
export type Rule =
  | { readonly kind: 'text'; readonly required?: true }
  | { readonly kind: 'choice'; readonly of: readonly string[] }
  | { readonly kind: 'integer'; readonly minimum: number; readonly maximum?: number; readonly required?: true }
  | { readonly kind: 'number'; readonly required?: true; readonly aboveZero?: true }
  | { readonly kind: 'day'; readonly required?: true }
  | { readonly kind: 'instant' }
  | { readonly kind: 'currency'; readonly required: true }
  | { readonly kind: 'list'; readonly required: true; readonly items: Rules };
export type Rules = Readonly<Record<string, Rule>>;

export interface Endpoint<T = unknown> {
  readonly path: string;
  readonly app: App;
  readonly rules: Rules;
  /** A body of the right shape; its ids name nothing. */
  readonly shaped: Body;
  readonly answer: Shape<T>;
}

function endpoint<T>(path: string, app: App, answer: Schema, rules: Rules, shaped: Body): Endpoint<T> {
  return { path, app, rules, shaped, answer: shape<T>(answer) };
}

const text: Rule = { kind: 'text' };
const id: Rule = { kind: 'text', required: true };
const day: Rule = { kind: 'day' };
const currency: Rule = { kind: 'currency', required: true };
const upTo = (maximum: number): Rule => ({ kind: 'integer', minimum: 1, maximum });
const page: Rules = { page: { kind: 'integer', minimum: 1 }, limit: { kind: 'integer', minimum: 1 } };
const requiredDay: Rule = { kind: 'day', required: true };
const draftLine: Rules = {
  sku: id,
  qty: { kind: 'integer', minimum: 1, required: true },
  unitPrice: { kind: 'number' },
};
const amount: Rule = { kind: 'number' };
const invoiceLine: Rules = { description: text, quantity: amount, unitPrice: amount, amount };
const shapedInvoiceLine = { description: 'Work', quantity: 1, unitPrice: 1, amount: 1 };

/** The eighteen endpoints. */
export const endpoints = {
  health: endpoint<{ readonly ok: true; readonly service: string }>('/health', 'both', answers.health, {}, {}),
  customers: endpoint<Row.Hits<Row.CustomerHit>>(
    '/catalog/customers/search',
    'ordering',
    answers.customers,
    { query: text, limit: upTo(500) },
    { query: 'x', limit: 5 },
  ),
  addresses: endpoint<Row.Hits<Row.AddressHit>>(
    '/catalog/customers/addresses',
    'ordering',
    answers.addresses,
    { customerId: id, kind: { kind: 'choice', of: ['shipping', 'billing'] } },
    { customerId: 'x', kind: 'billing' },
  ),
  products: endpoint<Row.Hits<Row.ProductHit>>(
    '/catalog/products/search',
    'ordering',
    answers.products,
    { query: text, limit: upTo(500) },
    { query: 'x', limit: 5 },
  ),
  bySku: endpoint<Row.Hits<Row.ProductHit>>(
    '/catalog/products/by-sku',
    'ordering',
    answers.products,
    { sku: id, limit: upTo(100) },
    { sku: 'x', limit: 5 },
  ),
  price: endpoint<Row.Price>(
    '/pricing/resolve',
    'ordering',
    answers.price,
    { customerErpId: id, productErpId: id },
    { customerErpId: 'x', productErpId: 'x' },
  ),
  credit: endpoint<Row.Credit>(
    '/credit/customer',
    'ordering',
    answers.credit,
    { customerErpId: id },
    { customerErpId: 'x' },
  ),
  purchaseOrders: endpoint<Row.Orders<Row.PurchaseOrder>>(
    '/purchase-orders/list',
    'ordering',
    answers.purchaseOrders,
    { customerErpId: text, limit: upTo(100) },
    { customerErpId: 'x', limit: 5 },
  ),
  salesOrders: endpoint<Row.Orders<Row.SalesOrder>>(
    '/sales-orders/list',
    'ordering',
    answers.salesOrders,
    { customerErpId: text, limit: upTo(100) },
    { customerErpId: 'x', limit: 5 },
  ),
  customerInvoices: endpoint<{ readonly invoices: readonly Row.CustomerInvoice[] }>(
    '/customer-invoices/list',
    'ordering',
    answers.customerInvoices,
    { customerErpId: id, limit: upTo(100) },
    { customerErpId: 'x', limit: 5 },
  ),
  statement: endpoint<Row.Statement>(
    '/customer-statement/get',
    'ordering',
    answers.statement,
    { customerErpId: id, asOf: day, periodStart: day, periodEnd: day },
    { customerErpId: 'x', asOf: '2024-03-31', periodStart: '2024-01-01', periodEnd: '2024-03-31' },
  ),
  usage: endpoint<{ readonly units: string }>(
    '/sales-orders/usage',
    'ordering',
    answers.usage,
    { customerErpId: id, sku: id, periodStart: requiredDay, periodEnd: day },
    { customerErpId: 'x', sku: 'x', periodStart: '2024-01-01', periodEnd: '2024-03-31' },
  ),
  draft: endpoint<Row.Draft>(
    '/sale-draft',
    'ordering',
    answers.draft,
    { poNumber: id, currency, lines: { kind: 'list', required: true, items: draftLine } },
    { poNumber: 'x', currency: 'EUR', lines: [1, 2].map(() => ({ sku: 'x', qty: 1, unitPrice: 1 })) },
  ),
  debtors: endpoint<{ readonly debtors: readonly Row.Debtor[]; readonly hasMore: boolean }>(
    '/debtors/list',
    'receivables',
    answers.debtors,
    page,
    { page: 1, limit: 5 },
  ),
  invoices: endpoint<{ readonly invoices: readonly Row.Invoice[]; readonly hasMore: boolean }>(
    '/invoices/list',
    'receivables',
    answers.invoices,
    { ...page, modifiedSince: { kind: 'instant' } },
    { page: 1, limit: 5, modifiedSince: '2024-01-01T00:00:00Z' },
  ),
  payments: endpoint<{ readonly payments: readonly Row.Payment[]; readonly hasMore: boolean }>(
    '/payments/list',
    'receivables',
    answers.payments,
    page,
    { page: 1, limit: 5 },
  ),
  pushInvoice: endpoint<{ readonly erpInvoiceId: string }>(
    '/invoices/push',
    'receivables',
    answers.pushedInvoice,
    {
      invoiceNumber: id,
      erpDebtorId: id,
      issueDate: requiredDay,
      dueDate: day,
      currency,
      status: text,
      lines: { kind: 'list', required: true, items: invoiceLine },
    },
    {
      invoiceNumber: 'x',
      erpDebtorId: 'x',
      issueDate: '2024-01-01',
      dueDate: '2024-01-31',
      currency: 'EUR',
      status: 'AUTHORISED',
      lines: [shapedInvoiceLine, shapedInvoiceLine],
    },
  ),
  pushPayment: endpoint<{ readonly erpPaymentId: string }>(
    '/payments/push',
    'receivables',
    answers.pushedPayment,
    {
      erpInvoiceId: id,
      amount: { kind: 'number', required: true, aboveZero: true },
      paymentDate: requiredDay,
      bankAccountCode: text,
    },
    { erpInvoiceId: 'x', amount: 1, paymentDate: '2024-01-01', bankAccountCode: 'x' },
  ),
} as const;

/** Each of them, for what holds on every endpoint. */
export const everyEndpoint: readonly Endpoint[] = Object.values(endpoints);
