/** Criteria for the tables of customers, items, invoices and other records. */
import type { Meaning } from '../../vocabulary/vocabulary.ts';
import type { ColumnRole } from './column-criteria.ts';
import type { Alternatives } from './names.ts';

export type Entity =
  | 'customer'
  | 'item'
  | 'address'
  | 'customerPrice'
  | 'purchaseOrder'
  | 'salesOrder'
  | 'orderLine'
  | 'invoice'
  | 'invoiceLine'
  | 'payment'
  | 'allocation'
  | 'entry';

export interface TableCriteria {
  readonly names: Alternatives;
  /** Meanings that exclude a table, unless the name of the record has them. */
  readonly not: readonly Meaning[];
  /** Entities that it references. */
  readonly keys: readonly Entity[];
  /** Without a key to one of `keys` it is no candidate. */
  readonly needsKey?: true;
  /** With a column for a supplier it is no candidate. */
  readonly withoutSupplier?: true;
  /** Minimum score of the name of a sure table, where it is not the usual one and not every row has a key to one of `keys`. */
  readonly sureName?: number;
  readonly columns: readonly ColumnRole[];
  /** A flag that says it: in the description of a service, a list with the flag and the first of `columns` is a candidate under any name. */
  readonly flag?: ColumnRole;
}

/** Tables that belong to a record and are not the record. */
const parts: readonly Meaning[] = [
  'line',
  'payment',
  'allocation',
  'price',
  'group',
  'text',
  'range',
  'status',
  'kind',
  'history',
  'setting',
  'translation',
  'user',
  'project',
  'tax',
  'discount',
  'terms',
  'recurring',
  'email',
  'rate',
  'bank',
  'list',
  'code',
  'quote',
  'delivery',
];
const partsBut = (...without: readonly Meaning[]): readonly Meaning[] => parts.filter((one) => !without.includes(one));

/** In search order: an entity can only reference earlier ones. */
export const tableCriteria: Readonly<Record<Entity, TableCriteria>> = {
  customer: {
    names: [
      [4, 'customer'],
      [4, 'customer', 'account'],
      [3, 'party'],
      [1.5, 'account'],
    ],
    not: [
      ...parts,
      'address',
      'order',
      'purchase',
      'invoice',
      'entry',
      'contact',
      'balance',
      'document',
      'supplier',
      'item',
      'limit',
    ],
    keys: [],
    columns: ['name', 'email', 'city', 'creditLimit'],
    flag: 'isCustomer',
  },
  item: {
    names: [
      [4, 'item'],
      [4, 'stock', 'item'],
      [2.4, 'stock'],
    ],
    not: [
      ...parts,
      'order',
      'invoice',
      'supplier',
      'customer',
      'label',
      'unit',
      'entry',
      'purchase',
      'document',
      'party',
      'reference',
      'rate',
    ],
    keys: [],
    columns: ['sku', 'title', 'price'],
  },
  address: {
    names: [
      [4, 'customer', 'address'],
      [3.9, 'customer', 'delivery', 'address'],
      [3.7, 'party', 'address'],
      [3.4, 'address'],
      [2.8, 'customer', 'contact'],
      [2.6, 'contact'],
    ],
    not: [
      'supplier',
      'email',
      'bank',
      'kind',
      'user',
      'history',
      'group',
      'translation',
      'stock',
      'code',
      'setting',
      'price',
      'order',
      'invoice',
    ],
    keys: ['customer'],
    columns: ['street', 'zip', 'city'],
  },
  customerPrice: {
    names: [
      [4, 'customer', 'price'],
      [4, 'customer', 'item', 'price'],
      [3.2, 'item', 'price'],
      [3, 'price'],
    ],
    not: ['supplier', 'group', 'history', 'purchase', 'setting', 'kind', 'translation', 'unit', 'quote', 'stock'],
    keys: ['customer', 'item'],
    needsKey: true,
    columns: ['price'],
  },
  purchaseOrder: {
    names: [
      [4, 'customer', 'purchase', 'order'],
      [3.8, 'customer', 'purchase'],
      [3, 'purchase', 'order'],
    ],
    not: [...parts, 'supplier'],
    keys: ['customer'],
    needsKey: true,
    withoutSupplier: true,
    columns: ['poNumber', 'orderDate', 'status'],
  },
  salesOrder: {
    names: [
      [4, 'sales', 'order'],
      [4, 'customer', 'order'],
      [3.7, 'order'],
      [3.3, 'sales'],
    ],
    not: [...parts, 'purchase', 'supplier', 'invoice', 'address', 'item', 'entry'],
    keys: ['customer'],
    columns: ['orderNumber', 'orderDate', 'status'],
  },
  orderLine: {
    names: [
      [4, 'sales', 'order', 'line'],
      [4, 'customer', 'order', 'line'],
      [4, 'sales', 'order', 'item'],
      [3.7, 'order', 'line'],
      [3.7, 'order', 'item'],
      [3.3, 'sales', 'line'],
      [3, 'sales', 'item'],
    ],
    not: [...partsBut('line'), 'purchase', 'supplier', 'invoice'],
    keys: ['salesOrder', 'item'],
    columns: ['quantity', 'unitPrice'],
  },
  invoice: {
    names: [
      [4, 'sales', 'invoice'],
      [4, 'customer', 'invoice'],
      [3.8, 'invoice'],
      [2.6, 'receivable'],
      [2.4, 'customer', 'entry'],
    ],
    not: [...parts, 'purchase', 'supplier', 'order', 'credit', 'item', 'address'],
    keys: ['customer'],
    columns: ['invoiceNumber', 'issueDate', 'total', 'dueDate'],
  },
  invoiceLine: {
    names: [
      [4, 'sales', 'invoice', 'line'],
      [4, 'customer', 'invoice', 'line'],
      [4, 'sales', 'invoice', 'item'],
      [3.8, 'invoice', 'line'],
      [3.6, 'invoice', 'item'],
      [2.4, 'customer', 'entry', 'line'],
    ],
    not: [...partsBut('line'), 'purchase', 'supplier', 'order', 'entry'],
    keys: ['invoice'],
    columns: ['quantity', 'unitPrice', 'lineAmount'],
  },
  payment: {
    names: [
      [4, 'customer', 'payment'],
      [3.8, 'payment'],
    ],
    not: [...partsBut('payment'), 'supplier', 'account', 'order', 'unit'],
    keys: ['customer', 'invoice'],
    columns: ['paymentDate', 'amount'],
  },
  allocation: {
    names: [
      [4, 'payment', 'allocation'],
      [4, 'customer', 'allocation'],
      [3.8, 'payment', 'invoice'],
      [3.4, 'allocation'],
      [3, 'payment', 'line'],
    ],
    not: ['supplier', 'history', 'setting', 'purchase', 'order', 'terms', 'kind', 'delivery', 'range'],
    keys: ['invoice', 'payment'],
    needsKey: true,
    columns: ['amount'],
  },
  entry: {
    names: [
      [4, 'customer', 'entry'],
      [4, 'receivable', 'entry'],
      [3.7, 'customer', 'account', 'entry'],
      [3.3, 'account', 'entry'],
      [3.3, 'account', 'entry', 'line'],
      [3.1, 'entry', 'line'],
      [3, 'entry'],
    ],
    sureName: 3.5,
    not: [
      'supplier',
      'kind',
      'stock',
      'history',
      'setting',
      'user',
      'recurring',
      'item',
      'group',
      'tax',
      'bank',
      'translation',
      'allocation',
    ],
    keys: ['customer'],
    needsKey: true,
    columns: ['entryDate', 'amount', 'reference'],
  },
};
