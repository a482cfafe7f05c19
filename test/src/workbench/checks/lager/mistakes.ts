/** Mistakes of meaning in the profile of Lager: each answer is valid, and one check must find it. */
import type { Path } from '../../../../../src/contract/index.ts';

export interface Mistake {
  readonly what: string;
  /** The check that must find it. */
  readonly id: string;
  readonly path: Path;
  /** A text of the profile, and what it is replaced with. */
  readonly edits: readonly (readonly [old: string, now: string])[];
}

const net = 'ROUND({price} * 1.0 / i.per * (1 - c.discount), 4) AS systemUnitPrice';

export const mistakes: readonly Mistake[] = [
  {
    what: 'the list price in the place of the selling price',
    id: 'agreement/line-prices',
    path: '/pricing/resolve',
    edits: [['{list_price}, i.sell_price * r.per_euro', '{list_price}, i.list_price * r.per_euro']],
  },
  {
    what: 'the discount of the customer is ignored',
    id: 'agreement/line-prices',
    path: '/pricing/resolve',
    edits: [[net, 'ROUND({price} * 1.0 / i.per, 4) AS systemUnitPrice']],
  },
  {
    what: 'a fraction is taken as per cent',
    id: 'agreement/line-prices',
    path: '/pricing/resolve',
    edits: [[net, 'ROUND({price} * 1.0 / i.per * (1 - c.discount / 100), 4) AS systemUnitPrice']],
  },
  {
    what: 'prices are in cents',
    id: 'agreement/line-prices',
    path: '/pricing/resolve',
    edits: [[net, 'ROUND({price} * 1.0 / i.per * (1 - c.discount) * 100, 4) AS systemUnitPrice']],
  },
  {
    what: 'prices of customers in another currency are not converted',
    id: 'agreement/line-prices',
    path: '/pricing/resolve',
    edits: [['i.sell_price * r.per_euro', 'i.sell_price']],
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
    what: 'special prices of customers are left out',
    id: 'columns/special-prices',
    path: '/pricing/resolve',
    edits: [['{rule_price}, s.price,', '{rule_price},']],
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
    what: 'the surcharge of one group counts for all',
    id: 'unrelated rows/other-groups',
    path: '/pricing/resolve',
    edits: [['g.id = i.group_id\n      LEFT JOIN', 'g.id = 1\n      LEFT JOIN']],
  },
  {
    what: 'a price rule for one customer is for all',
    id: 'unrelated rows/price-conditions',
    path: '/pricing/resolve',
    edits: [["(y.kind = 'customer' AND y.number = c.no)", "y.kind = 'customer'"]],
  },
  {
    what: 'a price rule that is no longer used counts',
    id: 'unrelated rows/price-conditions',
    path: '/pricing/resolve',
    edits: [['x.obsolete = 0 AND NOT EXISTS', 'NOT EXISTS']],
  },
  {
    what: 'the price is the average of all articles',
    id: 'unrelated rows/other-article',
    path: '/pricing/resolve',
    edits: [[net, net.replace('{price}', '(SELECT AVG(x.sell_price) FROM item x)')]],
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
    what: 'invoices of other companies use credit',
    id: 'unrelated rows/other-document',
    path: '/credit/customer',
    edits: [['WHERE v.customer_no = c.no AND {own}', 'WHERE v.customer_no = c.no']],
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
    what: 'prices are divided by the rate that they must be multiplied by',
    id: 'agreement/line-prices',
    path: '/pricing/resolve',
    edits: [['i.sell_price * r.per_euro', 'i.sell_price / r.per_euro']],
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
    what: 'prices have a tax',
    id: 'agreement/line-prices',
    path: '/pricing/resolve',
    edits: [[net, net.replace('ROUND(', 'ROUND(1.19 * ')]],
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
    what: 'the price list of the customer is left out',
    id: 'agreement/line-prices',
    path: '/pricing/resolve',
    edits: [['s.price, {list_price},', 's.price,']],
  },
  {
    what: 'every customer has the first price list',
    id: 'agreement/line-prices',
    path: '/pricing/resolve',
    edits: [['x.price_list_id = c.price_list_id', 'x.price_list_id = c.price_list_id / c.price_list_id']],
  },
  {
    what: 'the discount of the customer changes no price',
    id: 'columns/price-terms',
    path: '/pricing/resolve',
    edits: [[net, 'ROUND({price} * 1.0 / i.per, 4) AS systemUnitPrice']],
  },
  {
    what: 'a discount of a half is taken as half a per cent',
    id: 'columns/price-terms',
    path: '/pricing/resolve',
    edits: [[net, 'ROUND({price} * 1.0 / i.per * (1 - c.discount / 100), 4) AS systemUnitPrice']],
  },
  {
    what: 'customers with a price list pay the prices of the first one',
    id: 'columns/special-prices',
    path: '/pricing/resolve',
    edits: [['x.price_list_id = c.price_list_id', 'x.price_list_id = 1 AND c.price_list_id IS NOT NULL']],
  },
  {
    what: 'the newest rate counts, also that of a later day',
    id: 'unrelated rows/later-rates',
    path: '/pricing/resolve',
    edits: [[' AND y.since <= :today', '']],
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
    what: 'usage is what was delivered',
    id: 'columns/ordered-usage',
    path: '/sales-orders/usage',
    edits: [['CEILING(SUM(l.qty)) AS units', 'CEILING(SUM(l.sent)) AS units']],
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
];
