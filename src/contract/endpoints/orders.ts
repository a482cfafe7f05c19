import type { Endpoint, Fields } from '../../../engine/index.ts';
import { currency, date, decimal, dueDate, id, limit, optional, state, text } from '../fields/fields.ts';

const filter = {
  customerErpId: optional(id('customer', 'Only documents of this customer; of all customers by default.', 'C-1001')),
  limit: limit(100, 20),
} as const satisfies Fields;

const purchaseOrder = {
  erpPoId: id('purchaseOrder', 'Identifier of the purchase order.', '90017'),
  poNumber: text('Number of the purchase order.', 'PO-2026-0317'),
  customerErpId: id('customer', 'Identifier of the customer.', 'C-1001'),
  status: state(['open'], 'State in the ERP.'),
  orderDate: date('Order date.', '2026-03-17'),
} as const satisfies Fields;

const salesOrder = {
  erpSoId: id('salesOrder', 'Identifier of the sales order.', '55012'),
  soNumber: text('Number of the sales order.', 'SO-55012'),
  customerErpId: id('customer', 'Identifier of the customer.', 'C-1001'),
  status: state(['authorised'], 'State in the ERP.'),
  orderDate: date('Order date.', '2026-03-18'),
} as const satisfies Fields;

const customerInvoice = {
  erpInvoiceId: id('invoice', 'Identifier of the invoice.', '70233'),
  invoiceNumber: text('Number of the invoice.', 'INV-2026-0233'),
  customerErpId: id('customer', 'Identifier of the customer.', 'C-1001'),
  issueDate: date('Issue date.', '2026-03-20'),
  dueDate,
  currency: currency('Currency of both amounts.'),
  amountTotal: decimal('Total with tax; negative for a credit note.', 297.5),
  amountOpen: decimal('Amount that is still to be paid.', 97.5),
  status: state(['authorised'], 'State in the ERP.'),
} as const satisfies Fields;

/** Order and invoice lists of the ordering app, newest first. */
export const orders = [
  {
    path: '/purchase-orders/list',
    app: 'ordering',
    title: 'Purchase order list',
    description: 'Purchase orders, newest first.',
    request: filter,
    answer: {
      kind: 'rows',
      property: 'orders',
      row: purchaseOrder,
      id: 'erpPoId',
      newestFirst: 'orderDate',
      paged: false,
      brokenRow: 'fail',
    },
    mustExist: [],
  },
  {
    path: '/sales-orders/list',
    app: 'ordering',
    title: 'Sales order list',
    description: 'Sales orders, newest first.',
    request: filter,
    answer: {
      kind: 'rows',
      property: 'orders',
      row: salesOrder,
      id: 'erpSoId',
      newestFirst: 'orderDate',
      paged: false,
      brokenRow: 'fail',
    },
    mustExist: [],
  },
  {
    path: '/customer-invoices/list',
    app: 'ordering',
    title: 'Customer invoice list',
    description: 'Invoices and credit notes of a customer, newest first.',
    request: { customerErpId: id('customer', 'erpId of a customer hit.', 'C-1001'), limit: limit(100, 50) },
    answer: {
      kind: 'rows',
      property: 'invoices',
      row: customerInvoice,
      id: 'erpInvoiceId',
      newestFirst: 'issueDate',
      paged: false,
      brokenRow: 'fail',
    },
    mustExist: [],
  },
] as const satisfies readonly Endpoint[];
