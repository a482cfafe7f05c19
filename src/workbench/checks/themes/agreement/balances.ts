/** Account statements and credit agree with the invoices, in exact decimals. */
import { add, compare, type Numeric, subtract, sum } from '../../../../../engine/tools/index.ts';
import { isEqual } from '../../core/amounts.ts';
import type { Check } from '../../core/check.ts';
import { isEnded, isTakenBack } from '../../core/document-states.ts';
import { type Ledger, mostCustomerInvoices } from '../../core/ledger.ts';
import { fail, lacks, reasonOf } from '../../core/outcome.ts';
import { agreement, some } from './compare.ts';
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

interface Open {
  readonly amount: Numeric;
  readonly invoiceIds: readonly string[];
}

/** Open amounts of a customer's invoices; undefined where not all of them are listed, or in another currency than the account's. */
async function openOf(ledger: Ledger, customer: string, currency: string): Promise<Open | undefined> {
  const own = await ledger.invoicesOf(customer);
  if (own.length >= mostCustomerInvoices || own.some((invoice) => invoice.currency !== currency)) return undefined;
  return {
    amount: sum(own.map(({ amountOpen }) => amountOpen)),
    invoiceIds: own.map(({ erpInvoiceId }) => erpInvoiceId),
  };
}

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
      const own = subtract(closingBalance, openingBalance);
      const account = `customer ${customer}: the account went from ${openingBalance} to ${closingBalance}, and ${open.amount} is open`;
      // What was paid or credited, and is no listed payment of an invoice, may settle nothing yet.
      const credits = sum(lines.map(({ credit }) => credit));
      const settling = sum(open.invoiceIds.map((id) => paid.get(id) ?? 0));
      const less = subtract(open.amount, own);
      const isExplained = compare(less, 0) >= 0 && compare(less, positive(subtract(credits, settling))) <= 0;
      if (isExplained) continue;
      await readAgain(ledger, customer, ['invoicesOf', 'statementOf']);
      const why = `credits of ${credits}, of which listed payments of ${settling} settle invoices, do not explain the difference`;
      fail('agreement', compare(less, 0) < 0 ? account : `${account}; ${why}`, 'closingBalance');
    }
    return isShown;
  },
});

const positive = (value: Numeric): Numeric => (compare(value, 0) < 0 ? 0 : value);

const creditNeeds = ['/customer-statement/get', '/customer-invoices/list', '/catalog/customers/search'] as const;

/** Credit used of a customer, with the balance of the account and what is open. */
interface Used {
  readonly used: Numeric;
  readonly balance: Numeric;
  /** Undefined where not all invoices are listed, or in another currency. */
  readonly open: Numeric | undefined;
  /** The three, for a message. */
  readonly what: string;
}

/** Undefined where credit is not tracked, or the account is in another currency. */
async function usedOf(ledger: Ledger, customer: string): Promise<Used | undefined> {
  const { creditUsed: used, currency } = await ledger.creditOf(customer);
  const statement = await ledger.statementOf(customer);
  const open = (await openOf(ledger, customer, currency))?.amount;
  if (used === null || statement.currency !== currency) return undefined;
  const balance = statement.closingBalance;
  const what = `customer ${customer}: ${used} is used, the balance is ${balance}, and ${open ?? 'more'} is open`;
  return { used, balance, open, what };
}

/** Demands that credit used is the balance of the account, or what is open, in the same way for all of these customers. Returns whether any is used. */
async function judgeUsed(ledger: Ledger, customers: readonly string[]): Promise<boolean> {
  const differs: { balance?: Differing; open?: Differing } = {};
  let isShown = false;
  for (const customer of customers) {
    const account = await usedOf(ledger, customer);
    if (account === undefined) continue;
    const { used, balance, open, what } = account;
    isShown ||= !isEqual(used, 0);
    if (!isCredit(used, balance)) differs.balance ??= { customer, what };
    if (open !== undefined && !isCredit(used, open)) differs.open ??= { customer, what };
  }
  const { balance, open } = differs;
  if (balance === undefined || open === undefined) return isShown;
  await readAgain(ledger, balance.customer, ['invoicesOf', 'statementOf', 'creditOf']);
  return fail('agreement', [...new Set([balance.what, open.what])].join('; '), 'creditUsed');
}

const creditUsed = agreement({
  name: 'credit-used',
  documents: 'accounts',
  path: '/credit/customer',
  title: 'credit used is the balance of the account, or what is open: the same for every customer',
  needs: creditNeeds,
  wants: 'a customer with credit used, whose account is in the currency of the snapshot',
  judge: async (ledger) => judgeUsed(ledger, await ledger.customers()),
});

const ordersPath = '/sales-orders/list';

const balancePlusOrders = agreement({
  name: 'balance-plus-orders',
  insteadOf: 'credit-used',
  documents: 'accounts',
  path: '/credit/customer',
  title:
    'credit used is the balance or what is open, the same for every customer, and more only for customers with orders',
  needs: [...creditNeeds, ordersPath],
  wants: 'a customer with credit used and without orders, whose account is in the currency of the snapshot',
  async judge(ledger, context) {
    const plain: string[] = [];
    const less: Differing[] = [];
    let [hasOrders, isMore] = [false, false];
    for (const customer of await ledger.customers()) {
      const { orders } = await context.ask(ordersPath, { customerErpId: customer, limit: 100 });
      if (orders.length === 0) plain.push(customer);
      const account = await usedOf(ledger, customer);
      if (account === undefined) continue;
      const { used, balance, open, what } = account;
      hasOrders ||= orders.some((one) => one.status !== 'draft' && !isEnded(one));
      isMore ||= compare(used, balance) > 0 && compare(used, open ?? balance) > 0;
      const isLess = (owed: Numeric): boolean => compare(used, owed) < 0;
      if (isLess(balance) && open !== undefined && isLess(open)) less.push({ customer, what });
    }
    const [first] = less;
    if (first !== undefined) {
      await readAgain(ledger, first.customer, ['invoicesOf', 'statementOf', 'creditOf']);
      return fail('agreement', `${first.what}: less than both`, 'creditUsed');
    }
    const isShown = await judgeUsed(ledger, plain);
    // A setting of the ERP may leave orders out. A query that leaves them out by mistake is found with --strict.
    if (hasOrders && !isMore)
      lacks('a customer with orders that are not closed, who uses more than the balance and what is open', ordersPath);
    return isShown;
  },
});

interface Differing {
  readonly customer: string;
  readonly what: string;
}

/** Reads the answers for a customer again, so that the requests that a report shows are those of the customer that it names. */
async function readAgain(
  ledger: Ledger,
  customer: string,
  which: readonly ('creditOf' | 'statementOf' | 'invoicesOf')[],
): Promise<void> {
  ledger.reset();
  for (const one of which) await ledger[one](customer);
}

/** An account in credit may be answered as 0. */
const isCredit = (used: Numeric, owed: Numeric): boolean =>
  isEqual(used, owed) || (compare(owed, 0) < 0 && isEqual(used, 0));

export const balanceRules: readonly Check[] = [
  statementInvoices,
  statementPayments,
  statementDates,
  statementOpen,
  creditUsed,
  balancePlusOrders,
];
