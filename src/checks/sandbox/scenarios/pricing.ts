/** What the workflow asks about a customer: price, credit, usage, and the lists of the portal. Contract 4. */
import { dayOf, plusDays } from '../../validation/days.ts';
import type { Refusal } from '../probe.ts';
import { nobody, type Session } from '../session.ts';
import { spread } from './search.ts';

const sampled = 4;

/** An unknown customer, where the contract wants an existing one. */
export const unknownCustomer: Refusal = {
  rule: 'unknown-id',
  statuses: [422],
  because: 'an unknown customer',
  fields: ['customerErpId'],
};

/** The customers that are asked about. */
export function customersOf({ settings, known }: Session): readonly string[] {
  return settings.customer === undefined
    ? spread(known.customers, sampled).map(({ erpId }) => erpId)
    : [settings.customer];
}

export async function prices(session: Session): Promise<void> {
  const { known } = session;
  const products = () => spread(known.products, sampled).map(({ erpProductId }) => erpProductId);
  await session.check('/pricing/resolve', 'prices of customers and products', async (probe) => {
    if (customersOf(session).length === 0 || products().length === 0) probe.skip('No customer or product is known.');
    let priced = 0;
    for (const customerErpId of customersOf(session)) {
      for (const productErpId of products()) {
        const { systemUnitPrice } = await probe.ask('/pricing/resolve', { customerErpId, productErpId });
        if (systemUnitPrice !== null) priced += 1;
      }
    }
    if (priced === 0) probe.note('No price was found: every answer was null.');
  });
  await session.check('/pricing/resolve', 'an unknown customer and product have no price', async (probe) => {
    const unknown = { customerErpId: nobody, productErpId: nobody };
    const { systemUnitPrice } = await probe.ask('/pricing/resolve', unknown);
    probe.hold(systemUnitPrice === null, 'unknown-id', 'systemUnitPrice', `is ${systemUnitPrice}, not null`);
  });
  await session.check('/credit/customer', 'the credit of customers', async (probe) => {
    if (customersOf(session).length === 0) probe.skip('No customer is known.');
    for (const customerErpId of customersOf(session)) await probe.ask('/credit/customer', { customerErpId });
  });
  await session.check('/credit/customer', 'an unknown customer is refused with 422', async (probe) => {
    await probe.refuse('/credit/customer', { customerErpId: nobody }, unknownCustomer);
  });
  await session.check('/sales-orders/usage', 'the usage of a year, and without an end', async (probe) => {
    const [customerErpId] = customersOf(session);
    const sku = session.settings.sku ?? known.products[0]?.erpSku;
    if (customerErpId === undefined || sku === undefined) return probe.skip('No customer or product is known.');
    const periodEnd = dayOf(session.now());
    const periodStart = plusDays(periodEnd, -365);
    for (const end of [periodEnd, null, undefined])
      await probe.ask('/sales-orders/usage', { customerErpId, sku, periodStart, periodEnd: end });
  });
  await session.check('/sales-orders/usage', 'what is not known has no usage', async (probe) => {
    const unknown = { customerErpId: nobody, sku: nobody, periodStart: '2020-01-01' };
    const { units } = await probe.ask('/sales-orders/usage', unknown);
    probe.hold(units === 0, 'unknown-id', 'units', `is ${units}, not 0`);
  });
  await session.check('/sales-orders/usage', 'a period that ends before it starts is refused', async (probe) => {
    const period = { customerErpId: nobody, sku: nobody, periodStart: '2026-02-02', periodEnd: '2026-02-01' };
    const wanted = { rule: 'invalid-field', statuses: [422], because: 'periodStart after periodEnd' } as const;
    await probe.refuse('/sales-orders/usage', period, wanted);
  });
}

export async function portal(session: Session): Promise<void> {
  for (const path of ['/purchase-orders/list', '/sales-orders/list'] as const) {
    await session.check(path, 'orders of all customers, newest first', async (probe) => {
      const { orders } = await probe.ask(path, { limit: 100 });
      const [first] = (await probe.ask(path, { limit: 1 })).orders;
      const same = JSON.stringify(first) === JSON.stringify(orders[0]);
      probe.hold(same, 'stable-order', 'orders', 'with the limit 1 another order comes first');
    });
    await session.check(path, 'orders of one customer', async (probe) => {
      const { orders } = await probe.ask(path, { limit: 100 });
      const customerErpId = session.settings.customer ?? orders[0]?.customerErpId;
      if (customerErpId === undefined) return probe.skip('There is no order.');
      await probe.ask(path, { customerErpId, limit: 100 });
      const unknown = await probe.ask(path, { customerErpId: nobody });
      probe.hold(unknown.orders.length === 0, 'unknown-id', 'orders', 'an unknown customer has orders');
    });
  }
  await session.check('/customer-invoices/list', 'invoices of customers, newest first', async (probe) => {
    if (customersOf(session).length === 0) probe.skip('No customer is known.');
    for (const customerErpId of customersOf(session)) await probe.ask('/customer-invoices/list', { customerErpId });
  });
  await session.check('/customer-invoices/list', 'an unknown customer has none', async (probe) => {
    const { invoices } = await probe.ask('/customer-invoices/list', { customerErpId: nobody });
    probe.hold(invoices.length === 0, 'unknown-id', 'invoices', 'an unknown customer has invoices');
  });
}
