/** Defects that the documents of a run show: their answers disagree with the requests, and with the lists. */
import {
  type Call,
  changing,
  type Defect,
  errorReply,
  jsonOf,
  type Reply,
  replacing,
  rewriting,
  rowsOf,
} from '../defective-service.ts';
import { disagreement, type PlantedDefect } from './defect.ts';
import { type Row, rowsChanged } from './rewrites.ts';

const invoices = '/invoices/list';
const usage = '/sales-orders/usage';
const draft = '/sale-draft';
const push = '/invoices/push';
const pay = '/payments/push';

/** Invoices that were paid are missing from the changes. */
function paidIsNoChange(): Defect {
  const paid = new Set<unknown>();
  return async (call, forward) => {
    const request = jsonOf(call.body);
    if (call.path === pay) paid.add(request.erpInvoiceId);
    const reply = await forward(call);
    if (call.path !== invoices || request.modifiedSince === undefined) return reply;
    const answer = jsonOf(reply.body);
    const left = rowsOf(answer.invoices).filter(({ erpInvoiceId }) => !paid.has(erpInvoiceId));
    return { ...reply, body: JSON.stringify({ ...answer, invoices: left }) };
  };
}

/** Documents are looked up by their number alone. */
function byNumberAlone(): Defect {
  const replyByNumber = new Map<unknown, Reply>();
  return async (call, forward) => {
    const { invoiceNumber } = jsonOf(call.body);
    const before = call.path === push ? replyByNumber.get(invoiceNumber) : undefined;
    const reply = before ?? (await forward(call));
    if (call.path === push && reply.status === 200) replyByNumber.set(invoiceNumber, reply);
    return reply;
  };
}

/** A draft is looked up among all orders. */
const anyOrder: Defect = async (call, forward) => {
  const { poNumber } = jsonOf(call.body);
  if (call.path !== draft || String(poNumber).startsWith('SBX-')) return forward(call);
  const list: Call = { ...call, path: '/sales-orders/list', body: JSON.stringify({ schemaVersion: '1', limit: 100 }) };
  const orders = rowsOf(jsonOf((await forward(list)).body).orders);
  const order = orders.find(({ status }) => status === 'authorised');
  const answer = { schemaVersion: '1', saleId: order?.erpSoId, saleNumber: order?.soNumber, status: 'draft' };
  const body = JSON.stringify({ ...answer, receivedAt: '2026-01-01T00:00:00Z' });
  return { status: 200, headers: { 'content-type': 'application/json' }, body };
};

const acceptsAll = replacing(pay, 422, () => ({
  status: 200,
  headers: { 'content-type': 'application/json' },
  body: JSON.stringify({ schemaVersion: '1', erpPaymentId: 'accepted' }),
}));

/** Lines without a price get one; undefined: they stay without. */
const unpricedLines = (priceOf: (line: Row) => number | undefined): Defect =>
  rewriting(draft, (request) => ({
    ...request,
    lines: rowsOf(request.lines).map((line) => ({ ...line, unitPrice: line.unitPrice ?? priceOf(line) })),
  }));

export const writtenAgreementDefects: readonly PlantedDefect[] = [
  {
    id: 'agreement/payment-key',
    path: pay,
    what: 'the day is no part of the key',
    rule: 'new-key',
    defect: () => rewriting(pay, (request) => ({ ...request, paymentDate: '2026-11-20' })),
  },
  {
    id: 'agreement/payment-bank',
    path: pay,
    what: 'the bank account is no part of the key',
    rule: 'new-key',
    defect: () => rewriting(pay, ({ bankAccountCode: _bank, ...request }) => request),
  },
  {
    id: 'agreement/payment-bank',
    path: pay,
    what: 'an unknown bank account breaks the write',
    rule: 'status',
    defect: () => async (call, forward) =>
      call.path === pay && jsonOf(call.body).bankAccountCode === 'SBX-BANK-2'
        ? errorReply(502, 'INTERNAL_ERROR')
        : forward(call),
  },
  disagreement('parallel-payments', pay, 'more is taken than is open', () => acceptsAll),
  {
    id: 'agreement/paid-long-after',
    path: invoices,
    what: "changes are those of the invoice's own record",
    rule: 'modified-since',
    defect: paidIsNoChange,
  },
  {
    id: 'agreement/number-of-another-debtor',
    path: push,
    what: 'an invoice is looked up without its debtor',
    rule: 'new-key',
    defect: byNumberAlone,
  },
  {
    id: 'agreement/number-of-another-order',
    path: draft,
    what: 'a draft is looked up among the orders of others',
    rule: 'new-key',
    defect: () => anyOrder,
  },
  disagreement('draft-price', draft, 'a line without a price has the base price, not that of the customer', () =>
    unpricedLines((line) => (line.sku === 'A_B-1' ? 4.2 : undefined)),
  ),
  disagreement('draft-price', draft, 'a line of several pieces has the price of a larger quantity', () =>
    unpricedLines((line) => (Number(line.qty) > 1 ? 0.01 : undefined)),
  ),
  disagreement('listed-drafts', draft, 'drafts are listed as open orders', () =>
    rowsChanged('/sales-orders/list', 'orders', (row) => [row.status === 'draft' ? { ...row, status: 'open' } : row]),
  ),
  disagreement('draft-usage', usage, 'a join repeats each line of an order', () =>
    changing(usage, (answer) => ({ ...answer, units: Number(answer.units) * 2 })),
  ),
  {
    id: 'agreement/real-numbers',
    path: push,
    what: 'a number ends at & and %, as in an address',
    rule: 'listed',
    defect: () =>
      rewriting(push, (request) => ({
        ...request,
        invoiceNumber: String(request.invoiceNumber).replace(/[&%].*/, ''),
      })),
  },
  {
    id: 'agreement/real-numbers',
    path: draft,
    what: 'a number is cut to the size of a column',
    rule: 'new-key',
    defect: () => rewriting(draft, (request) => ({ ...request, poNumber: String(request.poNumber).slice(0, 4) })),
  },
  disagreement('pushed-totals', push, 'prices are rounded to cents', () =>
    rewriting(push, (request) => ({
      ...request,
      lines: rowsOf(request.lines).map((line) => ({
        ...line,
        unitPrice: Math.round(Number(line.unitPrice) * 100) / 100,
      })),
    })),
  ),
  disagreement('found-products', '/catalog/products/search', 'inactive products are found', () =>
    changing('/catalog/products/search', (answer, { query }) => ({
      ...answer,
      hits: [
        ...(query === '' ? [{ erpSku: 'OLD-77', erpDesc: 'Hand drill (discontinued)', erpProductId: '90117' }] : []),
        ...rowsOf(answer.hits).slice(1),
      ],
    })),
  ),
];
