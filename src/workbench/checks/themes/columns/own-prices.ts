/** The price of a customer counts before the price of a group or of all. */
import { multiply, round, toDecimalText } from '../../../../../engine/tools/index.ts';
import type { Check } from '../../core/check.ts';
import type { CheckContext } from '../../core/context.ts';
import { type DataRow, type ErpData, isAccepted } from '../../core/erp-data.ts';
import { fail, lacks, notApplicable } from '../../core/outcome.ts';
import { spread } from '../../core/sample.ts';
import { dataOf } from '../../core/written-rows.ts';
import { largerAmounts } from '../../metamorphic/clone.ts';
import { type ErpRow, type Rows, readRows } from '../../metamorphic/rows.ts';
import { findSubjects } from '../../metamorphic/subjects.ts';
import { type Pair, pricesOf } from '../time/price-rules.ts';
import { currentPriceRows } from './current-price-rows.ts';

const path = '/pricing/resolve';
/** Rows of customers for products that have prices of groups or of all, too. */
const mostRows = 6;

/** The same amounts divided by ten: lower than all others where an ERP takes the lowest price. */
const tenths = (record: ErpRow, names: readonly string[]): DataRow =>
  Object.fromEntries(
    names.flatMap((name) => {
      const [value, decimals] = [toDecimalText(record.row[name]), record.row[name]?.split('.')[1]?.length ?? 0];
      return value === undefined ? [] : [[name, String(round(multiply(value, 0.1), decimals))]];
    }),
  );

/** Whether a price follows the amounts of the row: all raised, or all lowered. */
async function isFollowed(
  context: CheckContext,
  data: ErpData,
  rows: Rows,
  { record, pairs }: { readonly record: ErpRow; readonly pairs: readonly Pair[] },
): Promise<boolean> {
  const larger = largerAmounts(rows, record);
  const before = await pricesOf(context, pairs);
  for (const changed of [tenths(record, Object.keys(larger)), larger]) {
    const after = await data.undone(async () => {
      await isAccepted(data.update(record.table, record.row, changed));
      return pricesOf(context, pairs);
    });
    if (after.some((price, index) => price !== before[index])) return true;
  }
  return false;
}

export const ownPrices: Check = {
  id: 'columns/own-prices',
  path,
  title: 'the price of a customer counts before the price of a group or of all customers',
  clause: 'ruling: answers',
  tag: 'fixture',
  mayDeviate: true,
  needs: [path, '/catalog/customers/search', '/catalog/products/search'],
  async run(context) {
    const data = dataOf(context);
    const rows = await readRows(data);
    const kinds =
      currentPriceRows(context, rows, await findSubjects(context, rows)) ??
      lacks('customers and products whose rows have the answered ids', path);
    let isShown = false;
    for (const [table, ofTable] of Map.groupBy(kinds, (kind) => kind.table)) {
      const all = ofTable.flatMap(({ priced }) => priced);
      const othersOf = (product: string): readonly ErpRow[] => [
        ...new Set(
          all.flatMap(({ record, isOfCustomer, pairs }) =>
            !isOfCustomer && pairs.some(({ productErpId }) => productErpId === product) ? [record] : [],
          ),
        ),
      ];
      const own = all.flatMap((one) => {
        const [pair] = one.pairs;
        const others = one.isOfCustomer && pair !== undefined ? othersOf(pair.productErpId) : [];
        return pair === undefined || others.length === 0 ? [] : [{ ...one, pair, others }];
      });
      for (const one of spread(own, mostRows)) {
        if (await isFollowed(context, data, rows, one)) {
          isShown = true;
          continue;
        }
        // A row in another currency, or for a larger quantity, decides no price without the others either.
        const isAlone = await data.undone(async () => {
          for (const other of one.others) await isAccepted(data.remove(table, other.row));
          return isFollowed(context, data, rows, one);
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
};
