import type { Endpoint, Fields } from '../../../engine/index.ts';
import { currency, date, dateUpTo, decimal, id, list, optional, textOrEmpty } from '../fields/fields.ts';

const line = {
  date: date('Day of the entry.', '2026-03-20'),
  reference: textOrEmpty('Number of the document.', 'INV-2026-0233'),
  description: textOrEmpty('What it is.', 'Invoice'),
  debit: decimal('What it adds to the debt, else 0.', 297.5),
  credit: decimal('What it takes off the debt, else 0.', 0),
  balance: decimal('Balance after it: previous balance + debit - credit.', 397.5),
} as const satisfies Fields;

/** The customer's account between two days. */
export const statement = [
  {
    path: '/customer-statement/get',
    app: 'ordering',
    title: 'Customer statement',
    description: 'Opening balance, entries with running balance, and closing balance of a period.',
    request: {
      customerErpId: id('customer', 'erpId of a customer hit.', 'C-1001'),
      asOf: optional(date("The statement's day; today in the ERP's time zone when left out.", '2026-03-31')),
      periodStart: optional(
        dateUpTo(
          'periodEnd',
          "First day; when left out, the first of periodEnd's month, twelve months back.",
          '2026-03-01',
        ),
      ),
      periodEnd: optional(date('Last day; asOf when left out.', '2026-03-31')),
    },
    answer: {
      kind: 'statement',
      fields: {
        currency: currency("The account's currency."),
        asOf: date('The day of the statement, as used.', '2026-03-31'),
        periodStart: date('First day of the period, as used.', '2026-03-01'),
        periodEnd: date('Last day of the period, as used.', '2026-03-31'),
        openingBalance: decimal('Balance before the first day; positive is owed by the customer.', 100),
        closingBalance: decimal('Balance after the last day.', 397.5),
        lines: list('Entries in order; may be empty.', line),
      },
    },
    mustExist: ['customerErpId'],
  },
] as const satisfies readonly Endpoint[];
