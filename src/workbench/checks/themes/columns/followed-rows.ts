/** Whether prices follow the amounts of price rows. */
import type { CheckContext } from '../../core/context.ts';
import { type ErpData, isAccepted } from '../../core/erp-data.ts';
import { largerAmounts, smallerAmounts } from '../../metamorphic/clone.ts';
import type { Rows } from '../../metamorphic/rows.ts';
import { pricesOf } from '../time/price-rules.ts';
import type { PriceRow } from './current-price-rows.ts';

/** Less than the other prices of a product: an ERP may take the lowest one. */
const tenth = 0.1;

/** Whether a price follows the amounts of the rows, all tripled or all divided by ten. Undefined where none of them has a price. */
export async function isFollowed(
  context: CheckContext,
  data: ErpData,
  rows: Rows,
  priced: readonly Pick<PriceRow, 'record' | 'pairs'>[],
): Promise<boolean | undefined> {
  const pairs = priced.flatMap((one) => one.pairs);
  const before = await pricesOf(context, pairs);
  if (before.every((price) => price === undefined)) return undefined;
  const smaller = (all: Rows, record: PriceRow['record']) => smallerAmounts(all, record, tenth);
  for (const changedAmounts of [largerAmounts, smaller]) {
    const after = await data.undone(async () => {
      for (const { record } of priced)
        await isAccepted(data.update(record.table, record.row, changedAmounts(rows, record)));
      return pricesOf(context, pairs);
    });
    if (after.some((price, index) => price !== before[index])) return true;
  }
  return false;
}
