/** Defects of values that all endpoints share, so that none disagrees with another one. */
import { changing, type Defect, jsonOf, rowsOf } from '../defective-service.ts';
import type { PlantedDefect, Run } from './defect.ts';
import { movedDay, rowsChanged } from './rewrites.ts';

const hundredfold = (value: unknown): number => Math.round(Number(value) * 100);

/** The price list in pounds counts for a customer in euros. */
const pricesInPounds =
  ({ data }: Run): Defect =>
  async (call, forward) => {
    const reply = await forward(call);
    const table = (await data?.tables())?.find(({ name }) => name === 'price_list_item');
    const { customerErpId, productErpId } = jsonOf(call.body);
    if (call.path !== '/pricing/resolve' || customerErpId !== 'K10020' || data === undefined || table === undefined)
      return reply;
    const [row] = await data.rows(table, { price_list: 'UK', item_id: String(productErpId) });
    if (row === undefined) return reply;
    const price = { systemUnitPrice: Number(row.price), source: 'price list' };
    return { ...reply, body: JSON.stringify({ ...jsonOf(reply.body), ...price }) };
  };

export const columnDefects: readonly PlantedDefect[] = [
  {
    id: 'columns/days',
    path: '/payments/list',
    what: 'dates are those of another time zone',
    rule: 'erp-days',
    defect: () =>
      rowsChanged('/payments/list', 'payments', (row) => ({ ...row, paymentDate: movedDay(row.paymentDate, -1) })),
  },
  {
    id: 'columns/amounts',
    path: '/invoices/list',
    what: 'amounts are in cents',
    rule: 'erp-amounts',
    defect: () =>
      rowsChanged('/invoices/list', 'invoices', (row) => ({
        ...row,
        amountTotal: hundredfold(row.amountTotal),
        amountOutstanding: hundredfold(row.amountOutstanding),
      })),
  },
  {
    id: 'columns/amounts',
    path: '/credit/customer',
    what: 'the credit limit is in cents',
    rule: 'erp-amounts',
    defect: () =>
      changing('/credit/customer', (answer) => ({
        ...answer,
        creditLimit: answer.creditLimit === null ? null : hundredfold(answer.creditLimit),
      })),
  },
  {
    id: 'columns/orders-used',
    path: '/sales-orders/usage',
    what: 'orders that are partly delivered are counted, and not listed',
    rule: 'agreement',
    defect: () =>
      changing('/sales-orders/list', (answer) => ({
        ...answer,
        orders: rowsOf(answer.orders).filter(({ status }) => status !== 'partly delivered'),
      })),
  },
  {
    id: 'columns/payers',
    path: '/payments/list',
    what: 'allocations of credit notes are listed',
    rule: 'agreement',
    defect: () =>
      changing('/payments/list', (answer) => ({
        ...answer,
        payments: rowsOf(answer.payments).map((row, index) =>
          index === 0 ? { ...row, erpPaymentId: '1131', erpInvoiceId: '131' } : row,
        ),
      })),
  },
  {
    id: 'columns/no-limit',
    path: '/credit/customer',
    what: 'no limit is answered as 0',
    rule: 'erp-values',
    defect: () => changing('/credit/customer', (answer) => ({ ...answer, creditLimit: answer.creditLimit ?? 0 })),
  },
  {
    id: 'columns/filled-fields',
    path: '/debtors/list',
    what: 'no debtor has its e-mail address',
    rule: 'erp-values',
    defect: () => rowsChanged('/debtors/list', 'debtors', ({ email: _, ...row }) => row),
  },
  {
    id: 'columns/filled-credit',
    path: '/credit/customer',
    what: 'credit used is not tracked',
    rule: 'erp-values',
    defect: () => changing('/credit/customer', (answer) => ({ ...answer, creditUsed: null })),
  },
  {
    id: 'columns/address-kinds',
    path: '/catalog/customers/addresses',
    what: 'shipping and billing are exchanged',
    rule: 'erp-values',
    defect: () =>
      rowsChanged('/catalog/customers/addresses', 'hits', (row) => ({
        ...row,
        addressKind: row.addressKind === 'billing' ? 'shipping' : 'billing',
      })),
  },
  {
    id: 'columns/price-currencies',
    path: '/pricing/resolve',
    what: 'a price list in pounds counts for a customer in euros',
    rule: 'line-prices',
    defect: pricesInPounds,
  },
  {
    id: 'columns/used-quantities',
    path: '/sales-orders/usage',
    what: 'usage is ten times the quantity',
    rule: 'erp-amounts',
    defect: () => changing('/sales-orders/usage', (answer) => ({ ...answer, units: Number(answer.units) * 10 })),
  },
  {
    id: 'columns/cancelled-orders',
    path: '/sales-orders/usage',
    what: 'orders that are listed as cancelled are counted',
    rule: 'agreement',
    defect: () =>
      rowsChanged('/sales-orders/list', 'orders', (row) => ({
        ...row,
        status: row.status === 'delivered' ? 'cancelled' : row.status,
      })),
  },
];
