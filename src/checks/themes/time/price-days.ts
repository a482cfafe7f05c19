/** A price counts from its first day to its last day. */
import type { Check } from '../../core/check.ts';
import type { CheckContext } from '../../core/context.ts';
import type { DataColumn, ErpData } from '../../core/erp-data.ts';
import { atTime, localDay, localTime, zoneOf } from '../../core/erp-time.ts';
import { demand, fail, notTested } from '../../core/outcome.ts';
import { dataOf } from '../../core/written-rows.ts';
import { plusDays } from '../../validation/days.ts';
import { type DatedRow, type PriceRule, priceOf, priceRules, succeeds } from './price-rules.ts';

const path = '/pricing/resolve';

/** Whether the price is another one with this day in a column; undefined where the ERP refuses the day. */
async function isChangedBy(
  context: CheckContext,
  data: ErpData,
  rule: PriceRule,
  { table, row }: DatedRow,
  { name, type }: DataColumn,
  day: string,
): Promise<boolean | undefined> {
  const price = await priceOf(context, rule.pair);
  return data.undone(async () => {
    const value = type === 'date' ? day : `${day} 12:00:00`;
    return (await succeeds(data.update(table, row, { [name]: value })))
      ? (await priceOf(context, rule.pair)) !== price
      : undefined;
  });
}

/** What a column does: `undefined` where the ERP refuses its days, or where it means something else. */
type Meaning = 'first day' | 'last day' | 'ignored' | undefined;

function meaningOf(isChangedYesterday: boolean | undefined, isChangedTomorrow: boolean | undefined): Meaning {
  if (isChangedYesterday === undefined || isChangedTomorrow === undefined) return undefined;
  if (isChangedYesterday) return isChangedTomorrow ? undefined : 'last day';
  return isChangedTomorrow ? 'first day' : 'ignored';
}

const shown = ({ amount, pair }: PriceRule): string =>
  `the price of product ${pair.productErpId} for customer ${pair.customerErpId}, which ${amount} decides,`;

/** Early and late in the day, as far as the ERP's days are known. */
const timesOf = (zone: string): readonly string[] => (zone === 'UTC' ? ['12:00'] : ['00:37', '12:00', '23:37']);

export const priceDays: Check = {
  id: 'time/price-days',
  path,
  title: 'a price counts from its first day to its last day, both included, and not before or after',
  clause: 'ruling: answers',
  tag: 'fixture',
  mayDeviate: true,
  needs: [path, '/catalog/customers/search', '/catalog/products/search'],
  async run(context) {
    const data = dataOf(context);
    const zone = zoneOf(context);
    const today = localDay(context.now(), zone);
    const meanings = new Map<string, { readonly rule: PriceRule; readonly seen: Meaning[] }>();
    for (const rule of await priceRules(context, data)) {
      for (const dated of rule.dated) {
        for (const column of dated.columns) {
          const changed = (day: string) => isChangedBy(context, data, rule, dated, column, day);
          const meaning = meaningOf(await changed(plusDays(today, -1)), await changed(plusDays(today, 1)));
          const name = `${dated.table.name}.${column.name}`;
          const known = meanings.get(name) ?? { rule, seen: [] };
          meanings.set(name, { ...known, seen: [...known.seen, meaning] });
          if (column.type !== 'date' || meaning === undefined || meaning === 'ignored') continue;
          for (const time of timesOf(zone)) {
            const isOver = await atTime(context, localTime(today, time, zone), () => changed(today));
            const message = `${shown(rule)} does not count on its ${meaning}: ${name} is today, ${today}, at ${time}`;
            demand(isOver !== true, 'price-days', message, 'systemUnitPrice');
          }
        }
      }
    }
    if (meanings.size === 0)
      notTested('the data does not show it: it needs a price from a row with a first or a last day');
    for (const [name, { rule, seen }] of meanings) {
      const isIgnored = seen.includes('ignored') && seen.every((one) => one === 'ignored' || one === undefined);
      if (isIgnored)
        fail('price-days', `${shown(rule)} stays the same if ${name} is yesterday or tomorrow`, 'systemUnitPrice');
    }
  },
};
