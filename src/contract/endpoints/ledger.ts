import type { Endpoint, Fields } from '../../../engine/index.ts';
import {
  currency,
  date,
  decimal,
  dueDate,
  email,
  id,
  instant,
  list,
  optional,
  paging,
  state,
  text,
  textOrEmpty,
} from '../fields/fields.ts';

const debtor = {
  erpDebtorId: id('debtor', 'Identifier of the debtor.', 'C-1001'),
  name: text('Name of the debtor.', 'Müller & Söhne GmbH'),
  email: optional(email('First valid e-mail address, if there is one.', 'accounts@mueller.example')),
} as const satisfies Fields;

const line = {
  description: textOrEmpty('Description of the line.', 'Hex bolt M8 x 40'),
  quantity: decimal('Quantity.', 20),
  unitPrice: decimal('Price of one unit.', 12.5),
  amount: decimal('Amount of the line.', 250),
} as const satisfies Fields;

const invoice = {
  erpInvoiceId: id('invoice', 'Identifier of the invoice.', '70233'),
  invoiceNumber: text('Number of the invoice.', 'INV-2026-0233'),
  erpDebtorId: id('debtor', 'Identifier of the debtor.', 'C-1001'),
  debtorName: text('Name of the debtor.', 'Müller & Söhne GmbH'),
  issueDate: date('Issue date.', '2026-03-20'),
  dueDate,
  currency: currency('Currency of the amounts.'),
  amountTotal: decimal('Total with tax; negative for a credit note.', 297.5),
  amountOutstanding: decimal('Amount that is still to be paid.', 97.5),
  status: state(['AUTHORISED'], 'State, in the terms of receivables.'),
  lines: list('Lines of the invoice.', line),
} as const satisfies Fields;

const payment = {
  erpPaymentId: id(
    'payment',
    'Identifier of the row: of the payment together with the invoice that it settles.',
    '80045-1',
  ),
  erpInvoiceId: id('invoice', 'The invoice that the payment settles.', '70233'),
  amount: decimal('Amount that was paid on this invoice.', 200),
  paymentDate: date('Day of the payment.', '2026-03-28'),
} as const satisfies Fields;

/** The lists that the receivables app imports page by page. */
export const ledger = [
  {
    path: '/debtors/list',
    app: 'receivables',
    title: 'Debtor import',
    description: 'All debtors, page by page.',
    request: paging,
    answer: { kind: 'rows', property: 'debtors', row: debtor, id: 'erpDebtorId', paged: true, brokenRow: 'fail' },
    mustExist: [],
  },
  {
    path: '/invoices/list',
    app: 'receivables',
    title: 'Invoice import',
    description: 'Posted and voided invoices and credit notes with their lines, page by page.',
    request: {
      ...paging,
      modifiedSince: optional(
        instant('Only invoices that were created or changed at or after this time.', '2026-03-01T02:00:00.000Z'),
      ),
    },
    answer: { kind: 'rows', property: 'invoices', row: invoice, id: 'erpInvoiceId', paged: true, brokenRow: 'fail' },
    mustExist: [],
  },
  {
    path: '/payments/list',
    app: 'receivables',
    title: 'Payment import',
    description: 'Payments, one row per settled invoice, page by page.',
    request: paging,
    answer: { kind: 'rows', property: 'payments', row: payment, id: 'erpPaymentId', paged: true, brokenRow: 'fail' },
    mustExist: [],
  },
] as const satisfies readonly Endpoint[];
