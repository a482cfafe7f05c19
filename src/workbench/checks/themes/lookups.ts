/** Requests about one record: addresses, prices, credit, usage, and the orders and invoices of a customer. */
import type { Check, Theme } from '../core/check.ts';
import type { CheckContext } from '../core/context.ts';
import { demand, demandEqual, lacks } from '../core/outcome.ts';
import { unknownId, unknownIds } from '../core/request-bodies.ts';
import { dayOf, plusDays } from '../validation/days.ts';
import { isRecord } from '../validation/record.ts';

const longAgo = '1990-01-01';

const customersFor = async ({ discovered, sample }: CheckContext, count: number): Promise<readonly string[]> =>
  sample(await discovered.customerIds(), count);

const addresses: Check = {
  id: 'lookups/addresses',
  path: '/catalog/customers/addresses',
  title:
    'without a kind all addresses of the customer come, with a kind those of that kind, and none of an unknown customer',
  clause: 'contract 4, /catalog/customers/addresses',
  tag: 'read',
  needs: ['/catalog/customers/addresses'],
  async run(context) {
    let isShown = false;
    for (const customerId of await customersFor(context, 25)) {
      const { hits } = await context.ask('/catalog/customers/addresses', { customerId });
      for (const kind of ['shipping', 'billing'] as const) {
        const ofKind = await context.ask('/catalog/customers/addresses', { customerId, kind });
        const expected = hits.filter(({ addressKind }) => addressKind === kind);
        demandEqual(ofKind.hits, expected, 'filter', `the ${kind} addresses of ${customerId}`);
      }
      isShown ||= hits.length > 0;
    }
    for (const customerId of unknownIds) {
      const { hits } = await context.ask('/catalog/customers/addresses', { customerId });
      demandEqual(hits, [], 'unknown-id', `the addresses of ${customerId}`);
    }
    if (!isShown) lacks('a customer with an address', '/catalog/customers/addresses');
  },
};

const prices: Check = {
  id: 'lookups/prices',
  path: '/pricing/resolve',
  title: 'a price names its source; without a price, or for an unknown id, it is null with the source "none"',
  clause: 'contract 2, price result; ruling: answers',
  tag: 'read',
  needs: ['/pricing/resolve'],
  async run(context) {
    let isShown = false;
    const products = context.sample(await context.discovered.products(), 20).map(({ erpProductId }) => erpProductId);
    const customers = await customersFor(context, 5);
    for (const customerErpId of customers) {
      for (const productErpId of products) {
        const { systemUnitPrice } = await context.ask('/pricing/resolve', { customerErpId, productErpId });
        isShown ||= systemUnitPrice !== null;
      }
    }
    const none = { schemaVersion: '1', systemUnitPrice: null, source: 'none' };
    for (const id of unknownIds) {
      for (const [customerErpId, productErpId] of [
        [customers[0], id],
        [id, products[0]],
        [id, id],
      ]) {
        const price = await context.ask('/pricing/resolve', { customerErpId, productErpId });
        demandEqual(price, none, 'unknown-id', `the price of product ${productErpId} for customer ${customerErpId}`);
      }
    }
    if (!isShown) lacks('a product with a price for a customer', '/pricing/resolve');
  },
};

const credit: Check = {
  id: 'lookups/credit',
  path: '/credit/customer',
  title: 'every customer has a credit snapshot, and an unknown one is refused by its field',
  clause: 'contract 2, credit snapshot; ruling: answers',
  tag: 'read',
  needs: ['/credit/customer'],
  async run(context) {
    for (const customerErpId of await customersFor(context, 30))
      await context.ask('/credit/customer', { customerErpId });
    for (const customerErpId of unknownIds) {
      const refused = await context.refusedFields('/credit/customer', { customerErpId }, 'unknown-id');
      demandEqual(refused, ['customerErpId'], 'unknown-id', `the fields refused for ${customerErpId}`);
    }
  },
};

/** Some days of the customer's orders: a period that ends with one of them shows whether its last day counts. None where orders are not listed. */
async function orderDays(context: CheckContext, customerErpId: string): Promise<readonly string[]> {
  const { status, body } = await context.post('/sales-orders/list', { customerErpId, limit: 100 });
  const orders = status === 200 && isRecord(body) && Array.isArray(body.orders) ? body.orders.filter(isRecord) : [];
  const days = orders.flatMap(({ orderDate }) => (typeof orderDate === 'string' ? [orderDate] : []));
  return context.sample([...new Set(days)], 4);
}

