/** Values that are the same for all customers although the data says otherwise: usage that is always 0, limits that are all 0, shared locations. */
import { isEqual } from '../../core/amounts.ts';
import type { Check } from '../../core/check.ts';
import { demand } from '../../core/outcome.ts';
import { agreement, some } from './compare.ts';

const ownLocations = agreement({
  name: 'own-locations',
  path: '/catalog/customers/addresses',
  title: 'no location belongs to two customers',
  clause: 'contract 4',
  needs: ['/catalog/customers/search'],
  wants: 'two customers with addresses',
  async judge(_ledger, context) {
    const owners = new Map<string, string>();
    for (const customerId of context.sample(await context.discovered.customerIds(), 60)) {
      const { hits } = await context.ask('/catalog/customers/addresses', { customerId });
      for (const { erpLocationId, address } of hits) {
        const owner = owners.get(erpLocationId) ?? customerId;
        const message = `location ${erpLocationId} (${address}) is answered for customer ${owner} and for customer ${customerId}`;
        demand(owner === customerId, 'own-records', message, 'hits');
        owners.set(erpLocationId, owner);
      }
    }
    return new Set(owners.values()).size > 1;
  },
});

/** A search with as many hits may have left some out. */
const largestSearch = 500;
/** Customers with orders whose usage is looked at. */
const mostOrdering = 5;
/** Orders that an ERP need not count as ordered. */
const isNoOrder = (status: string): boolean => /draft|quot|offer|void|cancel|reject|delet/i.test(status);

const usageShown = agreement({
  name: 'usage-shown',
  path: '/sales-orders/usage',
  title: 'customers with orders have ordered something: not every usage is 0',
  needs: ['/sales-orders/list', '/catalog/products/search'],
  wants: 'a customer with orders in /sales-orders/list and fewer than 500 products, so that all can be asked for',
  async judge(_ledger, context) {
    const { orders } = await context.ask('/sales-orders/list', { limit: 100 });
    const ordered = orders.filter(({ status }) => !isNoOrder(status)).map(({ customerErpId }) => customerErpId);
    const customers = context.sample([...new Set(ordered)], mostOrdering);
    const all = await context.discovered.skus();
    // A foreign ERP is not asked thousands of times.
    const skus = context.fixture === undefined ? context.sample(all, largestSearch) : all;
    for (const sku of skus) {
      for (const customerErpId of customers) {
        const body = { customerErpId, sku, periodStart: '1990-01-01' };
        if ((await context.ask('/sales-orders/usage', body)).units > 0) return true;
      }
    }
    if (customers.length === 0 || all.length >= largestSearch || skus.length < all.length) return false;
    const message = `${some(customers)} have orders in /sales-orders/list, and the usage of each of ${skus.length} products is 0 since 1990`;
    demand(false, 'agreement', message, 'units');
    return true;
  },
});

const creditShown = agreement({
  name: 'credit-shown',
  path: '/credit/customer',
  title: 'credit used is not 0 for every customer while invoices are open',
  needs: ['/customer-invoices/list', '/catalog/customers/search'],
  wants: 'a customer with an open invoice and credit that is tracked',
  async judge(ledger) {
    const owing: string[] = [];
    for (const customer of await ledger.customers()) {
      const { creditUsed } = await ledger.creditOf(customer);
      if (creditUsed === null) continue;
      if (!isEqual(creditUsed, 0)) return true;
      const customerInvoices = await ledger.invoicesOf(customer);
      if (customerInvoices.some(({ amountOpen, amountTotal }) => !isEqual(amountOpen, 0) && !isEqual(amountTotal, 0)))
        owing.push(customer);
    }
    demand(
      owing.length === 0,
      'agreement',
      `credit used is 0 for every customer, and ${some(owing)} have open invoices`,
      'creditUsed',
    );
    return false;
  },
});

/** Customers with a limit of 0 and credit used, from which on an ERP is taken to write 0 for no limit. */
const fewestUnlimited = 2;

const zeroLimits = agreement({
  name: 'zero-limits',
  path: '/credit/customer',
  title: 'a limit of 0 means that no credit is given: most customers who have it use none',
  clause: 'contract 2, credit snapshot',
  needs: ['/catalog/customers/search'],
  wants: 'a customer with a limit of 0, or a customer with a limit and one without (null)',
  async judge(ledger) {
    const [using, unused]: [string[], string[]] = [[], []];
    const kinds = new Set<'limit' | 'none'>();
    for (const customer of await ledger.customers()) {
      const { creditLimit, creditUsed } = await ledger.creditOf(customer);
      if (creditLimit === null) kinds.add('none');
      else if (!isEqual(creditLimit, 0)) kinds.add('limit');
      else if (creditUsed === null || isEqual(creditUsed, 0)) unused.push(customer);
      else using.push(customer);
    }
    const count = using.length + unused.length;
    const isNone = using.length >= fewestUnlimited && using.length > unused.length;
    const message = `${some(using)} have a limit of 0 and use credit: if the ERP writes 0 where there is no limit, answer null, such as NULLIF(credit_limit, 0)`;
    demand(!isNone, 'agreement', message, 'creditLimit');
    const all = `each of ${count} customers has a limit of 0: answer null where credit is not tracked`;
    demand(count < fewestUnlimited || kinds.size > 0, 'agreement', all, 'creditLimit');
    return count > 0 || kinds.size === 2;
  },
});

export const shownRules: readonly Check[] = [ownLocations, usageShown, creditShown, zeroLimits];
