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

/** Price, credit and past orders of a customer. */
export const pricing = [
  {
    path: '/pricing/resolve',
    app: 'ordering',
    title: 'Unit price',
    description: "A customer's price for one unit of a product.",
    request: {
      customerErpId: id('customer', 'erpId of a customer hit.', 'C-1001'),
      productErpId: id('product', 'erpProductId of a product hit.', '4711'),
    },
    answer: {
      kind: 'single',
      fields: {
        systemUnitPrice: orNull(decimal('Price of one unit; null if there is none.', 12.5)),
        source: textOrEmpty('The rule that determined the price; `none` if there is no price.', 'customer price'),
      },
      empty: { systemUnitPrice: null, source: 'none' },
    },
    mustExist: [],
  },
  {
    path: '/credit/customer',
    app: 'ordering',
    title: 'Credit snapshot',
    description: "A customer's credit limit and its used part.",
    request: { customerErpId: id('customer', 'erpId of a customer hit.', 'C-1001') },
    answer: {
      kind: 'single',
      fields: {
        creditLimit: orNull(decimal('The limit; null if the ERP does not track credit.', 50000)),
        creditUsed: orNull(decimal('The used part; null if the ERP does not track credit.', 12873.55)),
        currency: currency('Currency of both amounts.'),
      },
    },
    mustExist: ['customerErpId'],
  },
  {
    path: '/sales-orders/usage',
    app: 'ordering',
    title: 'Historical order usage',
    description: 'The number of units of a product that a customer ordered between two days.',
    request: {
      customerErpId: id('customer', 'erpId of a customer hit.', 'C-1001'),
      sku: text('Stock keeping unit.', 'HX-10'),
      periodStart: dateUpTo('periodEnd', 'First day of the period.', '2026-01-01'),
      periodEnd: optional(date('Last day of the period; unlimited by default.', '2026-03-31')),
    },
    answer: {
      kind: 'single',
      fields: { units: integer('Units ordered, rounded up to a whole number, never below 0.', 240, 0) },
      empty: { units: 0 },
    },
    mustExist: [],
  },
] as const satisfies readonly Endpoint[];
