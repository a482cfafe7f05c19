/** A customer with another currency gets other amounts: a price that stays the same number is not converted. */
import { compare } from '../../../../../engine/tools/index.ts';
import { contract } from '../../../../contract/index.ts';
import { type DataRow, isAccepted } from '../../core/erp-data.ts';
import { demand, notApplicable } from '../../core/outcome.ts';
import { spread } from '../../core/sample.ts';
import { namedCurrencies } from '../../metamorphic/currencies.ts';
import { documentRates } from '../../metamorphic/document-rates.ts';
import type { ErpRow, Rows } from '../../metamorphic/rows.ts';
import { customerIds, findSubjects, orNone } from '../../metamorphic/subjects.ts';
import { rowsCheck } from '../rows-check.ts';
import { type Pair, pricesOf } from '../time/price-rules.ts';
import { invoices } from './listed-invoices.ts';

const path = '/pricing/resolve';
const mostCustomers = 4;
const mostProducts = 8;
/** Prices that show whether amounts are converted: one may be equal by chance. */
const fewestPrices = 3;
const mostCurrencies = 4;
/** A ratio of prices is a rate if it is nearer to it than a quarter of the way to 1. */
const quarter = 0.25;

/** Prices that are converted with the inverse of a rate: `ratio` is the price in the other currency for one of this currency. */
function isInverse(ratios: readonly number[], rate: number): boolean {
  const isNear = (ratio: number, wanted: number): boolean =>
    Math.abs(Math.log(ratio / wanted)) < Math.abs(Math.log(rate)) * quarter;
  const inverse = ratios.filter((ratio) => isNear(ratio, 1 / rate)).length;
  return rate !== 1 && inverse >= fewestPrices && inverse > ratios.filter((ratio) => isNear(ratio, rate)).length;
}

/** The code in a column, or the one that the row that it refers to names. */
function currencyIn(rows: Rows, record: ErpRow, column: string): string | undefined {
  const value = record.row[column] ?? '';
  if (contract.currencies.has(value)) return value;
  const reference = record.table.references.find(({ columns }) => columns.length === 1 && columns[0] === column);
  return reference && [...namedCurrencies(rows.targetsOf(record, reference))][0];
}

/** Changes that give a customer another currency of the customers, in all of its columns that have one. */
function otherCurrencies(rows: Rows, record: ErpRow): readonly DataRow[] {
  const names = record.table.columns.flatMap(({ name }) =>
    currencyIn(rows, record, name) === undefined ? [] : [name],
  );
  const valuesOf = (name: string): ReadonlyMap<string, string | null> =>
    new Map(
      rows.inTable(record.table).flatMap((one): readonly (readonly [string, string | null])[] => {
        const currency = currencyIn(rows, one, name);
        return currency === undefined ? [] : [[currency, one.row[name] ?? null]];
      }),
    );
  const values = new Map(names.map((name) => [name, valuesOf(name)]));
  const others = new Set([...values.values()].flatMap((idsByCurrency) => [...idsByCurrency.keys()]));
  return [...others].slice(0, mostCurrencies).map((currency) =>
    Object.fromEntries(
      [...values].flatMap(([name, idsByCurrency]) => {
        const value = idsByCurrency.get(currency);
        return value === undefined ? [] : [[name, value]];
      }),
    ),
  );
}

export const customerCurrency = rowsCheck({
  id: 'columns/customer-currency',
  path,
  title: 'a customer that gets another currency gets other amounts, converted as documents are',
  needs: [path, '/credit/customer', '/catalog/customers/search', '/catalog/products/search'],
  async run(context, rows, data) {
    const foundSubjects = await findSubjects(context, rows);
    const products = spread(foundSubjects.products, mostProducts);
    const currencyOf = async (customerErpId: string): Promise<string> =>
      (await context.ask('/credit/customer', { customerErpId })).currency;
    const documents = (await orNone(invoices(context))).map(({ id, also, currency, amountTotal }) => {
      return { id, texts: [also], currency, amount: amountTotal };
    });
    const rates = documentRates(rows, documents);
    let isShown = false;
    for (const [record, id] of spread([...customerIds(rows, foundSubjects)], mostCustomers)) {
      const pairs = products.map(({ erpProductId }): Pair => ({ customerErpId: id, productErpId: erpProductId }));
      const prices = await pricesOf(context, pairs);
      const isPriced = (index: number): boolean => compare(prices[index] ?? 0, 0) !== 0;
      const priced = pairs.filter((_, index) => isPriced(index));
      const before = prices.filter((_, index) => isPriced(index));
      if (priced.length < fewestPrices) continue;
      const currency = await currencyOf(id);
      for (const changed of otherCurrencies(rows, record)) {
        const after = await data.undone(async () => {
          if (!(await isAccepted(data.update(record.table, record.row, changed)))) return undefined;
          const other = await currencyOf(id);
          return other === currency ? undefined : { other, prices: await pricesOf(context, priced) };
        });
        if (after === undefined) continue;
        isShown = true;
        const same = before.filter((price, index) => price === after.prices[index]);
        const message = `${same.length} of ${priced.length} prices of customer ${id} are the same numbers in ${currency} and, with another ${Object.keys(changed).join(' and ')}, in ${after.other}: ${same.slice(0, 3).join(', ')}`;
        demand(same.length < fewestPrices, 'line-prices', message, 'systemUnitPrice');
        const ratios = before.map((price, index) => Number(after.prices[index] ?? 0) / Number(price));
        const rate = (rates.get(currency) ?? 1) / (rates.get(after.other) ?? 1);
        const wrongWay = `prices of customer ${id} in ${currency} are multiplied by ${ratios[0]?.toFixed(4)} in ${after.other}, where invoices show a rate of ${rate.toFixed(4)}: the inverse`;
        demand(!isInverse(ratios, rate), 'line-prices', wrongWay, 'systemUnitPrice');
      }
    }
    if (!isShown) notApplicable('no change of a row gives a customer another currency');
  },
});
