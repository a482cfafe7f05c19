import { describe, expect, it } from 'vitest';
import type { Bench } from '../bench.ts';
import { type Body, endpoints } from '../endpoints.ts';
import { NOBODY } from '../found.ts';
import { unshown } from '../unshown.ts';

interface Dated {
  readonly id: string;
  readonly customer: string;
  readonly day: string;
}
interface Listed {
  readonly path: string;
  readonly rows: (bench: Bench, body: Body) => Promise<readonly Dated[]>;
}

const ORDERS: readonly Listed[] = [
  {
    path: endpoints.purchaseOrders.path,
    rows: async (bench, body) =>
      (await bench.ask(endpoints.purchaseOrders, body)).orders.map((row) => ({
        id: row.erpPoId,
        customer: row.customerErpId,
        day: row.orderDate,
      })),
  },
  {
    path: endpoints.salesOrders.path,
    rows: async (bench, body) =>
      (await bench.ask(endpoints.salesOrders, body)).orders.map((row) => ({
        id: row.erpSoId,
        customer: row.customerErpId,
        day: row.orderDate,
      })),
  },
];
const INVOICES: Listed = {
  path: endpoints.customerInvoices.path,
  rows: async (bench, body) =>
    (await bench.ask(endpoints.customerInvoices, body)).invoices.map((row) => ({
      id: row.erpInvoiceId,
      customer: row.customerErpId,
      day: row.issueDate,
    })),
};
const STRANGE = [NOBODY, "' OR '1'='1", '99999999999999999999', '%', '1.5'];

function isWellOrdered(rows: readonly Dated[]): void {
  const days = rows.map((row) => row.day);
  expect(days, 'newest first').toEqual([...days].sort().reverse());
  expect(new Set(rows.map((row) => row.id)).size, 'no row twice').toBe(rows.length);
}

/** Purchase orders, sales orders and customer invoices. */
export function orderingLists(bench: () => Bench): void {
  for (const { path, rows } of [...ORDERS, INVOICES]) {
    describe(`list ${path}`, { timeout: 60_000 }, () => {
      it(`[contract 4 ${path}] [decisions: Responses 4] a customer's rows are that customer's, newest first`, async () => {
        let seen = 0;
        for (const { erpId: customerErpId } of bench().random.some(await bench().found.customers(), 60)) {
          const own = await rows(bench(), { customerErpId, limit: 100 });
          seen += own.length;
          isWellOrdered(own);
          for (const row of own) expect(row.customer).toBe(customerErpId);
          expect(await rows(bench(), { customerErpId, limit: 3 }), 'equal order').toEqual(own.slice(0, 3));
        }
        if (seen === 0) unshown('no customer has a row');
      });

      it('[decisions: Responses 3] an unknown customer has an empty list', async () => {
        for (const customerErpId of STRANGE) {
          expect(await rows(bench(), { customerErpId }), customerErpId).toEqual([]);
        }
      });
    });
  }

  for (const { path, rows } of ORDERS) {
    describe(`list ${path} of all customers`, { timeout: 60_000 }, () => {
      it(`[contract 4 ${path}] [decisions: Responses 4] without a customer the rows of all come, newest first`, async () => {
        const all = await rows(bench(), { limit: 100 });
        isWellOrdered(all);
        expect(await rows(bench(), { limit: 100, customerErpId: null })).toEqual(all);
        for (const customerErpId of bench().random.some([...new Set(all.map((row) => row.customer))], 10)) {
          const own = await rows(bench(), { customerErpId, limit: 100 });
          const among = all.filter((row) => row.customer === customerErpId);
          expect(own.slice(0, among.length), `rows of ${customerErpId}`).toEqual(among);
        }
        if (new Set(all.map((row) => row.customer)).size < 2) unshown('no two customers have rows');
      });
    });
  }
}