const usage: Check = {
  id: 'lookups/usage',
  path: '/sales-orders/usage',
  title: 'a period in two parts has the units of the whole, except for rounding up; an unknown SKU or customer has 0',
  clause: 'contract 2, usage result; ruling: answers',
  tag: 'read',
  needs: ['/sales-orders/usage'],
  uses: ['/sales-orders/list'],
  async run(context) {
    let isShown = false;
    const yearAgo = plusDays(dayOf(context.now()), -365);
    const skus = context.sample(await context.discovered.skus(), 12);
    for (const customerErpId of await customersFor(context, 12)) {
      for (const sku of skus) {
        const units = async (periodStart: string, periodEnd: string | null): Promise<number> =>
          (await context.ask('/sales-orders/usage', { customerErpId, sku, periodStart, periodEnd })).units;
        const whole = await units(longAgo, null);
        if (whole === 0) continue;
        isShown = true;
        for (const day of [yearAgo, ...(await orderDays(context, customerErpId))]) {
          const parts = (await units(longAgo, day)) + (await units(plusDays(day, 1), null));
          const isSum = parts === whole || parts === whole + 1;
          const what = `${sku} for ${customerErpId}: ${whole} units, and ${parts} in two parts, of which one ends with ${day}`;
          demand(isSum, 'usage-sum', what, 'units');
        }
      }
    }
    const [customerErpId = ''] = await customersFor(context, 1);
    for (const sku of unknownIds) {
      for (const customer of new Set([customerErpId, unknownId])) {
        const body = { customerErpId: customer, sku, periodStart: longAgo };
        const { units } = await context.ask('/sales-orders/usage', body);
        demandEqual(units, 0, 'unknown-id', `the units of ${sku} for ${customer}`);
      }
    }
    if (!isShown) lacks('a customer who ordered a product', '/sales-orders/usage');
  },
};

const usagePeriod: Check = {
  id: 'lookups/usage-period',
  path: '/sales-orders/usage',
  title: 'a period that ends before it begins is refused; one without an end, or with null, has no upper bound',
  clause: 'ruling: requests',
  tag: 'read',
  needs: ['/sales-orders/usage'],
  async run(context) {
    const [customerErpId = ''] = await customersFor(context, 1);
    const [sku = ''] = await context.discovered.skus();
    const period = { customerErpId, sku, periodStart: '2026-02-02', periodEnd: '2026-02-01' };
    await context.refusedFields('/sales-orders/usage', period, 'invalid-field');
    const open = await context.ask('/sales-orders/usage', { customerErpId, sku, periodStart: longAgo });
    for (const periodEnd of [null, '2199-12-31']) {
      const { units } = await context.ask('/sales-orders/usage', {
        customerErpId,
        sku,
        periodStart: longAgo,
        periodEnd,
      });
      demandEqual(units, open.units, 'usage-sum', `the units with the period end ${periodEnd}`);
    }
  },
};

const orders = (path: '/purchase-orders/list' | '/sales-orders/list'): Check => ({
  id: 'lookups/orders',
  path,
  title: 'with a customer its orders come, without one those of all, newest first; an unknown customer has none',
  clause: 'contract 4, ruling: answers',
  tag: 'read',
  needs: [path],
  async run(context) {
    const { orders: all } = await context.ask(path, { limit: 100 });
    const { customer } = context.settings;
    const customers = new Set(customer === undefined ? all.map((order) => order.customerErpId) : [customer]);
    for (const customerErpId of context.sample([...customers], 100)) {
      const { orders: ordersOfCustomer } = await context.ask(path, { customerErpId, limit: 100 });
      const among = all.filter((order) => order.customerErpId === customerErpId);
      demandEqual(ordersOfCustomer.slice(0, among.length), among, 'filter', `the orders of ${customerErpId}`);
    }
    for (const customerErpId of unknownIds)
      demandEqual(
        (await context.ask(path, { customerErpId })).orders,
        [],
        'unknown-id',
        `the orders of ${customerErpId}`,
      );
    if (all.length === 0) lacks('an order', path);
  },
});

const customerInvoices: Check = {
  id: 'lookups/customer-invoices',
  path: '/customer-invoices/list',
  title: 'the invoices of the customer come, newest first, and none of an unknown one',
  clause: 'contract 4, ruling: answers',
  tag: 'read',
  needs: ['/customer-invoices/list'],
  async run(context) {
    let isShown = false;
    for (const customerErpId of await customersFor(context, 25)) {
      const { invoices } = await context.ask('/customer-invoices/list', { customerErpId, limit: 100 });
      isShown ||= invoices.length > 0;
    }
    for (const customerErpId of unknownIds) {
      const { invoices } = await context.ask('/customer-invoices/list', { customerErpId });
      demandEqual(invoices, [], 'unknown-id', `the invoices of ${customerErpId}`);
    }
    if (!isShown) lacks('a customer with an invoice', '/customer-invoices/list');
  },
};

/** Checks each lookup with known and unknown ids, kinds and periods (contract 4). */
export const lookups: Theme = () => [
  addresses,
  prices,
  credit,
  usage,
  usagePeriod,
  orders('/purchase-orders/list'),
  orders('/sales-orders/list'),
  customerInvoices,
];
