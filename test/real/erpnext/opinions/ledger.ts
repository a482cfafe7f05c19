/** Invoices, payments and accounts, as the documents and the reports "Accounts Receivable" and "General Ledger" of ERPNext state them. */
import Big from 'big.js';
import type { Opinion } from '../../erp.ts';
import { asText, type Frappe, numberOf, type Row, rowsOf } from '../frappe.ts';
import type { Customer } from './catalogue.ts';
import { reportRows } from './reports.ts';

/** What the opinions are about: one company, and the user whose documents have a pushed number. */
export interface Ledger {
  readonly frappe: Frappe;
  readonly company: string;
  readonly apiUser: string;
}

/** Later than every document. */
const lastDay = '2027-12-31';
/** Periods of statements: of documents of the filling, and of documents of a run. */
const periods = [
  { periodStart: '2026-04-01', periodEnd: '2026-10-18' },
  { periodStart: '2026-10-19', periodEnd: '2026-12-31' },
] as const;

async function documentsOf(
  { frappe, company }: Ledger,
  doctype: string,
  more: readonly (readonly unknown[])[],
): Promise<readonly Row[]> {
  const names = await frappe.rows(doctype, [['company', '=', company], ...more], ['name']);
  const documents: Row[] = [];
  for (const { name } of names) documents.push(await frappe.read(doctype, asText(name)));
  return documents;
}

/** An invoice as the service lists it, and its open amount in its own currency. */
interface Invoice {
  readonly document: Row;
  readonly number: string;
  readonly total: number;
  readonly open: Big;
  readonly state: 'authorised' | 'paid' | 'voided';
}

/** An amount of the receivable account in the currency of the invoice. */
const inCurrencyOf = (document: Row, amount: number): Big =>
  document.party_account_currency === document.currency
    ? new Big(amount)
    : new Big(amount).div(numberOf(document.conversion_rate)).round(2, Big.roundHalfUp);

async function invoicesOf(ledger: Ledger): Promise<readonly Invoice[]> {
  const documents = await documentsOf(ledger, 'Sales Invoice', [['docstatus', 'in', [1, 2]]]);
  const receivables = await reportRows(ledger.frappe, 'Accounts Receivable', {
    ...{ company: ledger.company, report_date: lastDay, ageing_based_on: 'Posting Date', range: '30, 60, 90, 120' },
    in_party_currency: 1,
  });
  const outstanding = new Map(receivables.map((row) => [row.voucher_no, numberOf(row.outstanding)]));
  return documents.map((document) => {
    const open = document.docstatus === 2 ? new Big(0) : inCurrencyOf(document, outstanding.get(document.name) ?? 0);
    const isPushed = document.owner === ledger.apiUser && asText(document.po_no) !== '';
    return {
      ...{ document, open },
      number: asText(isPushed ? document.po_no : document.name),
      total: numberOf(document.rounded_total) || numberOf(document.grand_total),
      state: document.docstatus === 2 ? 'voided' : open.eq(0) ? 'paid' : 'authorised',
    };
  });
}

/** The text of a description, which the editor of ERPNext writes as HTML. */
const withoutTags = (html: unknown): string =>
  asText(html)
    .replaceAll(/<[^>]*>/g, ' ')
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&amp;', '&')
    .replaceAll(/\s+/g, ' ')
    .trim();

const listOpinion = (invoices: readonly Invoice[]): Opinion => ({
  path: '/invoices/list',
  request: {},
  answer: {
    invoices: invoices.map(({ document, number, total, open, state }) => ({
      ...{ erpInvoiceId: document.name, invoiceNumber: number, erpDebtorId: document.customer },
      ...{ debtorName: document.customer_name, issueDate: document.posting_date, dueDate: document.due_date },
      ...{ currency: document.currency, amountTotal: total, amountOutstanding: open.toString() },
      status: state.toUpperCase(),
      lines: rowsOf(document.items).map((line) => ({
        description: withoutTags(line.description) || line.item_name,
        ...{ quantity: line.qty, unitPrice: line.net_rate, amount: line.net_amount },
      })),
    })),
  },
});

const newest = (one: Invoice, other: Invoice): number =>
  asText(other.document.posting_date).localeCompare(asText(one.document.posting_date)) ||
  asText(other.document.name).localeCompare(asText(one.document.name));

const customerOpinion = (invoices: readonly Invoice[], customer: string): Opinion => ({
  path: '/customer-invoices/list',
  request: { customerErpId: customer, limit: 100 },
  answer: {
    invoices: invoices
      .filter(({ document }) => document.customer === customer)
      .toSorted(newest)
      .slice(0, 100)
      .map(({ document, number, total, open, state }) => ({
        ...{ erpInvoiceId: document.name, invoiceNumber: number, customerErpId: customer },
        ...{ issueDate: document.posting_date, dueDate: document.due_date, currency: document.currency },
        ...{ amountTotal: total, amountOpen: open.toString(), status: state },
      })),
  },
});

/** One settlement of an invoice, in the currency of the receivable account. */
interface Settlement {
  readonly payment: string;
  readonly invoice: string;
  readonly amount: Big;
  readonly day: unknown;
}

