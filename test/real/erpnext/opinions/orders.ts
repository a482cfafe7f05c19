/** Sales orders and their quantities, as the documents of ERPNext state them. */
import Big from 'big.js';
import type { Opinion } from '../../erp.ts';
import { asText, type Frappe, numberOf, type Row, rowsOf } from '../frappe.ts';
import { type Customer, itemsOf } from './catalogue.ts';

/** Rows of a list that are asked for: the newest ones. */
const most = 100;
const [periodStart, periodEnd] = ['2026-03-01', '2026-07-31'];

const salesStates: Readonly<Record<string, string>> = {
  ...{ Draft: 'draft', 'On Hold': 'on hold', 'To Deliver and Bill': 'authorised', 'To Deliver': 'authorised' },
  ...{
    'To Pay': 'authorised',
    'To Bill': 'delivered',
    Completed: 'completed',
    Cancelled: 'cancelled',
    Closed: 'closed',
  },
};
const purchaseStates: Readonly<Record<string, string>> = {
  ...{ ...salesStates, Draft: 'open', 'To Deliver and Bill': 'open', 'To Deliver': 'open', 'To Pay': 'open' },
};

/**
 * The status that the list of orders shows. A document that was created and submitted in one request is not updated until it is delivered or billed: the
 * list shows what is missing (sales_order_list.js).
 */
const shownStatus = ({ docstatus, status }: Row): string =>
  docstatus === 1 && status === 'Draft' ? 'To Deliver and Bill' : asText(status);

/** Submitted quantity in the unit that the item is sold in, by the conversion factors of the lines and of the item. */
async function usageOpinions(frappe: Frappe, customer: string, orders: readonly Row[]): Promise<readonly Opinion[]> {
  const counted = orders.filter(
    (one) =>
      one.docstatus === 1 && asText(one.transaction_date) >= periodStart && asText(one.transaction_date) <= periodEnd,
  );
  const lines = counted.flatMap((one) => rowsOf(one.items));
  return Promise.all(
    (await itemsOf(frappe)).map(async ({ name, sales_uom, stock_uom }) => {
      const { uoms } = await frappe.read('Item', asText(name));
      const unit = rowsOf(uoms).find(({ uom }) => uom === (asText(sales_uom) || stock_uom));
      const stock = lines
        .filter(({ item_code }) => item_code === name)
        .reduce(
          (sum, line) => sum.plus(new Big(numberOf(line.qty)).times(numberOf(line.conversion_factor))),
          new Big(0),
        );
      const units = stock.div(numberOf(unit?.conversion_factor) || 1).round(0, Big.roundUp);
      const request = { customerErpId: customer, sku: name, periodStart, periodEnd };
      return { path: '/sales-orders/usage', request, answer: { units: units.toString() } };
    }),
  );
}

export async function orderOpinions(
  frappe: Frappe,
  company: string,
  customers: readonly Customer[],
): Promise<readonly Opinion[]> {
  const opinions: Opinion[] = [];
  for (const { id } of customers) {
    const names = await frappe.rows(
      'Sales Order',
      [
        ['customer', '=', id],
        ['company', '=', company],
      ],
      ['name'],
    );
    const orders = await Promise.all(names.map(({ name }) => frappe.read('Sales Order', asText(name))));
    const newest = orders.toSorted(
      (one, other) =>
        asText(other.transaction_date).localeCompare(asText(one.transaction_date)) ||
        asText(other.name).localeCompare(asText(one.name)),
    );
    const request = { customerErpId: id, limit: most };
    opinions.push({
      ...{ path: '/sales-orders/list', request },
      answer: {
        orders: newest.slice(0, most).map((order) => ({
          ...{ erpSoId: order.name, soNumber: order.name, customerErpId: id },
          ...{ status: salesStates[shownStatus(order)], orderDate: order.transaction_date },
        })),
      },
    });
    opinions.push({
      ...{ path: '/purchase-orders/list', request },
      answer: {
        orders: newest
          .filter(({ po_no }) => asText(po_no) !== '')
          .slice(0, most)
          .map((order) => ({
            ...{ erpPoId: order.name, poNumber: order.po_no, customerErpId: id },
            ...{ status: purchaseStates[shownStatus(order)], orderDate: order.transaction_date },
          })),
      },
    });
    opinions.push(...(await usageOpinions(frappe, id, orders)));
  }
  return opinions;
}
