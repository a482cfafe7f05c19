/** Mistakes in invoices, accounts and payments. */
import type { Mistake } from '../mistaken-profile.ts';

export const documentMistakes: readonly Mistake[] = [
  {
    what: 'new invoices have no open amount',
    id: 'unrelated rows/other-document',
    path: '/customer-invoices/list',
    edits: [['{open} AS amountOpen', 'CASE WHEN v.id < 70000 THEN {open} ELSE 0 END AS amountOpen']],
  },
  {
    what: 'invoices of other companies are listed',
    id: 'unrelated rows/other-document',
    path: '/invoices/list',
    edits: [['      WHERE {own}\n', '']],
  },
  {
    what: 'the receivable of a payment has the wrong sign',
    id: 'read-back/balanced-entries',
    path: '/payments/push',
    edits: [['-:amount, :paymentDate)', ':amount, :paymentDate)']],
  },
  {
    what: 'the receivable of a payment has the day of today',
    id: 'read-back/one-day',
    path: '/payments/push',
    edits: [['-:amount, :paymentDate)', '-:amount, :today)']],
  },
  {
    what: 'the day of the last payment is today',
    id: 'read-back/last-payment-day',
    path: '/payments/push',
    edits: [['last_paid_on = :paymentDate', 'last_paid_on = :today']],
  },
  {
    what: 'the day of the last payment is not written',
    id: 'read-back/last-payment-day',
    path: '/payments/push',
    edits: [[', last_paid_on = :paymentDate', '']],
  },
  {
    what: 'cancelled invoices are paid',
    id: 'columns/cancelled-invoices',
    path: '/invoices/list',
    edits: [["WHEN {cancelled} THEN 'X' WHEN", 'WHEN']],
  },
  {
    what: 'cancelled invoices of a customer are paid',
    id: 'columns/cancelled-invoices',
    path: '/customer-invoices/list',
    edits: [['X: voided', 'X: paid']],
  },
  {
    what: 'payments are credited on the day that the invoice is due',
    id: 'agreement/statement-payments',
    path: '/customer-statement/get',
    edits: [['e.posted_on AS date', 'CASE WHEN e.amount < 0 THEN v.due_on ELSE e.posted_on END AS date']],
  },
  {
    what: 'invoices are charged when they are due',
    id: 'agreement/statement-dates',
    path: '/customer-statement/get',
    edits: [['e.posted_on AS date', 'CASE WHEN e.amount > 0 THEN v.due_on ELSE e.posted_on END AS date']],
  },
  {
    what: 'invoices are due when they are issued',
    id: 'columns/due-dates',
    path: '/invoices/list',
    edits: [
      [
        'v.due_on AS dueDate, v.curr AS currency,\n             v.total AS amountTotal, {open} AS amountOutstanding',
        'v.issued_on AS dueDate, v.curr AS currency,\n             v.total AS amountTotal, {open} AS amountOutstanding',
      ],
    ],
  },
  {
    what: 'all invoices are in the currency of the company',
    id: 'columns/invoice-currencies',
    path: '/customer-invoices/list',
    edits: [
      [
        'v.due_on AS dueDate, v.curr AS currency,\n             v.total AS amountTotal, {open} AS amountOpen',
        "v.due_on AS dueDate, 'EUR' AS currency,\n             v.total AS amountTotal, {open} AS amountOpen",
      ],
    ],
  },
  {
    what: 'invoices of the table of voided ones are open',
    id: 'columns/cancelled-invoices',
    path: '/invoices/list',
    edits: [['(v.cancelled = 1 OR EXISTS (SELECT 1 FROM voided y WHERE y.invoice_id = v.id))', 'v.cancelled = 1']],
  },
  {
    what: 'large invoices are due when they are issued',
    id: 'columns/due-dates',
    path: '/customer-invoices/list',
    edits: [
      [
        'v.due_on AS dueDate, v.curr AS currency,\n             v.total AS amountTotal, {open} AS amountOpen',
        'CASE WHEN v.total > 300 THEN v.issued_on ELSE v.due_on END AS dueDate, v.curr AS currency,\n             v.total AS amountTotal, {open} AS amountOpen',
      ],
    ],
  },
  {
    what: 'a statement is in the currency of the company',
    id: 'agreement/account-currency',
    path: '/customer-statement/get',
    edits: [['SELECT c.curr AS currency FROM', "SELECT 'EUR' AS currency FROM"]],
  },
  {
    what: 'drafts are listed',
    id: 'columns/draft-invoices',
    path: '/invoices/list',
    edits: [['      WHERE {own}\n', '      WHERE v.company_id = :settings.company\n']],
  },
  {
    what: 'drafts of a customer are listed',
    id: 'columns/draft-invoices',
    path: '/customer-invoices/list',
    edits: [
      [
        'v.customer_no = :customerErpId AND {own}\n    codes',
        'v.customer_no = :customerErpId AND v.company_id = :settings.company\n    codes',
      ],
    ],
  },
  {
    what: 'a payment that was taken back is listed with its reversal',
    id: 'columns/reversed-payments',
    path: '/payments/list',
    edits: [[' AND e.reverses IS NULL AND NOT EXISTS (SELECT 1 FROM entry y WHERE y.reverses = e.id)', '']],
  },
];
