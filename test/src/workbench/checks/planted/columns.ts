/** Defects of values that all endpoints share, so that none disagrees with another one. */
import { changing, type Defect, rowsOf } from '../defective-service.ts';
import type { PlantedDefect } from './defect.ts';
import { movedDay, type Row } from './rewrites.ts';

const rowsChanged = (path: string, property: string, change: (row: Row) => Row): Defect =>
  changing(path, (answer) => ({ ...answer, [property]: rowsOf(answer[property]).map(change) }));

const hundredfold = (value: unknown): number => Math.round(Number(value) * 100);

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
];
