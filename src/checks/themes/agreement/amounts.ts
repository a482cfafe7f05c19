/** Totals, lines, payments, open amounts, statements and credit add up, in exact decimals. */
import { add, compare, type Numeric, subtract, sum } from '../../../../engine/tools/index.ts';
import type { Check } from '../../core/check.ts';
import type { Ledger } from '../../core/ledger.ts';
import { demand, fail } from '../../core/outcome.ts';
import type { Invoice } from '../../core/paged-lists.ts';
import { absolute, agreement, isEqual, isTakenBack, some } from './compare.ts';

const clause = 'ruling: answers';

interface OpenAmount {
  readonly name: string;
  readonly total: Numeric;
  readonly open: Numeric;
}

/** What is open has the sign of the total, and is not larger. Returns whether any amount is open. */
function judgeOpen(amounts: readonly OpenAmount[], field: string): boolean {
  for (const { name, total, open } of amounts) {
    const hasSign = isEqual(open, 0) || compare(open, 0) === compare(total, 0);
    const isWithin = compare(absolute(open), absolute(total)) <= 0;
    const message = `${name}: ${open} of ${total} is open`;
    demand(hasSign && isWithin, 'agreement', `${message}: it must have the sign of the total, and be no more`, field);
  }
  return amounts.some(({ open }) => !isEqual(open, 0));
}

const openTitle = 'what is open has the sign of the total, and is no more than the total';
const openWants = 'an invoice that is not paid in full';

const outstanding = agreement({
  name: 'open-amounts',
  path: '/invoices/list',
  title: openTitle,
  clause,
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
  path: '/customer-invoices/list',
  title: openTitle,
  clause,
  needs: ['/catalog/customers/search'],
  wants: openWants,
  async judge(ledger) {
    let isShown = false;
    for (const customer of await ledger.customers()) {
      const own = (await ledger.invoicesOf(customer)).map(({ invoiceNumber, amountTotal, amountOpen }) => ({
        ...{ name: invoiceNumber, total: amountTotal, open: amountOpen },
      }));
      isShown = judgeOpen(own, 'amountOpen') || isShown;
    }
    return isShown;
  },
});

const lines = agreement({
  name: 'lines',
  path: '/invoices/list',
  title: 'the lines of an invoice add up to its total',
  clause,
  needs: [],
  wants: 'an invoice with two lines',
  async judge(ledger) {
    const all = await ledger.invoices();
    for (const { invoiceNumber, amountTotal, lines: own } of all) {
      if (own.length === 0) continue;
      const total = sum(own.map(({ amount }) => amount));
      const message = `${invoiceNumber}: ${own.length} lines add up to ${total}, and the total is ${amountTotal}`;
      demand(isEqual(total, amountTotal), 'agreement', message, 'amountTotal');
    }
    return all.some(({ lines: own }) => own.length > 1);
  },
});

const linesWithin = agreement({
  name: 'lines-within',
  path: '/invoices/list',
  title: 'the lines of an invoice have the sign of its total, and are no more, also where they are without tax',
  clause,
  needs: [],
  wants: 'an invoice with a line',
  async judge(ledger) {
    let isShown = false;
    for (const { invoiceNumber, amountTotal, lines: own } of await ledger.invoices()) {
      const total = sum(own.map(({ amount }) => amount));
      if (isEqual(total, 0)) continue;
      isShown = true;
      const isWithin =
        compare(total, 0) === compare(amountTotal, 0) && compare(absolute(total), absolute(amountTotal)) <= 0;
      const message = `${invoiceNumber}: ${own.length} lines add up to ${total}, and the total is ${amountTotal}`;
      demand(isWithin, 'agreement', message, 'lines');
    }
    return isShown;
  },
});

const quantities = agreement({
  name: 'line-signs',
  path: '/invoices/list',
  title: 'the amount of a line has the sign of its quantity times its price',
  clause,
  needs: [],
  wants: 'an invoice with a line that has a quantity, a price and an amount',
  async judge(ledger) {
    const sign = (value: Numeric): number => compare(value, 0);
    let isShown = false;
    for (const { invoiceNumber, lines: own } of await ledger.invoices()) {
      for (const { description, quantity, unitPrice, amount } of own) {
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

const paidAtMost = agreement({
  name: 'payments-within',
  path: '/payments/list',
  title: 'the payments of an invoice are no more than its total less what is open',
  clause,
  needs: ['/invoices/list'],
  wants: 'an invoice with a payment',
  async judge(ledger) {
    const paid = await paidBy(ledger);
    let isShown = false;
    for (const invoice of await ledger.invoices()) {
      const { erpInvoiceId, invoiceNumber, amountTotal, amountOutstanding } = invoice;
      const payments = paid.get(erpInvoiceId);
      if (payments === undefined) continue;
      isShown = true;
      const isWithin = compare(absolute(payments), absolute(settled(invoice))) <= 0;
      const message = `${invoiceNumber}: payments of ${payments}, while ${amountOutstanding} of ${amountTotal} is open`;
      demand(isWithin, 'agreement', message, 'payments');
    }
    return isShown;
  },
});

const paidExactly = agreement({
  name: 'payments-add-up',
  path: '/payments/list',
  title: 'without a credit note, the payments of an invoice are its total less what is open',
  clause,
  needs: ['/invoices/list'],
  wants: 'an invoice with a payment, of a debtor without credit notes',
  async judge(ledger) {
    const paid = await paidBy(ledger);
    const all = await ledger.invoices();
    // A credit note may pay an invoice, and is no payment.
    const credited = new Set(all.filter(isCreditNote).map(({ erpDebtorId }) => erpDebtorId));
    const settleable = all.filter((invoice) => !credited.has(invoice.erpDebtorId) && !isTakenBack(invoice));
    for (const invoice of settleable) {
      const { erpInvoiceId, invoiceNumber, amountTotal, amountOutstanding } = invoice;
      const payments = paid.get(erpInvoiceId) ?? 0;
      const message = `${invoiceNumber}: payments of ${payments}, while ${amountOutstanding} of ${amountTotal} is open`;
      demand(isEqual(payments, settled(invoice)), 'agreement', message, 'payments');
    }
    return settleable.some(({ erpInvoiceId }) => paid.has(erpInvoiceId));
  },
});

const isCreditNote = ({ amountTotal }: Invoice): boolean => compare(amountTotal, 0) < 0;

const statementInvoices = agreement({
  name: 'statement-invoices',
  path: '/customer-statement/get',
  title: 'each invoice of /customer-invoices/list is a line of the account, with its amount',
  clause,
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
  clause,
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
  clause,
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

export const amountRules: readonly Check[] = [
  outstanding,
  customerOpen,
  lines,
  linesWithin,
  quantities,
  paidAtMost,
  paidExactly,
  statementInvoices,
  statementOpen,
  creditUsed,
];
