/** Lines, payments and open amounts of invoices add up to the totals, in exact decimals. */
import { add, compare, type Numeric, subtract, sum } from '../../../../../engine/tools/index.ts';
import { absolute, cashRoundingOf, isEqual } from '../../core/amounts.ts';
import type { Check } from '../../core/check.ts';
import { isTakenBack } from '../../core/document-states.ts';
import type { Ledger } from '../../core/ledger.ts';
import { demand } from '../../core/outcome.ts';
import type { Invoice } from '../../core/paged-lists.ts';
import { agreement, some } from './compare.ts';
import { netLines } from './net-lines.ts';

interface OpenAmount {
  readonly name: string;
  readonly total: Numeric;
  readonly open: Numeric;
}

/** Whether an amount has the sign of the total, and is not larger. */
const hasSignWithin = (amount: Numeric, total: Numeric): boolean =>
  compare(amount, 0) === compare(total, 0) && compare(absolute(amount), absolute(total)) <= 0;

/** Demands that open amounts have the sign of the total and are not larger. Returns whether any amount is open. */
function judgeOpen(amounts: readonly OpenAmount[], field: string): boolean {
  for (const { name, total, open } of amounts) {
    const message = `${name}: ${open} of ${total} is open: it must have the sign of the total, and be no more`;
    demand(isEqual(open, 0) || hasSignWithin(open, total), 'agreement', message, field);
  }
  return amounts.some(({ open }) => !isEqual(open, 0));
}

const openTitle = 'what is open has the sign of the total, and is no more than the total';
const openWants = 'an invoice that is not paid in full';

const outstanding = agreement({
  name: 'open-amounts',
  documents: 'invoices',
  path: '/invoices/list',
  title: openTitle,
  needs: [],
  wants: openWants,
  judge: async (ledger) =>
    judgeOpen(
      (await ledger.invoices()).map(({ invoiceNumber, amountTotal, amountOutstanding }) => ({
        ...{ name: invoiceNumber, total: amountTotal, open: amountOutstanding },
      })),
      'amountOutstanding',
    ),
});

const customerOpen = agreement({
  name: 'open-amounts',
  documents: 'invoices',
  path: '/customer-invoices/list',
  title: openTitle,
  needs: ['/catalog/customers/search'],
  wants: openWants,
  async judge(ledger) {
    let isShown = false;
    for (const customer of await ledger.customers()) {
      const amounts = (await ledger.invoicesOf(customer)).map(({ invoiceNumber, amountTotal, amountOpen }) => ({
        ...{ name: invoiceNumber, total: amountTotal, open: amountOpen },
      }));
      isShown = judgeOpen(amounts, 'amountOpen') || isShown;
    }
    return isShown;
  },
});

/** The sum of an invoice's lines, and a message that compares it with the total. */
function sumOfLines({ invoiceNumber, amountTotal, lines: invoiceLines }: Invoice): {
  readonly total: Numeric;
  readonly message: string;
} {
  const total = sum(invoiceLines.map(({ amount }) => amount));
  return {
    total,
    message: `${invoiceNumber}: ${invoiceLines.length} lines add up to ${total}, and the total is ${amountTotal}`,
  };
}

const lines = agreement({
  name: 'lines',
  documents: 'invoices',
  path: '/invoices/list',
  title: 'the lines of an invoice add up to its total',
  needs: [],
  wants: 'an invoice with two lines',
  async judge(ledger) {
    const all = await ledger.invoices();
    for (const invoice of all.filter(({ lines: invoiceLines }) => invoiceLines.length > 0)) {
      const { total, message } = sumOfLines(invoice);
      demand(isEqual(total, invoice.amountTotal), 'agreement', message, 'amountTotal');
    }
    return all.some(({ lines: invoiceLines }) => invoiceLines.length > 1);
  },
});

/**
 * Whether the sum of an invoice's lines has the sign of its total, and is not larger than rounding explains: of the total and each line (Odoo's
 * `round_globally`), and of the total to coins (ERPNext's `rounded_total`).
 */
function isWithinTotal(lineTotal: Numeric, invoice: Invoice): boolean {
  const difference = absolute(subtract(lineTotal, invoice.amountTotal));
  return compare(difference, cashRoundingOf(invoice)) <= 0 || hasSignWithin(lineTotal, invoice.amountTotal);
}

const linesWithin = agreement({
  name: 'lines-within',
  documents: 'invoices',
  path: '/invoices/list',
  title: 'the lines of an invoice have the sign of its total, and are no more, also where they are without tax',
  needs: [],
  wants: 'an invoice with a line',
  async judge(ledger) {
    let isShown = false;
    for (const invoice of await ledger.invoices()) {
      const { total, message } = sumOfLines(invoice);
      if (isEqual(total, 0)) continue;
      isShown = true;
      demand(isWithinTotal(total, invoice), 'agreement', message, 'lines');
    }
    return isShown;
  },
});

const quantities = agreement({
  name: 'line-signs',
  documents: 'invoices',
  path: '/invoices/list',
  title: 'the amount of a line has the sign of its quantity times its price',
  needs: [],
  wants: 'an invoice with a line that has a quantity, a price and an amount',
  async judge(ledger) {
    const sign = (value: Numeric): number => compare(value, 0);
    let isShown = false;
    for (const { invoiceNumber, lines: invoiceLines } of await ledger.invoices()) {
      for (const { description, quantity, unitPrice, amount } of invoiceLines) {
        const expected = sign(quantity) * sign(unitPrice);
        if (expected === 0 || sign(amount) === 0) continue;
        isShown = true;
        const message = `${invoiceNumber}, "${description}": ${quantity} times ${unitPrice} is ${amount}`;
        demand(expected === sign(amount), 'agreement', message, 'lines');
      }
    }
    return isShown;
  },
});

