import type { Endpoint, Fields } from '../../../engine/index.ts';
import { currency, date, dateUpTo, decimal, id, list, optional, textOrEmpty } from '../fields/fields.ts';

const line = {
  date: date('Date of the entry.', '2026-03-20'),
  reference: textOrEmpty('Number of the document.', 'INV-2026-0233'),
  description: textOrEmpty('Description of the entry.', 'Invoice'),
  debit: decimal('Amount that it adds to the debt, otherwise 0.', 297.5),
  credit: decimal('Amount that it subtracts from the debt, otherwise 0.', 0),
  balance: decimal('Balance after the entry: previous balance + debit - credit.', 397.5),
} as const satisfies Fields;

/** A customer's account in a period. */
export const statement = [
  {
    path: '/customer-statement/get',
    app: 'ordering',
    title: 'Customer statement',
    description: 'Opening balance, entries with running balance, and closing balance of a period.',
    request: {
      customerErpId: id('customer', 'erpId of a customer hit.', 'C-1001'),
      asOf: optional(date("Date of the statement; today in the ERP's time zone by default.", '2026-03-31')),
      periodStart: optional(
        dateUpTo(
          'periodEnd',
          'First day; by default the first day of the month of periodEnd, twelve months earlier.',
          '2026-03-01',
        ),
      ),
      periodEnd: optional(date('Last day; asOf by default.', '2026-03-31')),
    },
    answer: {
      kind: 'accountStatement',
      fields: {
        currency: currency('Currency of the account.'),
        asOf: date('Date of the statement, as used.', '2026-03-31'),
        periodStart: date('First day of the period, as used.', '2026-03-01'),
        periodEnd: date('Last day of the period, as used.', '2026-03-31'),
        openingBalance: decimal('Balance before the first day; a positive amount is owed by the customer.', 100),
        closingBalance: decimal('Balance after the last day.', 397.5),
        lines: list('Entries in order; may be empty.', line),
      },
    },
    mustExist: ['customerErpId'],
  },
] as const satisfies readonly Endpoint[];
