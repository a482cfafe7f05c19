import type { Endpoint } from '../../../engine/index.ts';
import {
  currency,
  date,
  dateUpTo,
  decimal,
  id,
  integer,
  optional,
  orNull,
  text,
  textOrEmpty,
} from '../fields/fields.ts';

/** What a customer pays, owes, and has ordered of a product. */
export const pricing = [
  {
    path: '/pricing/resolve',
    app: 'ordering',
    title: 'Unit price',
    description: 'The price that the ERP gives a customer for one unit of a product.',
    request: {
      customerErpId: id('customer', 'erpId of a customer hit.', 'C-1001'),
      productErpId: id('product', 'erpProductId of a product hit.', '4711'),
    },
    answer: {
      kind: 'single',
      fields: {
        systemUnitPrice: orNull(decimal('Price of one unit; null when there is none.', 12.5)),
        source: textOrEmpty('The rule that gave the price; `none` when there is none.', 'customer price'),
      },
      empty: { systemUnitPrice: null, source: 'none' },
    },
    mustExist: [],
  },
  {
    path: '/credit/customer',
    app: 'ordering',
    title: 'Credit snapshot',
    description: "A customer's credit limit, and how much of it is used.",
    request: { customerErpId: id('customer', 'erpId of a customer hit.', 'C-1001') },
    answer: {
      kind: 'single',
      fields: {
        creditLimit: orNull(decimal('The limit; null when credit is not tracked.', 50000)),
        creditUsed: orNull(decimal('How much is used; null when credit is not tracked.', 12873.55)),
        currency: currency('Currency of both amounts.'),
      },
    },
    mustExist: ['customerErpId'],
  },
  {
    path: '/sales-orders/usage',
    app: 'ordering',
    title: 'Historical order usage',
    description: 'How many units of a product a customer ordered between two days.',
    request: {
      customerErpId: id('customer', 'erpId of a customer hit.', 'C-1001'),
      sku: text('Stock keeping unit.', 'BOLT-M8-40'),
      periodStart: dateUpTo('periodEnd', 'First day that counts.', '2026-01-01'),
      periodEnd: optional(date('Last day that counts; no end when left out.', '2026-03-31')),
    },
    answer: {
      kind: 'single',
      fields: { units: integer('Units ordered, rounded up to a whole number, never below 0.', 240, 0) },
      empty: { units: 0 },
    },
    mustExist: [],
  },
] as const satisfies readonly Endpoint[];
