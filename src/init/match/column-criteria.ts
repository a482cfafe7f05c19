/** Criteria for the columns that provide the contract's fields. */
import type { ColumnCriteria } from './field.ts';

export const columnCriteria = {
  name: { names: [['name'], ['title']], not: ['contact', 'bank', 'street', 'group', 'city'], shape: 'text' },
  city: { names: [['city']], not: ['zip'], shape: 'text' },
  email: { names: [['email']], shape: 'email', byShape: true },
  currency: { names: [['currency'], ['currency', 'code']], not: ['base'], shape: 'currency', byShape: true },
  creditLimit: { names: [['credit', 'limit'], ['limit']], not: ['date'], shape: 'number' },
  balance: {
    names: [['balance'], ['credit', 'balance'], ['open', 'amount']],
    not: ['date', 'brought'],
    shape: 'number',
  },
  brought: { names: [['brought'], ['brought', 'balance']], shape: 'number' },
  active: { names: [['active']], shape: 'flag' },
  blocked: { names: [['blocked'], ['deleted']], shape: 'flag' },
  street: { names: [['street'], ['address']], not: ['extra'], shape: 'text' },
  extra: { names: [['extra'], ['details']], shape: 'text' },
  zip: { names: [['zip']], shape: 'text' },
  zipNumber: { names: [['zip']], shape: 'number' },
  country: { names: [['country']], shape: 'text' },
  label: { names: [['label'], ['name']], shape: 'text' },
  kind: { names: [['kind']], shape: 'few' },
  sku: {
    names: [['item', 'code'], ['item', 'number'], ['code'], ['number'], ['reference']],
    not: ['group', 'supplier', 'tax', 'unit'],
    shape: 'text',
    unique: true,
  },
  title: { names: [['title'], ['name'], ['text']], not: ['details', 'group', 'supplier'], shape: 'text' },
  details: { names: [['details']], shape: 'text' },
  price: {
    names: [['price'], ['base', 'price'], ['sales', 'price'], ['price', 'amount']],
    not: ['purchase', 'group'],
    shape: 'number',
  },
  validFrom: {
    names: [
      ['valid', 'from'],
      ['from', 'date'],
    ],
    shape: 'date',
  },
  validTo: {
    names: [
      ['valid', 'to'],
      ['to', 'date'],
    ],
    shape: 'date',
  },
  documentNumber: {
    names: [['document', 'number'], ['order', 'number'], ['invoice', 'number'], ['reference'], ['number'], ['code']],
    not: ['customer', 'item', 'line', 'tax'],
    shape: 'text',
  },
  poNumber: {
    names: [['purchase', 'reference'], ['purchase', 'number'], ['order', 'number'], ['reference'], ['number']],
    not: ['customer'],
    shape: 'text',
  },
  status: { names: [['status']], shape: 'few' },
  orderDate: {
    names: [['ordered', 'date'], ['order', 'date'], ['sent', 'date'], ['document', 'date'], ['date']],
    not: ['due', 'created', 'changed'],
    shape: 'date',
  },
  issueDate: {
    names: [['issued', 'date'], ['invoice', 'date'], ['document', 'date'], ['date']],
    not: ['due', 'created', 'changed', 'payment'],
    shape: 'date',
  },
  dueDate: { names: [['due', 'date'], ['due'], ['terms', 'date']], not: ['issued'], shape: 'date' },
  total: {
    names: [['total', 'amount'], ['total'], ['amount']],
    not: ['net', 'tax', 'open', 'payment'],
    shape: 'number',
  },
  open: { names: [['open', 'amount'], ['open'], ['balance']], shape: 'number' },
  changed: { names: [['changed'], ['changed', 'date']], shape: 'instant' },
  created: { names: [['created'], ['created', 'date']], shape: 'date' },
  quantity: { names: [['quantity'], ['stock', 'quantity']], shape: 'number' },
  unitPrice: { names: [['unit', 'price'], ['price']], not: ['purchase'], shape: 'number' },
  lineAmount: { names: [['line', 'amount'], ['amount'], ['total'], ['net']], not: ['tax'], shape: 'number' },
  lineText: { names: [['line', 'text'], ['title'], ['text'], ['details']], shape: 'text' },
  lineNumber: { names: [['line', 'number'], ['line'], ['number']], not: ['item', 'invoice', 'order'], shape: 'number' },
  paymentDate: {
    names: [['payment', 'date'], ['sent', 'date'], ['posted', 'date'], ['date']],
    not: ['due', 'created', 'changed'],
    shape: 'date',
  },
  amount: { names: [['amount'], ['total'], ['payment', 'amount']], not: ['open', 'tax'], shape: 'number' },
  undone: { names: [['deleted']], shape: 'flag' },
  entryDate: {
    names: [['entry', 'date'], ['posted', 'date'], ['document', 'date'], ['date']],
    not: ['due', 'changed', 'created'],
    shape: 'date',
  },
  reference: {
    names: [['document', 'number'], ['reference'], ['number']],
    not: ['customer', 'invoice', 'payment'],
    shape: 'text',
  },
  entryText: { names: [['text'], ['title'], ['kind']], shape: 'text' },
} as const satisfies Readonly<Record<string, ColumnCriteria>>;

export type ColumnRole = keyof typeof columnCriteria;
