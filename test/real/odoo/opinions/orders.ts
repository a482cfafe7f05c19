/** Sales orders and their quantities, as Odoo's models and its sales report state them. */
import type { Opinion } from '../../erp.ts';
import { idOf, numberOf, type Odoo, type Row, textOf } from '../odoo.ts';
import { type Customer, familyOf, productsOf } from './catalogue.ts';

/** Rows of a list that are asked for: the newest ones. */
const most = 100;

const newest = (one: Row, other: Row): number =>
  textOf(other.day).localeCompare(textOf(one.day)) || numberOf(other.id) - numberOf(one.id);

const soldStates: Readonly<Record<string, string>> = {
  draft: 'draft',
  sent: 'quotation sent',
  sale: 'authorised',
  done: 'locked',
  cancel: 'cancelled',
};
const boughtStates: Readonly<Record<string, string>> = {
  draft: 'open',
  sent: 'open',
  sale: 'accepted',
  done: 'accepted',
  cancel: 'cancelled',
};

async function usageOpinions(odoo: Odoo, { id }: Customer): Promise<readonly Opinion[]> {
  const opinions: Opinion[] = [];
  for (const { id: product, sku } of await productsOf(odoo)) {
    const domain = [
      ['commercial_partner_id', '=', id],
      ['product_id', '=', product],
      ['state', 'in', ['sale', 'done']],
      ['date', '>=', '2026-03-01'],
      ['date', '<', '2026-08-01'],
    ];
    const lines = await odoo.rows('sale.report', domain, ['product_uom_qty']);
    const units = lines.reduce((sum, line) => sum + numberOf(line.product_uom_qty), 0);
    opinions.push({
      path: '/sales-orders/usage',
      request: { customerErpId: String(id), sku, periodStart: '2026-03-01', periodEnd: '2026-07-31' },
      answer: { units: Math.ceil(Number(units.toFixed(6))) },
    });
  }
  return opinions;
}

export async function orderOpinions(odoo: Odoo, customers: readonly Customer[]): Promise<readonly Opinion[]> {
  const lockedField = await odoo.call('sale.order', 'fields_get', [['locked']], { attributes: ['type'] });
  const fields = ['name', 'state', 'date_order', 'client_order_ref', 'partner_id'];
  const all = JSON.stringify(lockedField).includes('locked') ? [...fields, 'locked'] : fields;
  const opinions: Opinion[] = [];
  for (const customer of customers) {
    const family = await familyOf(odoo, customer.id);
    const foundRows = await odoo.rows('sale.order', [['partner_id', 'in', family]], all);
    const rows = foundRows
      .map((row) => ({
        ...row,
        id: idOf(row.id),
        day: textOf(row.date_order).slice(0, 10),
        state: row.locked === true && row.state === 'sale' ? 'done' : textOf(row.state),
      }))
      .sort(newest);
    const request = { customerErpId: String(customer.id), limit: most };
    const shared = (row: (typeof rows)[number]): Row => ({ customerErpId: String(customer.id), orderDate: row.day });
    opinions.push({
      path: '/sales-orders/list',
      request,
      answer: {
        orders: rows.slice(0, most).map((row) => ({
          erpSoId: String(row.id),
          soNumber: (row as Row).name,
          status: soldStates[row.state],
          ...shared(row),
        })),
      },
    });
    opinions.push({
      path: '/purchase-orders/list',
      request,
      answer: {
        orders: rows
          .filter((row) => textOf((row as Row).client_order_ref) !== '')
          .slice(0, most)
          .map((row) => ({
            erpPoId: String(row.id),
            poNumber: textOf((row as Row).client_order_ref).trim(),
            status: boughtStates[row.state],
            ...shared(row),
          })),
      },
    });
    opinions.push(...(await usageOpinions(odoo, customer)));
  }
  return opinions;
}
