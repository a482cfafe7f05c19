/** Criteria for the columns of items and prices. */
import type { ColumnCriteria } from './column-criteria-form.ts';

export const itemCriteria = {
  sku: {
    names: [
      [4, 'item', 'code'],
      [4, 'item', 'number'],
      [3.9, 'code'],
      [3.9, 'number'],
      [3.5, 'reference'],
      [3.5, 'item', 'id'],
    ],
    not: ['group', 'supplier', 'tax', 'unit', 'customer', 'account', 'currency', 'bank', 'country', 'company'],
    shape: 'code',
    unique: true,
  },
  title: {
    names: [
      [4, 'name'],
      [3.6, 'title'],
      [3, 'text'],
    ],
    not: ['details', 'group', 'supplier', 'unit', 'short', 'customer', 'tax'],
    shape: 'text',
  },
  details: { names: [[4, 'details']], shape: 'text' },
  price: {
    names: [
      [4, 'price'],
      [4, 'base', 'price'],
      [4, 'sales', 'price'],
      [4, 'price', 'amount'],
      [4, 'list', 'price'],
      [3.8, 'unit', 'price'],
    ],
    not: ['purchase', 'group', 'cost', 'discount', 'date', 'kind', 'id', 'rate', 'supplier', 'quantity'],
    shape: 'number',
  },
  validFrom: {
    names: [
      [4, 'valid', 'from'],
      [4, 'from', 'date'],
      [3.6, 'from'],
    ],
    shape: 'date',
  },
  validTo: {
    names: [
      [4, 'valid', 'to'],
      [4, 'to', 'date'],
      [3.6, 'to'],
    ],
    shape: 'date',
  },
} as const satisfies Readonly<Record<string, ColumnCriteria>>;