async function settlementsOf(ledger: Ledger, invoices: readonly Invoice[]): Promise<readonly Settlement[]> {
  const entries = await documentsOf(ledger, 'Payment Entry', [
    ['docstatus', '=', 1],
    ['party_type', '=', 'Customer'],
  ]);
  const kinds = ['Journal Entry', 'Bank Entry', 'Cash Entry', 'Credit Card Entry'];
  const journals = await documentsOf(ledger, 'Journal Entry', [
    ['docstatus', '=', 1],
    ['voucher_type', 'in', kinds],
  ]);
  const tills = invoices
    .map(({ document }) => document)
    .filter(({ is_pos, docstatus }) => is_pos === 1 && docstatus === 1);
  return [
    ...entries.flatMap((entry) =>
      rowsOf(entry.references)
        .filter(({ reference_doctype }) => reference_doctype === 'Sales Invoice')
        .map((row) => ({
          ...{ payment: asText(entry.name), invoice: asText(row.reference_name), day: entry.posting_date },
          amount: new Big(numberOf(row.allocated_amount)),
        })),
    ),
    ...journals.flatMap((journal) =>
      rowsOf(journal.accounts)
        .filter(({ reference_type }) => reference_type === 'Sales Invoice')
        .map((row) => ({
          ...{ payment: asText(journal.name), invoice: asText(row.reference_name), day: journal.posting_date },
          amount: new Big(numberOf(row.credit_in_account_currency)).minus(numberOf(row.debit_in_account_currency)),
        })),
    ),
    ...tills.map((document) => ({
      ...{ payment: asText(document.name), invoice: asText(document.name), day: document.posting_date },
      amount: new Big(numberOf(document.paid_amount)).minus(numberOf(document.change_amount)),
    })),
  ];
}

/** One row for each payment and invoice. */
async function paymentOpinion(ledger: Ledger, invoices: readonly Invoice[]): Promise<Opinion> {
  const documents = new Map(invoices.map(({ document }) => [asText(document.name), document]));
  const settlements = await settlementsOf(ledger, invoices);
  const rows = [...Map.groupBy(settlements, ({ payment, invoice }) => `${payment}:${invoice}`)].map(([id, parts]) => {
    const amount = parts.reduce((sum, one) => sum.plus(one.amount), new Big(0));
    const invoice = parts[0]?.invoice ?? '';
    return {
      ...{ erpPaymentId: id, erpInvoiceId: invoice, paymentDate: parts[0]?.day },
      amount: inCurrencyOf(documents.get(invoice) ?? {}, Number(amount.toString())).toString(),
    };
  });
  const payments = rows
    .filter(({ amount }) => amount !== '0')
    .toSorted((one, other) => one.erpPaymentId.localeCompare(other.erpPaymentId));
  return { path: '/payments/list', request: {}, answer: { payments } };
}

/** The report of the general ledger of a customer, in the currency of its account. A row with both sides is two lines: a document and its payment at a till. */
async function statementOpinion(
  ledger: Ledger,
  { id }: Customer,
  invoices: readonly Invoice[],
  { periodStart, periodEnd }: (typeof periods)[number],
): Promise<Opinion> {
  const returns = new Set(invoices.filter(({ total }) => total < 0).map(({ document }) => document.name));
  const numbers = new Map(invoices.map(({ document, number }) => [document.name, number]));
  const rows = await reportRows(ledger.frappe, 'General Ledger', {
    ...{ company: ledger.company, from_date: periodStart, to_date: periodEnd, party_type: 'Customer', party: [id] },
    categorize_by: 'Categorize by Voucher (Consolidated)',
  });
  const opening = new Big(numberOf(rows[0]?.balance)).round(2);
  let balance = opening;
  const lines = rows
    .filter(({ voucher_no }) => asText(voucher_no) !== '')
    .flatMap((row) => {
      const [debit, credit] = [new Big(numberOf(row.debit)).round(2), new Big(numberOf(row.credit)).round(2)];
      const sides = [
        { debit, credit: new Big(0) },
        { debit: new Big(0), credit },
      ];
      if (returns.has(row.voucher_no)) sides.reverse();
      return sides
        .filter((side) => !side.debit.eq(side.credit))
        .map((side) => {
          balance = balance.plus(side.debit).minus(side.credit);
          return {
            ...{ date: row.posting_date, reference: numbers.get(row.voucher_no) ?? row.voucher_no },
            ...{ debit: side.debit.toString(), credit: side.credit.toString(), balance: balance.toString() },
          };
        });
    });
  const closing = new Big(numberOf(rows.at(-1)?.balance)).round(2);
  return {
    path: '/customer-statement/get',
    request: { customerErpId: id, periodStart, periodEnd },
    answer: { openingBalance: opening.toString(), closingBalance: closing.toString(), lines },
  };
}

export async function ledgerOpinions(ledger: Ledger, customers: readonly Customer[]): Promise<readonly Opinion[]> {
  const invoices = await invoicesOf(ledger);
  const statements: Opinion[] = [];
  for (const customer of customers)
    for (const period of periods) statements.push(await statementOpinion(ledger, customer, invoices, period));
  return [
    listOpinion(invoices),
    await paymentOpinion(ledger, invoices),
    ...statements,
    ...customers.map(({ id }) => customerOpinion(invoices, id)),
  ];
}
