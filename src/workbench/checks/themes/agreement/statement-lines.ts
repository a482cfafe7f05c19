/** The lines of an account have the days of its documents: a payment is credited on its day, and an invoice is charged on the day that it was issued. */
import { compare, type Numeric, subtract, sum } from '../../../../../engine/tools/index.ts';
import { isEqual } from '../../core/amounts.ts';
import type { AccountStatement, Ledger } from '../../core/ledger.ts';
import { fail } from '../../core/outcome.ts';
import type { Payment } from '../../core/paged-lists.ts';
import { agreement, some } from './compare.ts';

const path = '/customer-statement/get';

/** The listed payments of a customer's invoices in one currency, by their day. */
async function paymentsByDay(ledger: Ledger, customer: string, currency: string) {
  const invoices = await ledger.invoices();
  const invoiceIds = new Set(
    invoices.flatMap((one) => (one.erpDebtorId === customer && one.currency === currency ? [one.erpInvoiceId] : [])),
  );
  const payments = (await ledger.payments()).filter(({ erpInvoiceId }) => invoiceIds.has(erpInvoiceId));
  return Map.groupBy(payments, ({ paymentDate }) => paymentDate);
}

const creditedOn = ({ lines }: AccountStatement, day: string): Numeric =>
  sum(lines.filter(({ date }) => date === day).map(({ credit }) => credit));

const paidIn = (payments: readonly Payment[]): Numeric => sum(payments.map(({ amount }) => amount));

export const statementPayments = agreement({
  name: 'statement-payments',
  documents: 'accounts',
  path,
  title: 'on the day of a payment, the account is credited with at least the payments of that day',
  needs: ['/payments/list', '/invoices/list', '/catalog/customers/search'],
  wants: 'a payment of a customer whose account has credits',
  async judge(ledger) {
    let isShown = false;
    const missing: string[] = [];
    for (const customer of await ledger.customers()) {
      const account = await ledger.statementOf(customer);
      // An account without credits shows balances only, or what is open.
      if (account.lines.every(({ credit }) => isEqual(credit, 0))) continue;
      for (const [day, payments] of await paymentsByDay(ledger, customer, account.currency)) {
        const [paid, credited] = [paidIn(payments), creditedOn(account, day)];
        if (compare(paid, 0) <= 0) continue;
        isShown = true;
        if (compare(credited, paid) < 0)
          missing.push(`${paid} on ${day} by customer ${customer}, where the account has credits of ${credited}`);
      }
    }
    if (missing.length > 0) fail('agreement', `payments are no credits of their day: ${some(missing)}`, 'lines');
    return isShown;
  },
});

/** Lines that show an exchange of days at least. */
const fewestLines = 3;

export const statementDates = agreement({
  name: 'statement-dates',
  documents: 'invoices',
  path,
  title: 'an invoice is charged on the day that it was issued, and not on the day that it is due',
  needs: ['/customer-invoices/list', '/catalog/customers/search'],
  wants: 'three invoices that are lines of an account and due on another day than they were issued',
  async judge(ledger) {
    const due: string[] = [];
    let count = 0;
    for (const customer of await ledger.customers()) {
      const { currency, lines } = await ledger.statementOf(customer);
      for (const { invoiceNumber, issueDate, dueDate, amountTotal, ...invoice } of await ledger.invoicesOf(customer)) {
        if (invoice.currency !== currency || issueDate === dueDate) continue;
        const line = lines.find(
          ({ reference, debit, credit }) =>
            reference === invoiceNumber && isEqual(subtract(debit, credit), amountTotal),
        );
        if (line === undefined) continue;
        count += 1;
        if (line.date === dueDate) due.push(`${invoiceNumber} of ${issueDate} has ${line.date}`);
      }
    }
    if (count < fewestLines) return false;
    if (due.length === count) fail('agreement', `lines have the days when invoices are due: ${some(due)}`, 'lines');
    return true;
  },
});
