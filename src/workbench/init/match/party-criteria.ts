/** Criteria for the columns of customers and their addresses. */
import type { ColumnCriteria } from './column-criteria-form.ts';

export const partyCriteria = {
  name: {
    names: [
      [4, 'name'],
      [3, 'title'],
    ],
    not: [
      'contact',
      'bank',
      'street',
      'group',
      'city',
      'user',
      'short',
      'country',
      'region',
      'item',
      'email',
      'currency',
      'terms',
      'number',
      'code',
      'phone',
    ],
    shape: 'text',
  },
  city: { names: [[4, 'city']], not: ['zip', 'region', 'country'], shape: 'text' },
  email: { names: [[4, 'email']], not: ['active', 'kind', 'status', 'text'], shape: 'email', byShape: true },
  currency: {
    names: [
      [4, 'currency'],
      [4, 'currency', 'code'],
      [4, 'currency', 'name'],
    ],
    not: ['base', 'rate', 'amount', 'total', 'date'],
    shape: 'currency',
    byShape: true,
  },
  currencyCode: {
    names: [
      [4, 'code'],
      [4, 'currency'],
      [3.8, 'short'],
      [3.6, 'name'],
      [3.6, 'title'],
    ],
    shape: 'currency',
    byShape: true,
  },
  creditLimit: {
    names: [
      [4, 'credit', 'limit'],
      [2.8, 'limit'],
      [2.6, 'credit'],
    ],
    not: ['date', 'kind', 'status'],
    shape: 'number',
  },
  balance: {
    names: [
      [4, 'balance'],
      [3.8, 'account', 'balance'],
      [3.8, 'credit', 'balance'],
      [3.6, 'open', 'amount'],
    ],
    not: ['date', 'brought', 'limit', 'group', 'kind', 'due'],
    shape: 'number',
  },
  brought: {
    names: [
      [4, 'brought'],
      [4, 'brought', 'balance'],
    ],
    shape: 'number',
  },
  isCustomer: { names: [[4, 'customer']], not: ['group', 'kind', 'number', 'code'], shape: 'flag' },
  street: {
    names: [
      [4, 'street'],
      [3.6, 'address'],
    ],
    not: ['extra', 'email', 'kind', 'id', 'number'],
    shape: 'text',
  },
  extra: {
    names: [
      [4, 'extra'],
      [3.5, 'details'],
    ],
    not: ['email'],
    shape: 'text',
  },
  zip: { names: [[4, 'zip']], shape: 'text' },
  zipNumber: { names: [[4, 'zip']], shape: 'number' },
  country: { names: [[4, 'country']], shape: 'text' },
  label: {
    names: [
      [4, 'label'],
      [3.8, 'name'],
      [3.4, 'title'],
    ],
    not: ['contact', 'city', 'street', 'country', 'email'],
    shape: 'text',
  },
  kind: { names: [[4, 'kind']], shape: 'few' },
  company: {
    names: [
      [4, 'company'],
      [4, 'company', 'id'],
      [4, 'company', 'code'],
      [4, 'company', 'number'],
    ],
    not: ['name'],
    shape: 'code',
  },
} as const satisfies Readonly<Record<string, ColumnCriteria>>;
