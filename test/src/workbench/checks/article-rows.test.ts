/** Which rows of an article get a further one, for the check that a join of their table does not multiply the usage. */
import { expect, it } from 'vitest';
import type { TakenAnswer } from '../../../../src/workbench/checks/core/answers.ts';
import { articleRows } from '../../../../src/workbench/checks/metamorphic/article-rows.ts';
import { placeOf } from '../../../../src/workbench/checks/metamorphic/places.ts';
import { readRows } from '../../../../src/workbench/checks/metamorphic/rows.ts';
import { shownCustomer, shownProduct } from '../../../../src/workbench/checks/metamorphic/subjects.ts';
import { column, dataOf, reference, table } from './made-up-data.ts';

const customer = table('customer', [column('id', 'integer'), column('name', 'text')]);
const item = table('item', [column('id', 'integer'), column('code', 'text'), column('title', 'text')]);
const warehouse = table('warehouse', [column('id', 'integer')]);
const stock = table(
  'stock',
  [column('id', 'integer'), column('warehouse', 'integer'), column('item', 'integer'), column('on_hand', 'decimal')],
  [],
  [reference('warehouse', 'warehouse'), reference('item', 'item')],
);
const price = table(
  'customer_price',
  [column('id', 'integer'), column('customer', 'integer'), column('item', 'integer')],
  [],
  [reference('customer', 'customer'), reference('item', 'item')],
);
const customers = [1, 2].map((number) => ({ erpId: String(700 + number), erpName: `Kranz ${number}` }));
const products = ['KU-15', 'KU-20', 'PM-40'].map((erpSku, index) => ({
  ...{ erpProductId: String(41 + index), erpSku, erpDesc: `Kugelhahn ${index}` },
}));

it('the stock of an article with usage gets a row of another warehouse', async () => {
  const stocks = ['1 41', '2 41', '1 42', '3 43', '2 43'].map((text, index) => {
    const [house = '', article = ''] = text.split(' ');
    return { id: String(81 + index), warehouse: house, item: article, on_hand: '7.5' };
  });
  const priced = ['701 42', '701 43', '702 42', '702 43'].map((text, index) => {
    const [no = '', article = ''] = text.split(' ');
    return { id: String(91 + index), customer: no, item: article };
  });
  const rows = await readRows(
    dataOf([
      [customer, customers.map(({ erpId, erpName }) => ({ id: erpId, name: erpName }))],
      [item, products.map((one) => ({ id: one.erpProductId, code: one.erpSku, title: one.erpDesc }))],
      [warehouse, ['1', '2', '3'].map((id) => ({ id }))],
      [stock, stocks],
      [price, priced],
    ]),
  );
  const answer = (erpSku: string, units: number): readonly [string, TakenAnswer] => [
    erpSku,
    { path: '/sales-orders/usage', body: { customerErpId: '701', sku: erpSku }, status: 200, answer: { units } },
  ];
  const places = {
    customerPlace: placeOf(rows, customers.map(shownCustomer)),
    productPlace: placeOf(rows, products.map(shownProduct)),
  };
  const before = new Map([answer('KU-15', 0), answer('KU-20', 5), answer('PM-40', 0)]);
  const further = articleRows(rows, { customers, products, ...places }, before);
  expect(further.map(({ record, plausible, before: usage }) => [record.row.id, plausible, [...usage.keys()]])).toEqual([
    ['83', { warehouse: '2' }, ['KU-20']],
  ]);
});
