/** Rules that no row of an ERP breaks, and rows that break them. */
import { expect, it } from 'vitest';
import type { DataRow } from '../../../../src/workbench/checks/core/erp-data.ts';
import { rulesFor } from '../../../../src/workbench/checks/metamorphic/row-rules.ts';
import { readRows } from '../../../../src/workbench/checks/metamorphic/rows.ts';
import { column, dataOf, reference, table } from './made-up-data.ts';

const customer = table('customer', [column('id', 'integer'), column('list', 'integer')]);
const order = table(
  'sales_order',
  [
    ...[column('id', 'integer'), column('customer_id', 'integer'), column('list', 'integer')],
    ...[
      column('total', 'decimal'),
      column('freight', 'decimal'),
      column('bank_act', 'integer'),
      column('made_on', 'date'),
    ],
  ],
  [],
  [reference('customer_id', 'customer')],
);
const line = table(
  'line',
  [
    ...[column('id', 'integer'), column('order_id', 'integer'), column('qty', 'integer')],
    ...[column('price', 'decimal'), column('discount', 'decimal'), column('day', 'date')],
  ],
  [],
  [reference('order_id', 'sales_order')],
);
const bank = table('bank_account', [column('id', 'integer')]);

const customers = [1, 2, 3].map((id) => ({ id: String(id), list: String(id + 10) }));
const banks = [{ id: '4' }, { id: '5' }];

/** Orders of two lines: 3 x 10.15 less 5 per cent and 7 x the number of the order, and freight. The totals were computed by hand. */
const totals = ['35.92', '44.42', '49.92', '58.42', '63.92', '72.42', '77.92', '86.42'];
const orders = totals.map(
  (total, index): DataRow => ({
    ...{ id: String(index + 1), customer_id: String((index % 3) + 1), list: String((index % 3) + 11), total },
    ...{
      freight: index % 2 === 0 ? '0' : '1.5',
      bank_act: index % 2 === 0 ? '4' : '5',
      made_on: `2026-03-0${index + 1}`,
    },
  }),
);
const lines = orders.flatMap(({ id, made_on }): readonly DataRow[] => [
  { id: `${id}1`, order_id: id ?? null, qty: '3', price: '10.15', discount: '0.05', day: made_on ?? null },
  { id: `${id}2`, order_id: id ?? null, qty: '7', price: id ?? null, discount: '0', day: made_on ?? null },
]);

/** What is wrong with a written order and its lines; they are those of the first order but for the given values. */
async function breaches(written: DataRow, ofLines: DataRow = {}): Promise<readonly string[]> {
  const all = (ownOrders: readonly DataRow[], ownLines: readonly DataRow[]) =>
    readRows(
      dataOf([
        [customer, customers],
        [order, ownOrders],
        [line, ownLines],
        [bank, banks],
      ]),
    );
  const before = await all(orders, lines);
  const newLines = lines.slice(0, 2).map((row) => ({ ...row, id: `9${row.id}`, order_id: '99', ...ofLines }));
  const now = await all([...orders, { ...orders[0], id: '99', ...written }], [...lines, ...newLines]);
  const isNew = ({ row }: { readonly row: DataRow }): boolean => row.id === '99' || row.order_id === '99';
  const records = now.tables.flatMap(now.inTable).filter(isNew);
  return records.flatMap((record) =>
    rulesFor(before, record, 'Europe/Berlin').flatMap((rule) => rule(now, record)?.text.split(';')[0] ?? []),
  );
}

it('a row like the others breaks no rule', async () => {
  expect(await breaches({})).toEqual([]);
  expect(await breaches({ customer_id: '2', list: '12' })).toEqual([]);
});

it('a value is that of the row referred to', async () => {
  expect(await breaches({ list: '12' })).toEqual([
    'sales_order.list is 12, and customer.list of the row that it refers to by customer_id is 11',
  ]);
  const [first] = await breaches({}, { day: '2026-11-29' });
  expect(first).toBe(
    'line.day is 2026-11-29, and sales_order.made_on of the row that it refers to by order_id is 2026-03-01',
  );
});

it('a total is the sum of the lines, less their discounts, and other amounts of the row', async () => {
  expect(await breaches({ total: '37.45' })).toEqual([
    'sales_order.total is 37.45, and the sum of qty x price x (1 - discount) in the rows of line that refer to it and freight is 35.9275',
  ]);
  expect(await breaches({ total: '35.93' })).toEqual([]);
});

it('a number is a key of the table whose name has a word of the column', async () => {
  expect(await breaches({ bank_act: '1200' })).toEqual([
    'sales_order.bank_act is 1200, which is no id of bank_account',
  ]);
});