/** What was paid by listed payments, by invoice. */
async function paidBy(ledger: Ledger): Promise<ReadonlyMap<string, Numeric>> {
  const paid = new Map<string, Numeric>();
  for (const { erpInvoiceId, amount } of await ledger.payments())
    paid.set(erpInvoiceId, add(paid.get(erpInvoiceId) ?? 0, amount));
  return paid;
}

const settled = ({ amountTotal, amountOutstanding }: Invoice): Numeric => subtract(amountTotal, amountOutstanding);

const paymentsMessage = ({ invoiceNumber, amountTotal, amountOutstanding }: Invoice, payments: Numeric): string =>
  `${invoiceNumber}: payments of ${payments}, while ${amountOutstanding} of ${amountTotal} is open`;

const paidAtMost = agreement({
  name: 'payments-within',
  documents: 'invoices',
  path: '/payments/list',
  title: 'the payments of an invoice are no more than its total less what is open',
  needs: ['/invoices/list'],
  wants: 'an invoice with a payment',
  async judge(ledger) {
    const paid = await paidBy(ledger);
    let isShown = false;
    for (const invoice of await ledger.invoices()) {
      const payments = paid.get(invoice.erpInvoiceId);
      if (payments === undefined) continue;
      isShown = true;
      const isWithin = compare(absolute(payments), absolute(settled(invoice))) <= 0;
      demand(isWithin, 'agreement', paymentsMessage(invoice, payments), 'payments');
    }
    return isShown;
  },
});

const paidExactly = agreement({
  name: 'payments-add-up',
  documents: 'invoices',
  path: '/payments/list',
  title:
    'the payments of a debtor are the totals of the invoices less what is open, less what credit notes settle; without credit notes for each invoice',
  needs: ['/invoices/list'],
  wants: 'an invoice with a payment',
  async judge(ledger) {
    const paid = await paidBy(ledger);
    const all = (await ledger.invoices()).filter((invoice) => !isTakenBack(invoice));
    const accounts = Map.groupBy(all, ({ erpDebtorId, currency }) => JSON.stringify([erpDebtorId, currency]));
    for (const accountInvoices of accounts.values()) {
      const invoices = accountInvoices.filter((one) => !isCreditNote(one));
      const credits = accountInvoices.filter(isCreditNote);
      if (credits.length > 0) {
        demandExplained(invoices, credits, paid);
        continue;
      }
      for (const invoice of invoices) {
        const payments = paid.get(invoice.erpInvoiceId) ?? 0;
        demand(isEqual(payments, settled(invoice)), 'agreement', paymentsMessage(invoice, payments), 'payments');
      }
    }
    return all.some(({ erpInvoiceId }) => paid.has(erpInvoiceId));
  },
});

/** A credit note may pay an invoice, and is no payment: what payments leave unexplained is at most what credit notes have settled. */
function demandExplained(
  invoices: readonly Invoice[],
  credits: readonly Invoice[],
  paid: ReadonlyMap<string, Numeric>,
): void {
  const payments = sum(invoices.map(({ erpInvoiceId }) => paid.get(erpInvoiceId) ?? 0));
  const left = subtract(sum(invoices.map(settled)), payments);
  const credited = absolute(sum(credits.map(settled)));
  const message = `debtor ${invoices[0]?.erpDebtorId}: payments of ${payments} leave ${left} of the settled amounts unexplained, and credit notes explain ${credited}`;
  demand(compare(left, credited) <= 0, 'agreement', message, 'payments');
}

/** Credit notes with a payment of the same amount and day: one may be equal by chance. */
const fewestCredited = 2;

const creditPayments = agreement({
  name: 'credit-payments',
  path: '/payments/list',
  title: 'a credit note that settles an invoice is no payment',
  needs: ['/invoices/list'],
  wants: 'a credit note, and a payment of its debtor',
  async judge(ledger) {
    const invoices = (await ledger.invoices()).filter((invoice) => !isTakenBack(invoice));
    const debtors = new Map(invoices.map(({ erpInvoiceId, erpDebtorId }) => [erpInvoiceId, erpDebtorId]));
    const settlementKey = (debtor: string | undefined, day: string, amount: Numeric): string =>
      JSON.stringify([debtor, day, String(absolute(amount))]);
    const payments = await ledger.payments();
    const paid = new Map(
      payments.map((one) => [
        settlementKey(debtors.get(one.erpInvoiceId), one.paymentDate, one.amount),
        one.erpPaymentId,
      ]),
    );
    const credits = invoices.filter(isCreditNote);
    const payers = new Set(payments.map(({ erpInvoiceId }) => debtors.get(erpInvoiceId)));
    const both = credits.flatMap(({ erpDebtorId, issueDate, amountTotal, invoiceNumber }) => {
      const id = paid.get(settlementKey(erpDebtorId, issueDate, amountTotal));
      return id === undefined ? [] : [`${id} and ${invoiceNumber} of ${amountTotal} on ${issueDate}`];
    });
    const message = `payments have the debtor, the day and the amount of credit notes: ${some(both)}`;
    demand(both.length < fewestCredited, 'agreement', message, 'payments');
    return credits.some(({ erpDebtorId }) => payers.has(erpDebtorId));
  },
});

const isCreditNote = ({ amountTotal }: Invoice): boolean => compare(amountTotal, 0) < 0;

export const amountRules: readonly Check[] = [
  outstanding,
  customerOpen,
  lines,
  netLines,
  linesWithin,
  quantities,
  paidAtMost,
  paidExactly,
  creditPayments,
];
