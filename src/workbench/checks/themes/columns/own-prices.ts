/** The price of a customer counts before the price of a group or of all. */
import { isAccepted } from '../../core/erp-data.ts';
import { fail, notApplicable } from '../../core/outcome.ts';
import { spread } from '../../core/sample.ts';
import type { ErpRow } from '../../metamorphic/rows.ts';
import { rowsCheck } from '../rows-check.ts';
import { currentPriceRows } from './current-price-rows.ts';
import { isFollowed } from './followed-rows.ts';

const path = '/pricing/resolve';
/** Rows of customers for products that have prices of groups or of all, too. */
const mostRows = 6;

export const ownPrices = rowsCheck({
  id: 'columns/own-prices',
  path,
  title: 'the price of a customer counts before the price of a group or of all customers',
  needs: [path, '/catalog/customers/search', '/catalog/products/search'],
  async run(context, rows, data) {
    const kinds = await currentPriceRows(context, rows);
    let isShown = false;
    for (const [table, kindsOfTable] of Map.groupBy(kinds, (kind) => kind.table)) {
      const all = kindsOfTable.flatMap(({ priced }) => priced);
      const othersOf = (product: string): readonly ErpRow[] => [
        ...new Set(
          all.flatMap(({ record, isOfCustomer, pairs }) =>
            !isOfCustomer && pairs.some(({ productErpId }) => productErpId === product) ? [record] : [],
          ),
        ),
      ];
      const ofCustomers = all.flatMap((one) => {
        const [pair] = one.pairs;
        const others = one.isOfCustomer && pair !== undefined ? othersOf(pair.productErpId) : [];
        return pair === undefined || others.length === 0 ? [] : [{ ...one, pair, others }];
      });
      for (const one of spread(ofCustomers, mostRows)) {
        if (await isFollowed(context, data, rows, [one])) {
          isShown = true;
          continue;
        }
        // A row in another currency, or for a larger quantity, decides no price without the others either.
        const isAlone = await data.undone(async () => {
          for (const other of one.others) await isAccepted(data.remove(table, other.row));
          return isFollowed(context, data, rows, [one]);
        });
        const { customerErpId, productErpId } = one.pair;
        if (isAlone)
          fail(
            'erp-values',
            `the price of product ${productErpId} for customer ${customerErpId} follows the row of ${table.name} for this customer only after ${one.others.length} rows for groups or for all were removed`,
            'systemUnitPrice',
          );
      }
    }
    if (!isShown) notApplicable('no product has a price of a customer and one of a group or of all');
  },
});
