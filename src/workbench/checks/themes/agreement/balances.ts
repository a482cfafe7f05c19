/** Account statements agree with the invoices, in exact decimals. */
import { add, compare, type Numeric, subtract, sum } from '../../../../../engine/tools/index.ts';
import { isEqual } from '../../core/amounts.ts';
import type { Check } from '../../core/check.ts';
import { isTakenBack } from '../../core/document-states.ts';
import type { Ledger } from '../../core/ledger.ts';
import { fail, reasonOf } from '../../core/outcome.ts';
import { agreement, some } from './compare.ts';
import { balancePlusOrders, creditUsed } from './credit-used.ts';
import { type Differing, openOf, readAgain } from './customer-accounts.ts';
import { statementDates, statementPayments } from './statement-lines.ts';

const statementInvoices = agreement({
  name: 'statement-invoices',
  documents: 'invoices',
  path: '/customer-statement/get',
  title: 'each invoice of /customer-invoices/list is a line of the account, with its amount and its currency',
  needs: ['/customer-invoices/list', '/catalog/customers/search'],
  wants: 'an account whose lines have the numbers of invoices',
  async judge(ledger) {
    const charged: Differing[] = [];
    const missing: Differing[] = [];
    const exchanged: Differing[] = [];
    for (const customer of await ledger.customers()) {
      const { currency, lines: all } = await ledger.statementOf(customer);
      for (const invoice of await ledger.invoicesOf(customer)) {
        if (isEqual(invoice.amountTotal, 0) || isTakenBack(invoice)) continue;
        const isLine = all.some(
          ({ reference, debit, credit }) =>
            reference === invoice.invoiceNumber && isEqual(subtract(debit, credit), invoice.amountTotal),
        );
        const what = `${invoice.invoiceNumber} of ${invoice.amountTotal} (customer ${customer})`;
        if (invoice.currency !== currency) {
          if (isLine) exchanged.push({ customer, what: `${what}: ${invoice.currency} there, ${currency} here` });
          continue;
        }
        (isLine ? charged : missing).push({ customer, what });
      }
    }
    const [converted] = exchanged;
    if (converted !== undefined) {
      await readAgain(ledger, converted.customer, ['invoicesOf', 'statementOf']);
      const all = some(exchanged.map(({ what }) => what));
      fail('agreement', `an invoice in another currency has the same amount in the account: ${all}`, 'currency');
    }
    if (charged.length === 0) return false;
    const [first] = missing;
    if (first === undefined) return true;
    await readAgain(ledger, first.customer, ['invoicesOf', 'statementOf']);
    return fail('agreement', `no line of the account is ${some(missing.map(({ what }) => what))}`, 'lines');
  },
});

/** What was paid on each invoice by listed payments; empty where payments are not listed. */
async function paidByInvoice(ledger: Ledger): Promise<ReadonlyMap<string, Numeric>> {
  const paid = new Map<string, Numeric>();
  await reasonOf(
    ledger.payments().then((payments) => {
      for (const { erpInvoiceId, amount } of payments) paid.set(erpInvoiceId, add(paid.get(erpInvoiceId) ?? 0, amount));
    }),
  );
  return paid;
}

const positive = (value: Numeric): Numeric => (compare(value, 0) < 0 ? 0 : value);

const statementOpen = agreement({
  name: 'statement-open',
  documents: 'accounts',
  path: '/customer-statement/get',
  title: 'the closing balance is what is open, less payments that settle no invoice yet',
  needs: ['/customer-invoices/list', '/catalog/customers/search'],
  uses: ['/payments/list'],
  wants: 'a customer whose account has lines, and all of whose invoices are in the currency of the account',
  async judge(ledger) {
    const paid = await paidByInvoice(ledger);
    let isShown = false;
    for (const customer of await ledger.customers()) {
      const { currency, openingBalance, closingBalance, lines } = await ledger.statementOf(customer);
      const open = await openOf(ledger, customer, currency);
      if (open === undefined) continue;
      isShown ||= lines.length > 0;
      const movement = subtract(closingBalance, openingBalance);
      const account = `customer ${customer}: the account went from ${openingBalance} to ${closingBalance}, and ${open.amount} is open`;
      // What was paid or credited, and is no listed payment of an invoice, may settle nothing yet.
      const credits = sum(lines.map(({ credit }) => credit));
      const settling = sum(open.invoiceIds.map((id) => paid.get(id) ?? 0));
      const less = subtract(open.amount, movement);
      const isExplained = compare(less, 0) >= 0 && compare(less, positive(subtract(credits, settling))) <= 0;
      if (isExplained) continue;
      await readAgain(ledger, customer, ['invoicesOf', 'statementOf']);
      const why = `credits of ${credits}, of which listed payments of ${settling} settle invoices, do not explain the difference`;
      fail('agreement', compare(less, 0) < 0 ? account : `${account}; ${why}`, 'closingBalance');
    }
    return isShown;
  },
});

export const balanceRules: readonly Check[] = [
  statementInvoices,
  statementPayments,
  statementDates,
  statementOpen,
  creditUsed,
  balancePlusOrders,
];
