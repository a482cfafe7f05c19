/** Criteria for the columns of payments and entries of accounts. */
import type { ColumnCriteria } from './column-criteria-form.ts';

export const ledgerCriteria = {
  paymentDate: {
    names: [
      [4, 'payment', 'date'],
      [3.9, 'date'],
      [3.6, 'sent', 'date'],
      [3.4, 'posted', 'date'],
    ],
    not: ['due', 'created', 'changed', 'valid', 'from', 'to', 'invoice'],
    shape: 'date',
  },
  amount: {
    names: [
      [4, 'payment', 'amount'],
      [3.9, 'amount'],
      [3.7, 'allocation', 'amount'],
      [3.6, 'total'],
    ],
    not: ['open', 'tax', 'discount', 'net', 'cost', 'rate', 'base', 'ratio', 'limit'],
    shape: 'number',
  },
  undone: { names: [[4, 'deleted']], shape: 'flag' },
  entryDate: {
    names: [
      [4, 'entry', 'date'],
      [3.9, 'date'],
      [3.8, 'posted', 'date'],
      [3.6, 'document', 'date'],
    ],
    not: ['due', 'changed', 'created', 'paid', 'payment', 'delivery'],
    shape: 'date',
  },
  reference: {
    names: [
      [4, 'document', 'number'],
      [3.8, 'reference'],
      [3.6, 'number'],
    ],
    not: ['customer', 'invoice', 'payment', 'account', 'bank', 'item', 'supplier', 'line'],
    shape: 'code',
  },
  entryText: {
    names: [
      [4, 'text'],
      [4, 'title'],
      [3.4, 'details'],
      [3.2, 'kind'],
    ],
    not: ['tax', 'unit', 'status'],
    shape: 'text',
  },
} as const satisfies Readonly<Record<string, ColumnCriteria>>;
