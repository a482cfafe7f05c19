/** Addresses, prices, credit, usage and the lists of one customer: what is asked about one record. */
import { dayOf, plusDays } from '../../validation/days.ts';
import type { Check, Subject } from '../check.ts';
import type { Bench } from '../check-context.ts';
import { spread } from '../discovered-data.ts';
import { demand, notShown, same } from '../verdict.ts';

const unknown = ['no-such-id-7f3a', "' OR '1'='1", '%', '99999999999999999999'];

const customerIds = async ({ found }: Bench, count: number): Promise<readonly string[]> =>
  spread(await found.customers(), count).map(({ erpId }) => erpId);

const checks: readonly Omit<Check, 'subject'>[] = [
  {
    name: '/catalog/customers/addresses gives all kinds where none is asked for, and each kind alone',
    clause: 'contract 4, /catalog/customers/addresses',
    paths: ['/catalog/customers/addresses'],
    async run(bench) {
      let shown = false;
      for (const customerId of await customerIds(bench, 25)) {
        const { hits } = await bench.ask('/catalog/customers/addresses', { customerId });
        for (const kind of ['shipping', 'billing'] as const) {
          const own = await bench.ask('/catalog/customers/addresses', { customerId, kind });
          same(
            own.hits,
            hits.filter(({ addressKind }) => addressKind === kind),
            `the ${kind} addresses of ${customerId}`,
          );
        }
        shown ||= hits.length > 0;
      }
      for (const customerId of unknown)
        same(
          (await bench.ask('/catalog/customers/addresses', { customerId })).hits,
          [],
          `the addresses of ${customerId}`,
        );
      if (!shown) notShown('the fixture has no address');
    },
  },
  {
    name: '/pricing/resolve gives a price with its source, and null with the source none where there is no price',
    clause: 'contract 2, price result; ruling: answers',
    paths: ['/pricing/resolve'],
    async run(bench) {
      let shown = false;
      const [customer = ''] = await customerIds(bench, 1);
      const products = spread(await bench.found.products(), 20).map(({ erpProductId }) => erpProductId);
      for (const customerErpId of await customerIds(bench, 5)) {
        for (const productErpId of products) {
          const { systemUnitPrice } = await bench.ask('/pricing/resolve', { customerErpId, productErpId });
          shown ||= systemUnitPrice !== null;
        }
      }
      for (const id of unknown) {
        const none = { schemaVersion: '1', systemUnitPrice: null, source: 'none' };
        same(
          await bench.ask('/pricing/resolve', { customerErpId: customer, productErpId: id }),
          none,
          `the price of ${id}`,
        );
        same(
          await bench.ask('/pricing/resolve', { customerErpId: id, productErpId: products[0] }),
          none,
          `a price for ${id}`,
        );
      }
      if (!shown) notShown('the fixture has no price for the customers and products that were tried');
    },
  },
  {
    name: '/credit/customer answers for every customer, and refuses an unknown one by its field',
    clause: 'contract 2, credit snapshot; ruling: answers',
    paths: ['/credit/customer'],
    async run(bench) {
      for (const customerErpId of await customerIds(bench, 30)) await bench.ask('/credit/customer', { customerErpId });
      for (const customerErpId of unknown)
        same(
          await bench.refuse('/credit/customer', { customerErpId }),
          ['customerErpId'],
          `the fields refused for ${customerErpId}`,
        );
    },
  },
  {
    name: '/sales-orders/usage adds up: a period in two parts has the units of the whole, but for their rounding up',
    clause: 'contract 2, usage result; ruling: answers',
    paths: ['/sales-orders/usage'],
    async run(bench) {
      let shown = false;
      const today = dayOf(Date.now());
      const skus = spread(await bench.found.products(), 12).map(({ erpSku }) => erpSku);
      for (const customerErpId of await customerIds(bench, 12)) {
        for (const sku of skus) {
          const units = async (periodStart: string, periodEnd: string | null): Promise<number> =>
            (await bench.ask('/sales-orders/usage', { customerErpId, sku, periodStart, periodEnd })).units;
          const whole = await units('1990-01-01', null);
          if (whole === 0) continue;
          shown = true;
          const middle = plusDays(today, -365);
          const parts = (await units('1990-01-01', middle)) + (await units(plusDays(middle, 1), null));
          demand(
            parts === whole || parts === whole + 1,
            `${sku} for ${customerErpId}: ${whole} units, and ${parts} in two parts`,
          );
        }
      }
      for (const sku of unknown) {
        const [customerErpId = ''] = await customerIds(bench, 1);
        const body = { customerErpId, sku, periodStart: '1990-01-01' };
        same((await bench.ask('/sales-orders/usage', body)).units, 0, `the units of ${sku}`);
      }
      if (!shown) notShown('the fixture has no usage for the customers and SKUs that were tried');
    },
  },
  ...(['/purchase-orders/list', '/sales-orders/list'] as const).map(
    (path): Omit<Check, 'subject'> => ({
      name: `${path} gives the orders of one customer where it is named, newest first, and those of all where it is not`,
      clause: 'contract 4, ruling: answers',
      paths: [path],
      async run(bench) {
        const { orders } = await bench.ask(path, { limit: 100 });
        for (const customerErpId of new Set(orders.map((order) => order.customerErpId))) {
          const own = await bench.ask(path, { customerErpId, limit: 100 });
          const among = orders.filter((order) => order.customerErpId === customerErpId);
          same(own.orders.slice(0, among.length), among, `the orders of ${customerErpId}`);
        }
        for (const customerErpId of unknown)
          same((await bench.ask(path, { customerErpId })).orders, [], `the orders of ${customerErpId}`);
        if (orders.length === 0) notShown('the fixture has no order in this list');
      },
    }),
  ),
  {
    name: '/customer-invoices/list gives the invoices of the customer, newest first, and none of an unknown one',
    clause: 'contract 4, ruling: answers',
    paths: ['/customer-invoices/list'],
    async run(bench) {
      let shown = false;
      for (const customerErpId of await customerIds(bench, 25))
        shown ||= (await bench.ask('/customer-invoices/list', { customerErpId, limit: 100 })).invoices.length > 0;
      for (const customerErpId of unknown)
        same(
          (await bench.ask('/customer-invoices/list', { customerErpId })).invoices,
          [],
          `the invoices of ${customerErpId}`,
        );
      if (!shown) notShown('the fixture has no invoice of the customers that were tried');
    },
  },
];

export const lookUps: Subject = (endpoints) =>
  checks
    .filter(({ paths }) => paths.every((path) => endpoints.some((endpoint) => endpoint.path === path)))
    .map((check) => ({ ...check, subject: 'look-ups' }));
