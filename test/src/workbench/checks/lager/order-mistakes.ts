/** Mistakes in customers, articles, credit, orders and drafts. */
import type { Mistake } from '../mistaken-profile.ts';

const net = 'ROUND({price} * 1.0 / i.per * (1 - c.discount), 4) AS systemUnitPrice';

export const orderMistakes: readonly Mistake[] = [
  {
    what: "another customer's order with the same number is taken for the draft",
    id: 'read-back/number-of-another-customer',
    path: '/sale-draft',
    edits: [[' AND o.customer_no = :settings.draft_customer\n', '\n']],
  },
  {
    what: 'a draft has the net price and the discount, so that the discount counts twice',
    id: 'agreement/draft-price',
    path: '/sale-draft',
    edits: [['ROUND({price}, 4) AS _price', 'ROUND({price} * (1 - c.discount), 4) AS _price']],
  },
  {
    what: 'a price takes a fraction as per cent, and a draft does not',
    id: 'agreement/draft-price',
    path: '/sale-draft',
    edits: [[net, 'ROUND({price} * 1.0 / i.per * (1 - c.discount / 100), 4) AS systemUnitPrice']],
  },
  {
    what: 'a draft has no special price but the one that the customer has now',
    id: 'agreement/draft-price-changes',
    path: '/sale-draft',
    edits: [
      [
        's.item_id = i.id\n                WHERE i.code IN',
        's.item_id = i.id AND i.id = 15\n                WHERE i.code IN',
      ],
    ],
  },
  {
    what: 'blocked customers are found',
    id: 'columns/hidden-records',
    path: '/catalog/customers/search',
    edits: [['WHERE c.blocked = 0 AND {current}', 'WHERE {current}']],
  },
  {
    what: 'discontinued products are found by their SKU',
    id: 'columns/hidden-records',
    path: '/catalog/products/by-sku',
    edits: [['WHERE i.discontinued = 0 AND i.id > 0', 'WHERE i.id > 0']],
  },
  {
    what: 'discontinued products are found by their name',
    id: 'columns/hidden-records',
    path: '/catalog/products/search',
    edits: [['FROM item i WHERE i.discontinued = 0\n', 'FROM item i\n']],
  },
  {
    what: 'discontinued products are found',
    id: 'columns/inactive-records',
    path: '/catalog/products/search',
    edits: [['FROM item i WHERE i.discontinued = 0\n', 'FROM item i\n']],
  },
  {
    what: 'new articles are not found by their SKU',
    id: 'unrelated rows/other-article',
    path: '/catalog/products/by-sku',
    edits: [['AND i.id > 0', 'AND i.id < 70000']],
  },
  {
    what: 'an order has the day of the newest order',
    id: 'unrelated rows/other-document',
    path: '/sales-orders/list',
    edits: [
      [
        'o.ordered_on AS orderDate',
        '(SELECT x.ordered_on FROM sales_order x WHERE x.id = (SELECT MAX(y.id) FROM sales_order y)) AS orderDate',
      ],
    ],
  },
  {
    what: 'invoices of other companies use credit',
    id: 'unrelated rows/other-document',
    path: '/credit/customer',
    edits: [['WHERE v.customer_no = c.no AND {own}', 'WHERE v.customer_no = c.no']],
  },
  {
    what: 'the total of a draft has no tax',
    id: 'read-back/taxed-total',
    path: '/sale-draft',
    edits: [['gross = ROUND(t.net * 1.19, 2)', 'gross = t.net']],
  },
  {
    what: 'orders that are closed use credit',
    id: 'columns/orders-in-credit',
    path: '/credit/customer',
    edits: [['AND l.done = 0)), 0), 2)', 'AND l.done >= 0)), 0), 2)']],
  },
  {
    what: 'orders in another currency use credit unconverted',
    id: 'columns/orders-in-credit',
    path: '/credit/customer',
    edits: [['o.unbilled * r.per_euro / x.per_euro', 'o.unbilled']],
  },
  {
    what: 'the price of 100 pieces is taken for that of one',
    id: 'agreement/draft-price',
    path: '/sale-draft',
    edits: [[net, net.replace(' * 1.0 / i.per', '')]],
  },
  {
    what: 'closed orders are open',
    id: 'columns/closed-orders',
    path: '/sales-orders/list',
    edits: [['C: completed', 'C: authorised']],
  },
  {
    what: 'the kinds of addresses are exchanged',
    id: 'columns/address-kinds',
    path: '/catalog/customers/addresses',
    edits: [
      [
        "CASE a.kind WHEN 1 THEN 'billing' ELSE 'shipping' END AS",
        "CASE a.kind WHEN 2 THEN 'billing' ELSE 'shipping' END AS",
      ],
    ],
  },
  {
    what: 'addresses of others in the same town are listed',
    id: 'unrelated rows/other-address',
    path: '/catalog/customers/addresses',
    edits: [
      [
        'WHERE a.customer_no = :customerId',
        'WHERE a.town IN (SELECT b.town FROM address b WHERE b.customer_no = :customerId)',
      ],
    ],
  },
  {
    what: 'the town of an address is that of the newest address of its customer',
    id: 'unrelated rows/other-address',
    path: '/catalog/customers/addresses',
    edits: [
      [
        "CONCAT(a.street, ', ', a.town)",
        "CONCAT(a.street, ', ', (SELECT MAX(b.id) FROM address b WHERE b.customer_no = a.customer_no), ' ', a.town)",
      ],
    ],
  },
  {
    what: 'customers without an address are lost',
    id: 'unrelated rows/optional-child',
    path: '/catalog/customers/search',
    edits: [
      [
        'WHERE c.blocked = 0 AND {current}\n',
        'WHERE c.blocked = 0 AND {current} AND EXISTS (SELECT 1 FROM address a WHERE a.customer_no = c.no)\n',
      ],
    ],
  },
  {
    what: 'customers whose last day is over are found',
    id: 'columns/inactive-records',
    path: '/catalog/customers/search',
    edits: [['WHERE c.blocked = 0 AND {current}', 'WHERE c.blocked = 0']],
  },
  {
    what: 'a draft has the day of UTC',
    id: 'time/written-day',
    path: '/sale-draft',
    edits: [
      [
        '          field: currency\n',
        `          field: currency\n          fields: { day: "$fromMillis($toMillis($now), '[Y0001]-[M01]-[D01]')" }\n`,
      ],
      ['0, :today, :key, :now', '0, :customer.day, :key, :now'],
    ],
  },
  {
    what: 'addresses that are no longer used are listed',
    id: 'columns/inactive-records',
    path: '/catalog/customers/addresses',
    edits: [[' AND a.disabled = 0', '']],
  },
  {
    what: 'open orders are converted at the newest rate, also that of a later day',
    id: 'unrelated rows/later-rates',
    path: '/credit/customer',
    edits: [[' AND z.since <= :today', '']],
  },
  {
    what: 'the credit limit is what is left of it',
    id: 'columns/limit-left',
    path: '/credit/customer',
    edits: [['c.credit_limit AS creditLimit', 'c.credit_limit - {used} AS creditLimit']],
  },
  {
    what: 'an order is delivered with its first delivery',
    id: 'columns/delivered-orders',
    path: '/sales-orders/list',
    edits: [
      [
        'NOT EXISTS (SELECT 1 FROM sales_order_line l WHERE l.order_id = o.id AND l.sent < l.qty)',
        'EXISTS (SELECT 1 FROM sales_order_line l WHERE l.order_id = o.id AND l.sent > 0)',
      ],
    ],
  },
  {
    what: 'orders that are done are no usage',
    id: 'columns/usage-on-day',
    path: '/sales-orders/usage',
    edits: [['AND i.code = :sku AND o.quotation = 0', 'AND i.code = :sku AND o.quotation = 0 AND o.closed = 0']],
  },
  {
    what: 'a customer is not found on its last day',
    id: 'time/customer-days',
    path: '/catalog/customers/search',
    edits: [['c.ended_on >= :today)', 'c.ended_on > :today)']],
  },
  {
    what: 'usage is what was delivered',
    id: 'columns/ordered-usage',
    path: '/sales-orders/usage',
    edits: [['CEILING(SUM(l.qty)) AS units', 'CEILING(SUM(l.sent)) AS units']],
  },
  {
    what: 'a draft has the terms of payment of another customer',
    id: 'read-back/row-rules',
    path: '/sale-draft',
    edits: [['c.terms AS _terms', '30 AS _terms']],
  },
  {
    what: 'the usage of a period leaves out its first day',
    id: 'columns/usage-on-day',
    path: '/sales-orders/usage',
    edits: [['o.ordered_on >= :periodStart', 'o.ordered_on > :periodStart']],
  },
  {
    what: 'usage is counted for each warehouse that has the article',
    id: 'unrelated rows/further-rows',
    path: '/sales-orders/usage',
    edits: [
      [
        'JOIN item i ON i.id = l.item_id\n      WHERE o.customer_no = :customerErpId AND i.code',
        'JOIN item i ON i.id = l.item_id\n      JOIN stock w ON w.item_id = i.id\n      WHERE o.customer_no = :customerErpId AND i.code',
      ],
    ],
  },
];
