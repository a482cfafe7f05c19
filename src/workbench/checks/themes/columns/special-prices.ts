/** A price that the ERP keeps for a customer and a product decides that price: a profile that leaves out such a table answers the list price. */
import { demand, notApplicable } from '../../core/outcome.ts';
import { spread } from '../../core/sample.ts';
import { rowsCheck } from '../rows-check.ts';
import { currentPriceRows } from './current-price-rows.ts';
import { isFollowed } from './followed-rows.ts';

const path = '/pricing/resolve';
/** Rows of a table that show that it has prices, and those that are changed. */
const fewestRows = 2;
const mostRows = 8;

export const specialPrices = rowsCheck({
  id: 'columns/special-prices',
  path,
  title: 'a price that a table has for customers and products, alone, in groups or in lists, decides prices',
  needs: [path, '/catalog/customers/search', '/catalog/products/search'],
  async run(context, rows, data) {
    const kinds = await currentPriceRows(context, rows);
    let isShown = false;
    for (const { table, columns, priced } of kinds) {
      for (const [group, ofGroup] of Map.groupBy(priced, (one) => one.group)) {
        const changed = spread(ofGroup, mostRows);
        const followed = ofGroup.length < fewestRows ? undefined : await isFollowed(context, data, rows, changed);
        if (followed === undefined) continue;
        isShown = true;
        const message = `no price follows ${table.name}: the amounts of ${changed.length} of ${ofGroup.length} rows with a product and ${`${columns} ${group}`.trim()} were tripled and divided by ten`;
        demand(followed, 'erp-values', message, 'systemUnitPrice');
      }
    }
    if (!isShown) notApplicable('no table has prices for customers and products, or for groups of customers');
  },
});
