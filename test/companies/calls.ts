/** Requests to a company, with the answers that follow from its data. */
import { type Company, customersOf, invoicesOf, itemsOf } from './company.ts';

export interface Call {
  readonly path: string;
  readonly body: Readonly<Record<string, unknown>>;
  /** The answers that may be given; undefined where the ERP chooses ids. */
  readonly answers?: readonly object[];
}

/** All customers, by name. */
export function searchCall(company: Company): Call {
  const hits = customersOf(company).map(({ no, name, town }) => ({ erpId: no, erpName: name, city: town }));
  return {
    path: '/catalog/customers/search',
    body: { query: company.code, limit: 100 },
    answers: [{ schemaVersion: '1', hits }],
  };
}

/** Rows of a page, in the walks of these tests. */
export const pageSize = 3;

/** A page of the debtors. */
export function pageCall(company: Company, page: number): Call & { readonly isLast: boolean } {
  const all = customersOf(company);
  const [begin, end] = [(page - 1) * pageSize, page * pageSize];
  const debtors = all.slice(begin, end).map(({ no, name, mail }) => ({ erpDebtorId: no, name, email: mail }));
  const isLast = end >= all.length;
  return {
    path: '/debtors/list',
    body: { page, limit: pageSize },
    answers: [{ schemaVersion: '1', debtors, hasMore: !isLast }],
    isLast,
  };
}

/**
 * The invoices that changed since `instant`, ISO 8601; undefined: all. No invoice changes meanwhile, so that these are all of them where the service has no
 * mark of that time, and otherwise the one with the counter as it is.
 */
export function changesCall(company: Company, instant?: string): Call {
  const debtor = customersOf(company)[0];
  const invoices = invoicesOf(company).map(({ id, number, total }) => ({
    erpInvoiceId: id,
    invoiceNumber: number,
    erpDebtorId: debtor?.no,
    debtorName: debtor?.name,
    issueDate: '2026-03-01',
    dueDate: '2026-03-31',
    currency: 'EUR',
    amountTotal: Number(total),
    amountOutstanding: Number(total),
    status: 'AUTHORISED',
    lines: [],
  }));
  const answerOf = (rows: readonly object[]) => ({ schemaVersion: '1', invoices: rows, hasMore: false });
  const changed = instant === undefined ? [] : [answerOf(invoices.slice(-1))];
  return {
    path: '/invoices/list',
    body: { page: 1, limit: 100, ...(instant === undefined ? {} : { modifiedSince: instant }) },
    answers: [answerOf(invoices), ...changed],
  };
}

/** The price of an item for a customer of the company. `index`: 0 to 2. */
export function priceCall(company: Company, index: number): Call {
  const [customer, item] = [customersOf(company)[0], itemsOf(company)[index]];
  return {
    path: '/pricing/resolve',
    body: { customerErpId: customer?.no, productErpId: item?.id },
    answers: [{ schemaVersion: '1', systemUnitPrice: Number(item?.price), source: item?.source }],
  };
}

/** The price of an item of another company: there is none. */
export function foreignPriceCall(company: Company, other: Company): Call {
  return {
    path: '/pricing/resolve',
    body: { customerErpId: customersOf(company)[0]?.no, productErpId: itemsOf(other)[0]?.id },
    answers: [{ schemaVersion: '1', systemUnitPrice: null, source: 'none' }],
  };
}

/** A draft. Companies use the same numbers. */
export function draftCall(company: Company, poNumber: string): Call {
  const lines = [{ sku: itemsOf(company)[0]?.sku, qty: 2, unitPrice: 1.5 }];
  return { path: '/sale-draft', body: { poNumber, currency: 'EUR', lines } };
}

/** A payment. Its key has no text of the company: companies use the same keys. */
export function paymentCall(amount: number): Call {
  return { path: '/payments/push', body: { erpInvoiceId: 'INV-1', amount, paymentDate: '2026-03-02' } };
}

/** The key under which the ERP has the document of a write. */
export function refOf({ path, body }: Call): string {
  return path === '/sale-draft' ? String(body.poNumber) : `${body.erpInvoiceId}/${body.amount}/${body.paymentDate}`;
}

/** The id in the answer of a write; undefined if it has none. */
export function writtenId(text: string): string | undefined {
  const answer: { readonly saleId?: string; readonly erpPaymentId?: string } = JSON.parse(text);
  return answer.saleId ?? answer.erpPaymentId;
}
