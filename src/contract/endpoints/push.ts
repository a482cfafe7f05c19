import type { Endpoint, Fields } from '../../../engine/index.ts';
import { currency, date, decimal, id, list, optional, positiveDecimal, text, textOrNone } from '../fields/fields.ts';

// Quantity and price must be given, since they could only be guessed. A text is no such thing: platforms have lines without one.
const line = {
  description: textOrNone('What was sold.', 'Consulting, March'),
  quantity: decimal('How many.', 2),
  unitPrice: decimal('Price of one.', 120),
  amount: optional(
    decimal('Amount of the line; when left out, quantity x unitPrice in the smallest unit of the currency.', 240),
  ),
} as const satisfies Fields;

/** What the receivables app writes. */
export const push = [
  {
    path: '/invoices/push',
    app: 'receivables',
    title: 'Invoice push',
    description: 'Creates an invoice, once for each invoice number of a debtor.',
    request: {
      invoiceNumber: text('Number of the invoice; with the debtor it identifies the invoice.', 'R-2026-118'),
      erpDebtorId: id('debtor', 'Identifier of the debtor.', 'C-1001'),
      issueDate: date('Day of issue.', '2026-03-31'),
      dueDate: optional(date("Day it is due; by the ERP's own terms when left out.", '2026-04-30')),
      currency: currency('Currency of the amounts.'),
      status: optional(text("Its state; the ERP's default when left out.", 'AUTHORISED')),
      lines: list('Its lines; the amounts are final, no tax is added.', line, 1),
    },
    answer: {
      kind: 'write',
      fields: { erpInvoiceId: id('invoice', 'Identifier of the invoice; a repeat gets the same.', '70240') },
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
    description: 'Books a payment on an invoice, once for equal invoice, amount, day and bank account.',
    request: {
      erpInvoiceId: id('invoice', 'The invoice that is paid.', '70233'),
      amount: positiveDecimal('What was paid, more than zero.', 97.5),
      paymentDate: date('Day of the payment.', '2026-04-02'),
      bankAccountCode: optional(text('Bank account that got the money, from the connection settings.', '1200')),
    },
    answer: {
      kind: 'write',
      fields: { erpPaymentId: id('payment', 'Identifier of the payment; a repeat gets the same.', '80046-1') },
      key: ['erpInvoiceId', 'amount', 'paymentDate', 'bankAccountCode'],
      constants: {},
    },
    mustExist: ['erpInvoiceId'],
  },
] as const satisfies readonly Endpoint[];
