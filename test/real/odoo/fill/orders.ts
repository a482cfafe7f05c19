/** Sales orders in every state, for customers and for their contacts, in pieces and dozens. */
import type { Odoo, Row } from '../odoo.ts';
import type { Partners } from './partners.ts';
import { type Products, skuOf } from './products.ts';

const skus = ['NAIL-1', 'R 17', 'Ä-9', 'SAW', 'STEEL', 'GLOVE-1'];

export async function makeOrders(
  odoo: Odoo,
  { customers, contacts }: Partners,
  products: Products,
  unitField: string,
): Promise<void> {
  for (let index = 0; index < 30; index += 1) {
    const at = index % customers.length;
    // "Quiet" has nothing, "Only orders" has no invoice.
    const partner_id = at === 10 ? customers[0] : index % 4 === 3 ? (contacts[at] ?? customers[at]) : customers[at];
    const line = (sku: string, qty: number, isDozen: boolean): Row => ({
      ...{ product_id: skuOf(products, sku), product_uom_qty: qty },
      [unitField]: isDozen ? products.dozen : products.unit,
    });
    const order = await odoo.create('sale.order', {
      ...{ partner_id, date_order: `2026-0${1 + (index % 9)}-1${index % 9} 2${index % 4}:30:00` },
      ...(index % 3 === 0 ? {} : { client_order_ref: index % 3 === 1 ? `PO/${index} & Co` : `4500-${index}` }),
      order_line: [
        [0, 0, line(skus[index % skus.length] ?? 'SAW', 1 + index, index % 5 === 0)],
        [0, 0, line('GRAVEL', 2.5, false)],
        [0, 0, { display_type: 'line_note', name: 'Deliver in the morning' }],
      ],
    });
    if (index % 4 !== 0 || at === 11) await odoo.call('sale.order', 'action_confirm', [[order]]);
    if (index % 8 === 1)
      await odoo
        .call('sale.order', 'action_lock', [[order]])
        .catch(() => odoo.call('sale.order', 'action_done', [[order]]));
    if (index % 7 === 6)
      await odoo
        .call('sale.order', 'action_cancel', [[order]], { context: { disable_cancel_warning: true } })
        .catch(() => undefined);
  }
}
