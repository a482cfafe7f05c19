/** The double of Odoo computes as Odoo 19 does: totals, discounts of pricelists, accounts of journals. */
import { afterAll, beforeAll, expect, it } from 'vitest';
import { openOdoo } from './odoo-environment.ts';

type Open = Awaited<ReturnType<typeof openOdoo>>;
const end = new AsyncDisposableStack();
afterAll(() => end.disposeAsync());
let odoo: Open;
beforeAll(async () => {
  odoo = await openOdoo(end);
});

/** The first id that a method of the double returns. */
async function create(model: string, values: object): Promise<number> {
  const { ODOO_URL: url, ODOO_API_KEY: key } = odoo.double.environment;
  const response = await fetch(`${url}/json/2/${model}/create`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', authorization: `Bearer ${key}`, 'x-odoo-database': 'nordlicht' },
    body: JSON.stringify({ vals_list: [values], context: { allowed_company_ids: [1] } }),
  });
  const answer: unknown = await response.json();
  expect(response.status).toBe(200);
  return Array.isArray(answer) ? Number(answer[0]) : 0;
}

async function rows(sql: string): Promise<readonly unknown[]> {
  const database = odoo.fixture.databases.get('db');
  if (database === undefined) throw new Error('The fixture has no database db.');
  return database.run(sql);
}

const invoice = {
  ...{ move_type: 'out_invoice', company_id: 1, journal_id: 1, partner_id: 12, invoice_date: '2026-06-15' },
  ...{ ref: 'A-1', payment_reference: 'A-1', invoice_origin: 'A-1' },
};
const half = { name: 'Chalk', quantity: 0.5, price_unit: 10.99, tax_ids: [[6, 0, []]] };

// Odoo 19, round_globally: 5.495 + 5.495 = 10.99, not 5.50 + 5.50 = 11.00. In dinars 5.495 is a whole amount.
it.each([
  ['euros', 2, '10.99'],
  ['dinars', 5, '10.990'],
])('the total in %s is the rounded sum of exact amounts', async (_name, currency_id, total) => {
  const lines = [half, half].map((line) => [0, 0, line]);
  const id = await create('account.move', { ...invoice, currency_id, invoice_line_ids: lines });
  expect(await rows(`SELECT amount_total FROM account_move WHERE id = ${id}`)).toEqual([{ amount_total: total }]);
});

// List 9 of the fixture gives ten percent on everything: Odoo takes them off a stated price, unless the line says otherwise.
it.each([
  [{}, 10],
  [{ discount: 0 }, 0],
])('a line with %j has a discount of %i percent', async (more, discount) => {
  const line = { product_id: 1001, product_uom_qty: 1, price_unit: 1000, ...more };
  const id = await create('sale.order', { partner_id: 39, company_id: 1, pricelist_id: 9, order_line: [[0, 0, line]] });
  expect(await rows(`SELECT discount::int AS discount FROM sale_order_line WHERE order_id = ${id}`)).toEqual([
    { discount: String(discount) },
  ]);
});
