/** The price of one unit is that of rows that count from one piece on: a price from ten pieces on is none. */
import type { Check } from '../../core/check.ts';
import type { CheckContext } from '../../core/context.ts';
import { type ErpData, isAccepted } from '../../core/erp-data.ts';
import { demand, fail, lacks, notApplicable } from '../../core/outcome.ts';
import { dataOf } from '../../core/written-rows.ts';
import { quantityColumns } from '../../metamorphic/price-breaks.ts';
import { type DatedRow, type PriceRule, priceOf, priceRules } from './price-rules.ts';

const path = '/pricing/resolve';

/** The price while a row is changed; undefined where the ERP refuses the change. */
const priceWith = (context: CheckContext, data: ErpData, { pair }: PriceRule, change: () => Promise<unknown>) =>
  data.undone(async () => ((await isAccepted(change())) ? { price: await priceOf(context, pair) } : undefined));

/** Whether the row decides a price alone: without it the price is another one. */
async function isAlone(
  context: CheckContext,
  data: ErpData,
  rule: PriceRule,
  { table, row }: DatedRow,
): Promise<boolean> {
  const without = await priceWith(context, data, rule, () => data.remove(table, row));
  return without !== undefined && without.price !== (await priceOf(context, rule.pair));
}

export const priceQuantities: Check = {
  id: 'time/price-quantities',
  path,
  title:
    'the price of one unit is not that of a row that counts from two pieces on, and is that of one from one piece on',
  clause: 'ruling: answers',
  tag: 'fixture',
  mayDeviate: true,
  needs: [path, '/catalog/customers/search', '/catalog/products/search'],
  async run(context) {
    const data = dataOf(context);
    const rules = await priceRules(context, data);
    if (rules.length === 0) lacks('a price that a row with a first or a last day decides', path);
    let isShown = false;
    for (const rule of rules) {
      for (const dated of rule.dated) {
        const { table, row } = dated;
        const columns = quantityColumns(dated);
        const isCondition = dated.condition !== undefined;
        if (columns.length === 0 || !(isCondition || (await isAlone(context, data, rule, dated)))) continue;
        const before = await priceOf(context, rule.pair);
        for (const { name } of columns) {
          const withQuantity = (value: string) =>
            priceWith(context, data, rule, () => data.update(table, row, { [name]: value }));
          const what = `the price of product ${rule.pair.productErpId} for customer ${rule.pair.customerErpId}, which ${rule.amount} decides,`;
          const two = await withQuantity('2');
          if (two === undefined) continue;
          isShown = true;
          const ignored = `${what} stays ${before} if ${table.name}.${name} is 2 (it is ${row[name]}): it is no price of one unit`;
          // A condition may be an upper bound.
          const isBound = isCondition && (await withQuantity('0'))?.price !== before;
          if (two.price === before && !isBound) fail('line-prices', ignored, 'systemUnitPrice');
          const one = await withQuantity('1');
          const left = `${what} is ${one?.price ?? 'none'} and no longer ${before} if ${table.name}.${name} is 1 (it is ${row[name]}): one unit has reached it`;
          demand(one === undefined || one.price === before, 'line-prices', left, 'systemUnitPrice');
        }
      }
    }
    if (!isShown) notApplicable('no row that decides a price has a quantity from which on it counts');
  },
};
