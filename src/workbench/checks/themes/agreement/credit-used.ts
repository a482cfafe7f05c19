/** Credit used agrees with the account of the customer and with what is open, in exact decimals. */
import { compare, type Numeric } from '../../../../../engine/tools/index.ts';
import { isEqual } from '../../core/amounts.ts';
import { isEnded } from '../../core/document-states.ts';
import type { Ledger } from '../../core/ledger.ts';
import { fail, lacks } from '../../core/outcome.ts';
import { agreement } from './compare.ts';
import { type Differing, openOf, readAgain } from './customer-accounts.ts';
import { mostOrders, type Order, usedWithoutOrders } from './used-without-orders.ts';

const creditNeeds = ['/customer-statement/get', '/customer-invoices/list', '/catalog/customers/search'] as const;

/** An account in credit may be answered as 0. */
const isCredit = (used: Numeric, owed: Numeric): boolean =>
  isEqual(used, owed) || (compare(owed, 0) < 0 && isEqual(used, 0));

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
async function usedOf(ledger: Ledger, customer: string, withoutOrders?: Numeric): Promise<Used | undefined> {
  const credit = await ledger.creditOf(customer);
  const { currency } = credit;
  const used = withoutOrders ?? credit.creditUsed;
  const statement = await ledger.statementOf(customer);
  const open = (await openOf(ledger, customer, currency))?.amount;
  if (used === null || statement.currency !== currency) return undefined;
  const balance = statement.closingBalance;
  const without = withoutOrders === undefined ? '' : ' without its orders';
  const what = `customer ${customer}${without}: ${used} is used, the balance is ${balance}, and ${open ?? 'more'} is open`;
  return { used, balance, open, what };
}

/** Demands that credit used is the balance of the account, or what is open, in the same way for all of these customers. Returns whether any is used. */
async function judgeUsed(
  ledger: Ledger,
  customers: readonly string[],
  withoutOrders: ReadonlyMap<string, Numeric> = new Map(),
): Promise<boolean> {
  const differs: { balance?: Differing; open?: Differing } = {};
  let isShown = false;
  for (const customer of customers) {
    const account = await usedOf(ledger, customer, withoutOrders.get(customer));
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

export const creditUsed = agreement({
  name: 'credit-used',
  documents: 'accounts',
  path: '/credit/customer',
  title: 'credit used is the balance of the account, or what is open: the same for every customer',
  needs: creditNeeds,
  wants: 'a customer with credit used, whose account is in the currency of the snapshot',
  judge: async (ledger) => judgeUsed(ledger, await ledger.customers()),
});

const ordersPath = '/sales-orders/list';

export const balancePlusOrders = agreement({
  name: 'balance-plus-orders',
  insteadOf: 'credit-used',
  documents: 'accounts',
  path: '/credit/customer',
  title:
    'credit used is the balance or what is open, the same for every customer, and more only for customers with orders',
  needs: [...creditNeeds, ordersPath],
  wants: 'a customer with credit used and without orders, whose account is in the currency of the snapshot',
  async judge(ledger, context) {
    const customersWithoutOrders: string[] = [];
    const withOrders: Order[] = [];
    const less: Differing[] = [];
    let [hasOrders, isMore] = [false, false];
    for (const customer of await ledger.customers()) {
      const { orders } = await context.ask(ordersPath, { customerErpId: customer, limit: 100 });
      if (orders.length === 0) customersWithoutOrders.push(customer);
      else if (orders.length < mostOrders) withOrders.push(...orders);
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
    const left = await usedWithoutOrders(context, withOrders);
    const isShown = await judgeUsed(ledger, [...customersWithoutOrders, ...left.keys()], left);
    // A setting of the ERP may leave orders out. A query that leaves them out by mistake is found with --strict.
    if (hasOrders && !isMore)
      lacks('a customer with orders that are not closed, who uses more than the balance and what is open', ordersPath);
    return isShown;
  },
});
