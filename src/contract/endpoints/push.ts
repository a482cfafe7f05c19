import type { Endpoint, Fields } from '../../../engine/index.ts';
import { currency, date, decimal, id, lines, optional, optionalText, positiveDecimal, text } from '../fields/fields.ts';

// Quantity and price are required because there is no sensible default. Platforms have lines without a description.
const line = {
  description: optionalText('Description of the line.', 'Consulting, March'),
  quantity: decimal('Quantity.', 2),
  unitPrice: decimal('Price of one unit.', 120),
  amount: optional(
    decimal('Amount of the line; by default quantity x unitPrice, rounded to the minor unit of the currency.', 240),
  ),
} as const satisfies Fields;

/** The documents that the receivables app writes. */
export const push = [
  {
    path: '/invoices/push',
    app: 'receivables',
    title: 'Invoice push',
    description: 'Creates an invoice, once per debtor and invoice number.',
    request: {
      invoiceNumber: text('Number of the invoice; together with the debtor it identifies the invoice.', 'R-2026-118'),
      erpDebtorId: id('debtor', 'Identifier of the debtor.', 'C-1001'),
      issueDate: date('Issue date.', '2026-03-31'),
      dueDate: optional(date("Due date; by the ERP's payment terms if it is missing.", '2026-04-30')),
      currency: currency('Currency of the amounts.'),
      status: optional(text("State; the ERP's default if it is missing.", 'AUTHORISED')),
      lines: lines('Lines of the invoice; the amounts are final, no tax is added.', line),
    },
    answer: {
      kind: 'write',
      fields: { erpInvoiceId: id('invoice', 'Identifier of the invoice; the same for a repeated request.', '70240') },
      key: ['invoiceNumber', 'erpDebtorId'],
      constants: {},
      amounts: { list: 'lines', amount: 'amount', factors: ['quantity', 'unitPrice'], currency: 'currency' },
    },
    mustExist: ['erpDebtorId'],
  },
  {
    path: '/payments/push',
    app: 'receivables',
    title: 'Payment push',
    description: 'Books a payment on an invoice, once per invoice, amount, day and bank account.',
    request: {
      erpInvoiceId: id('invoice', 'Identifier of the paid invoice.', '70233'),
      amount: positiveDecimal('Paid amount, greater than zero.', 97.5),
      paymentDate: date('Payment date.', '2026-04-02'),
      bankAccountCode: optional(text('Bank account that received the payment, from the connection settings.', '1200')),
    },
    answer: {
      kind: 'write',
      fields: { erpPaymentId: id('payment', 'Identifier of the payment; the same for a repeated request.', '80046-1') },
      key: ['erpInvoiceId', 'amount', 'paymentDate', 'bankAccountCode'],
      constants: {},
    },
    mustExist: ['erpInvoiceId'],
  },
] as const satisfies readonly Endpoint[];
