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

const net = 'ROUND({price} * (1 - c.discount), 4) AS systemUnitPrice';

export const mistakes: readonly Mistake[] = [
  {
    what: 'the list price in the place of the selling price',
    id: 'agreement/line-prices',
    path: '/pricing/resolve',
    edits: [['COALESCE(s.price, i.sell_price * r.per_euro)', 'COALESCE(s.price, i.list_price * r.per_euro)']],
  },
  {
    what: 'the discount of the customer is ignored',
    id: 'agreement/line-prices',
    path: '/pricing/resolve',
    edits: [[net, 'ROUND({price}, 4) AS systemUnitPrice']],
  },
  {
    what: 'a fraction is taken as per cent',
    id: 'agreement/line-prices',
    path: '/pricing/resolve',
    edits: [[net, 'ROUND({price} * (1 - c.discount / 100), 4) AS systemUnitPrice']],
  },
  {
    what: 'prices are in cents',
    id: 'agreement/line-prices',
    path: '/pricing/resolve',
    edits: [[net, 'ROUND({price} * (1 - c.discount) * 100, 4) AS systemUnitPrice']],
  },
  {
    what: 'prices of customers in another currency are not converted',
    id: 'agreement/line-prices',
    path: '/pricing/resolve',
    edits: [['i.sell_price * r.per_euro)', 'i.sell_price)']],
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
    edits: [[net, 'ROUND({price} * (1 - c.discount / 100), 4) AS systemUnitPrice']],
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
    edits: [['FROM customer c WHERE c.blocked = 0\n', 'FROM customer c\n']],
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
];
