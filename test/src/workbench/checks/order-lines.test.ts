/** The product of an order's line is found through the stock that the line refers to. */
import { expect, it } from 'vitest';
import { readRows } from '../../../../src/workbench/checks/metamorphic/rows.ts';
import { skusIn } from '../../../../src/workbench/checks/themes/columns/order-lines.ts';
import { column, dataOf, reference, table } from './made-up-data.ts';

const item = table('item', [column('id', 'integer'), column('sku', 'text')]);
const site = table(
  'itemsite',
  [column('id', 'integer'), column('item_id', 'integer')],
  [],
  [reference('item_id', 'item')],
);
const line = table(
  'order_line',
  [column('id', 'integer'), column('no', 'integer'), column('itemsite_id', 'integer')],
  [],
  [reference('itemsite_id', 'itemsite')],
);
const items = ['1', '2', '3'].map((id) => ({ id, sku: `A-${id}` }));
const sites = ['1', '2', '3'].map((id) => ({ id: `${id}0`, item_id: id }));
// The numbers of the lines are ids of other products.
const lines = [
  { id: '1', no: '2', itemsite_id: '30' },
  { id: '2', no: '3', itemsite_id: '10' },
];

it('names the product behind the stock, and not those whose ids are numbers of the line', async () => {
  const rows = await readRows(
    dataOf([
      [item, items],
      [site, sites],
      [line, lines],
    ]),
  );
  const products = items.map(({ id, sku }) => ({ erpSku: sku, erpDesc: `Article ${id}`, erpProductId: id }));
  const context = { discovered: { products: async () => products } };
  const ofLine = rows.inTable(line).map((record) => skusIn(context, rows, [record]));
  expect(await Promise.all(ofLine)).toEqual([['A-3'], ['A-1']]);
});
