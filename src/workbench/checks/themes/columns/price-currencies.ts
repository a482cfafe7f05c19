/** A price is no amount of a row in another currency than that of the customer. */
import { compare, type Numeric } from '../../../../../engine/tools/index.ts';
import type { CheckContext } from '../../core/context.ts';
import type { Customer, Product } from '../../core/discovered-data.ts';
import { fail, lacks } from '../../core/outcome.ts';
import { spread } from '../../core/sample.ts';
import { columnsWith, currenciesOf } from '../../metamorphic/currencies.ts';
import { placeOf, rowAt } from '../../metamorphic/places.ts';
import type { ErpRow, Rows } from '../../metamorphic/rows.ts';
import { shownCustomer, shownProduct } from '../../metamorphic/subjects.ts';
import { rowsCheck } from '../rows-check.ts';

const path = '/pricing/resolve';
const mostProducts = 24;
const mostCustomers = 8;
/** Prices of one customer that are amounts of another currency alone: one may be equal by chance. */
const fewestForeign = 2;

/** A product, its row, and the rows that refer to it. */
interface Priced {
  readonly product: Product;
  readonly rows: readonly ErpRow[];
}

/** Rows of the product that have the price, where all of them are in other currencies; empty where one is not, or names none. */
function foreignRows(all: Rows, { rows }: Priced, price: Numeric, currency: string): readonly ErpRow[] {
  const equal = rows.filter((record) => columnsWith(record, price).length > 0);
  const isOther = (record: ErpRow): boolean => {
    const named = currenciesOf(all, record);
    return named.size > 0 && !named.has(currency);
  };
  return equal.every(isOther) ? equal : [];
}

/** Customers whose rows refer to another currency than their own come first: their price list has one. */
async function customersWithCurrencies(
  context: CheckContext,
  rows: Rows,
): Promise<readonly (readonly [id: string, currency: string])[]> {
  const customers = await context.discovered.customers();
  const place = placeOf(rows, customers.map(shownCustomer));
  const isMixed = (customer: Customer): boolean => {
    const row = place && rowAt(rows, place, shownCustomer(customer));
    return row !== undefined && currenciesOf(rows, row).size > 1;
  };
  const mixed = customers.filter(isMixed);
  const asked = [...mixed.slice(0, mostCustomers / 2), ...spread(customers, mostCustomers / 2)];
  const all: (readonly [string, string])[] = [];
  for (const { erpId } of new Set(asked)) all.push([erpId, (await context.ledger.creditOf(erpId)).currency]);
  return all;
}

export const priceCurrencies = rowsCheck({
  id: 'columns/price-currencies',
  path,
  title: 'prices are no amounts of rows that are in another currency than the customer',
  needs: [path, '/credit/customer', '/catalog/customers/search', '/catalog/products/search'],
  async run(context, rows) {
    const products = await context.discovered.products();
    const place = placeOf(rows, products.map(shownProduct));
    const priced = products.flatMap((product): readonly Priced[] => {
      const row = place && rowAt(rows, place, shownProduct(product));
      const productRows = row === undefined ? [] : [row, ...rows.referringTo(row)];
      return productRows.some((record) => currenciesOf(rows, record).size > 0) ? [{ product, rows: productRows }] : [];
    });
    if (priced.length === 0) lacks('a product with prices in rows that name a currency', path);
    for (const [customerErpId, currency] of await customersWithCurrencies(context, rows)) {
      const foreign: string[] = [];
      for (const one of spread(priced, mostProducts)) {
        const { systemUnitPrice } = await context.ask(path, { customerErpId, productErpId: one.product.erpProductId });
        if (systemUnitPrice === null || compare(systemUnitPrice, 0) === 0) continue;
        const [row] = foreignRows(rows, one, systemUnitPrice, currency);
        if (row === undefined) continue;
        foreign.push(
          `${systemUnitPrice} for ${one.product.erpSku}, as in ${row.table.name} in ${[...currenciesOf(rows, row)].join(', ')}`,
        );
      }
      const message = `customer ${customerErpId} has the currency ${currency}, and prices of rows in another one: ${foreign.slice(0, 3).join('; ')}`;
      if (foreign.length >= fewestForeign) fail('line-prices', message, 'systemUnitPrice');
    }
  },
});
