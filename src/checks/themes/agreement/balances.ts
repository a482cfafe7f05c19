/** Account statements and credit agree with the invoices, in exact decimals. */
import { compare, type Numeric, subtract, sum } from '../../../../engine/tools/index.ts';
import type { Check } from '../../core/check.ts';
import type { Ledger } from '../../core/ledger.ts';
import { demand, fail } from '../../core/outcome.ts';
import { isTakenBack } from '../../core/paged-lists.ts';
import { agreement, isEqual, some } from './compare.ts';

const statementInvoices = agreement({
  name: 'statement-invoices',
  path: '/customer-statement/get',
  title: 'each invoice of /customer-invoices/list is a line of the account, with its amount',
  needs: ['/customer-invoices/list', '/catalog/customers/search'],
  wants: 'an account whose lines have the numbers of invoices',
  async judge(ledger) {
    const found: string[] = [];
    const missing: string[] = [];
    for (const customer of await ledger.customers()) {
      const { currency, lines: all } = await ledger.statementOf(customer);
      for (const invoice of await ledger.invoicesOf(customer)) {
        if (invoice.currency !== currency || isEqual(invoice.amountTotal, 0) || isTakenBack(invoice)) continue;
        const isLine = all.some(
          ({ reference, debit, credit }) =>
            reference === invoice.invoiceNumber && isEqual(subtract(debit, credit), invoice.amountTotal),
        );
        (isLine ? found : missing).push(`${invoice.invoiceNumber} of ${invoice.amountTotal} (customer ${customer})`);
      }
    }
    if (found.length === 0) return false;
    demand(missing.length === 0, 'agreement', `no line of the account is ${some(missing)}`, 'lines');
    return true;
  },
});

/** Open amounts of a customer's invoices; undefined where not all of them are listed, or in another currency than the account's. */
async function openOf(ledger: Ledger, customer: string, currency: string): Promise<Numeric | undefined> {
  const own = await ledger.invoicesOf(customer);
  if (own.length >= 100 || own.some((invoice) => invoice.currency !== currency)) return undefined;
  return sum(own.map(({ amountOpen }) => amountOpen));
}

const statementOpen = agreement({
  name: 'statement-open',
  path: '/customer-statement/get',
  title: 'the closing balance is what is open, less payments that settle no invoice yet',
  needs: ['/customer-invoices/list', '/catalog/customers/search'],
  wants: 'a customer with an open invoice, all of whose invoices are in the currency of the account',
  async judge(ledger) {
    const less: string[] = [];
    let equal = 0;
    for (const customer of await ledger.customers()) {
      const { currency, openingBalance, closingBalance } = await ledger.statementOf(customer);
      const open = await openOf(ledger, customer, currency);
      if (open === undefined) continue;
      const own = subtract(closingBalance, openingBalance);
      const message = `customer ${customer}: the account went from ${openingBalance} to ${closingBalance}, and ${open} is open`;
      demand(compare(own, open) <= 0, 'agreement', message, 'closingBalance');
      if (!isEqual(own, open)) less.push(message);
      else if (!isEqual(open, 0)) equal += 1;
    }
    // Money that settles nothing yet is the exception.
    if (less.length > 0 && less.length >= equal)
      fail('agreement', `${less[0]}; so with ${less.length} customers, and ${equal} agree`, 'closingBalance');
    return equal > 0;
  },
});

const creditUsed = agreement({
  name: 'credit-used',
  path: '/credit/customer',
  title: 'credit used is the balance of the account, or what is open: the same for every customer',
  needs: ['/customer-statement/get', '/customer-invoices/list', '/catalog/customers/search'],
  wants: 'a customer with credit used, whose account is in the currency of the snapshot',
  async judge(ledger) {
    const differs = { balance: '', open: '' };
    let isShown = false;
    for (const customer of await ledger.customers()) {
      const { creditUsed: used, currency } = await ledger.creditOf(customer);
      const statement = await ledger.statementOf(customer);
      const open = await openOf(ledger, customer, currency);
      if (used === null || statement.currency !== currency) continue;
      isShown ||= !isEqual(used, 0);
      const balance = statement.closingBalance;
      const what = `customer ${customer}: ${used} is used, the balance is ${balance}, and ${open ?? 'more'} is open`;
      if (!isCredit(used, balance)) differs.balance ||= what;
      if (open !== undefined && !isCredit(used, open)) differs.open ||= what;
    }
    const isRight = differs.balance === '' || differs.open === '';
    demand(isRight, 'agreement', `${differs.balance}; ${differs.open}`, 'creditUsed');
    return isShown;
  },
});

/** An account in credit may be answered as 0. */
const isCredit = (used: Numeric, owed: Numeric): boolean =>
  isEqual(used, owed) || (compare(owed, 0) < 0 && isEqual(used, 0));

export const balanceRules: readonly Check[] = [statementInvoices, statementOpen, creditUsed];
