/** A price counts from its first day to its last day. */
import type { Check } from '../../core/check.ts';
import type { CheckContext } from '../../core/context.ts';
import { type DataColumn, type ErpData, isAccepted } from '../../core/erp-data.ts';
import { atTime, localDay, localTime, zoneOf } from '../../core/erp-time.ts';
import type { Ledger } from '../../core/ledger.ts';
import { demand, fail, lacks } from '../../core/outcome.ts';
import { dataOf } from '../../core/written-rows.ts';
import { plusDays } from '../../validation/days.ts';
import { type DatedRow, type PriceRule, priceOf, priceRules } from './price-rules.ts';

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
    return (await isAccepted(data.update(table, row, { [name]: value })))
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

/** A column of days that a price depends on, or ought to. */
interface DayColumn {
  readonly name: string;
  readonly column: DataColumn;
  readonly rule: PriceRule;
  readonly dated: DatedRow;
  readonly meaning: Meaning;
}

const searched = new WeakMap<Ledger, Promise<readonly DayColumn[]>>();

/** The columns of the rows that decide prices. They are looked for once in a run. */
function dayColumns(context: CheckContext): Promise<readonly DayColumn[]> {
  const columns = searched.get(context.ledger) ?? findDayColumns(context);
  searched.set(context.ledger, columns);
  return columns;
}

async function findDayColumns(context: CheckContext): Promise<readonly DayColumn[]> {
  const data = dataOf(context);
  const today = localDay(context.now(), zoneOf(context));
  const all: DayColumn[] = [];
  for (const rule of await priceRules(context, data)) {
    for (const dated of rule.dated) {
      for (const column of dated.columns) {
        const changed = (days: number) => isChangedBy(context, data, rule, dated, column, plusDays(today, days));
        const meaning = meaningOf(await changed(-1), await changed(1));
        all.push({ name: `${dated.table.name}.${column.name}`, column, rule, dated, meaning });
      }
    }
  }
  if (all.length === 0) lacks('a price that a row with a first or a last day decides', path);
  return all;
}

const base = {
  path,
  clause: 'ruling: answers',
  tag: 'fixture',
  mayDeviate: true,
  needs: [path, '/catalog/customers/search', '/catalog/products/search'],
} as const;

const ignoredDays: Check = {
  ...base,
  id: 'time/price-days',
  title: 'a price does not count after its last day or before its first',
  async run(context) {
    const kindOf = ({ name, dated }: DayColumn): string => `${name} ${dated.condition ?? ''}`;
    for (const ofKind of Map.groupBy(await dayColumns(context), kindOf).values()) {
      const isIgnored = ofKind.every(({ meaning }) => meaning === 'ignored' || meaning === undefined);
      const first = ofKind.find(({ meaning }) => meaning === 'ignored');
      if (!isIgnored || first === undefined) continue;
      const message = `${shown(first.rule)} stays the same if ${first.name} is yesterday or tomorrow`;
      fail('price-days', message, 'systemUnitPrice');
    }
  },
};

const includedDays: Check = {
  ...base,
  id: 'time/price-last-day',
  title: 'a price counts on its first day and on its last day, early and late',
  async run(context) {
    const data = dataOf(context);
    const zone = zoneOf(context);
    const today = localDay(context.now(), zone);
    let isShown = false;
    for (const { name, column, rule, dated, meaning } of await dayColumns(context)) {
      if (column.type !== 'date' || meaning === undefined || meaning === 'ignored') continue;
      // The operator of a condition says whether its day counts.
      if (dated.condition !== undefined) continue;
      isShown = true;
      for (const time of timesOf(zone)) {
        const isOver = await atTime(context, localTime(today, time, zone), () =>
          isChangedBy(context, data, rule, dated, column, today),
        );
        const message = `${shown(rule)} does not count on its ${meaning}: ${name} is today, ${today}, at ${time}`;
        demand(isOver !== true, 'price-days', message, 'systemUnitPrice');
      }
    }
    if (!isShown) lacks('a price that a row with a first or a last day decides', path);
  },
};

export const priceDays: readonly Check[] = [ignoredDays, includedDays];
