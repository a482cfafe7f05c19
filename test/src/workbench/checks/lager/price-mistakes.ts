/** Mistakes in prices. */
import type { Mistake } from '../mistaken-profile.ts';

const net = 'ROUND({price} * 1.0 / i.per * (1 - c.discount), 4) AS systemUnitPrice';

export const priceMistakes: readonly Mistake[] = [
  {
    what: 'the list price in the place of the selling price',
    id: 'agreement/line-prices',
    path: '/pricing/resolve',
    edits: [['{price_of_all} * r.per_euro, i.sell_price', 'i.list_price']],
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
    what: 'prices do not follow the currency of the customer',
    id: 'columns/customer-currency',
    path: '/pricing/resolve',
    edits: [['i.sell_price * r.per_euro', 'i.sell_price']],
  },
  {
    what: 'a query reads a part of the price lists',
    id: 'unrelated rows/other-price-rows',
    path: '/pricing/resolve',
    edits: [
      ['FROM list_price x WHERE', 'FROM (SELECT * FROM list_price ORDER BY price_list_id, item_id LIMIT 4) x WHERE'],
    ],
  },
  {
    what: 'special prices of customers are left out',
    id: 'columns/special-prices',
    path: '/pricing/resolve',
    edits: [['NULLIF(s.price, 0) * (1 - s.discount), ', '']],
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
    what: 'prices are divided by the rate that they must be multiplied by',
    id: 'agreement/line-prices',
    path: '/pricing/resolve',
    edits: [['i.sell_price * r.per_euro', 'i.sell_price / r.per_euro']],
  },
  {
    what: 'prices have a tax',
    id: 'agreement/line-prices',
    path: '/pricing/resolve',
    edits: [[net, net.replace('ROUND(', 'ROUND(1.19 * ')]],
  },
  {
    what: 'the price list of the customer is left out',
    id: 'agreement/line-prices',
    path: '/pricing/resolve',
    edits: [['{list_price}, {price_of_all}', '{price_of_all}']],
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
    what: 'a discount in per cent is deducted as an amount',
    id: 'columns/row-prices',
    path: '/pricing/resolve',
    edits: [['* (1 - s.discount)', '- 100 * s.discount']],
  },
  {
    what: 'the discount of a row is taken from the selling price',
    id: 'columns/row-prices',
    path: '/pricing/resolve',
    edits: [
      ['NULLIF(s.price, 0) * (1 - s.discount)', 'i.sell_price * (1 - NULLIF(s.discount, 0)), NULLIF(s.price, 0)'],
    ],
  },
  {
    what: 'a price of 0 for none',
    id: 'columns/row-prices',
    path: '/pricing/resolve',
    edits: [['NULLIF(s.price, 0)', 's.price']],
  },
  {
    what: 'the price of all counts before that of a customer',
    id: 'columns/own-prices',
    path: '/pricing/resolve',
    edits: [
      ['NULLIF(s.price, 0) * (1 - s.discount), ', ''],
      ['{price_of_all} * r.per_euro', '{price_of_all} * r.per_euro, NULLIF(s.price, 0) * (1 - s.discount)'],
    ],
  },
  {
    what: 'prices are converted in the wrong direction',
    id: 'columns/customer-currency',
    path: '/pricing/resolve',
    edits: [['i.sell_price * r.per_euro', 'i.sell_price / r.per_euro']],
  },
];
