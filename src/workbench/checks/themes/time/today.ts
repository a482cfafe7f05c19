/** Today, by the ERP's time zone: the default day of a statement, and the day of a new order. */
import { Temporal } from 'temporal-polyfill';
import type { Check } from '../../core/check.ts';
import type { CheckContext } from '../../core/context.ts';
import { atTime, localDay, localTime, zoneOf } from '../../core/erp-time.ts';
import { demand, demandEqual, notApplicable, notPossible } from '../../core/outcome.ts';
import { cellsOf, dataOf, rowsWritten } from '../../core/written-rows.ts';
import { plusDays } from '../../validation/days.ts';
import { customerOfDraft } from '../agreement/draft-customer.ts';
import { unitsOf } from './periods.ts';

const statement = '/customer-statement/get';
const draft = '/sale-draft';
const orders = '/sales-orders/list';
const usage = '/sales-orders/usage';
const base = { tag: 'fixture', clause: 'ruling: requests', mayDeviate: true } as const;

/** The offset of no time zone is 37 minutes: a time that was shifted by an offset differs from midnight. */
const early = '00:37';
const late = '23:37';
/** An ERP that stores UTC has its days in another zone, which its profile need not name. */
const noon = '11:37';

interface Moment {
  readonly ms: number;
  readonly day: string;
}

/** Early and late on today, on both sides of the change of the year, and on the day of the next change of the clock. */
function moments(now: number, zone: string): readonly Moment[] {
  const today = localDay(now, zone);
  const lastDay = `${today.slice(0, 4)}-12-31`;
  const change = Temporal.Instant.fromEpochMilliseconds(now).toZonedDateTimeISO(zone).getTimeZoneTransition('next');
  const days = [today, lastDay, plusDays(lastDay, 1), ...(change === null ? [] : [change.toPlainDate().toString()])];
  const times = zone === 'UTC' ? [noon] : [early, late];
  return days.flatMap((day) => times.map((time) => ({ day, ms: localTime(day, time, zone) })));
}

const asOf: Check = {
  ...base,
  id: 'time/as-of',
  path: statement,
  title: "without asOf a statement is as of today in the ERP's time zone, early and late in the day",
  needs: [statement],
  async run(context) {
    const [customerErpId = ''] = await context.discovered.customerIds();
    const zone = zoneOf(context);
    for (const { ms, day } of moments(context.now(), zone)) {
      const answer = await atTime(context, ms, () => context.ask(statement, { customerErpId }));
      const what = `at ${new Date(ms).toISOString()}, which is ${day} in ${zone}`;
      demandEqual([answer.asOf, answer.periodEnd], [day, day], 'time', `asOf and periodEnd ${what}`);
    }
  },
};

const msPerMinute = 60_000;
const minutesPerShift = 30;
const mostHours = 14;

/** Whether two times differ by a number of half hours, as times that were read in another time zone do. */
function isShifted(one: number, other: number): boolean {
  const minutes = Math.round(Math.abs(one - other) / msPerMinute);
  return minutes > 0 && minutes <= mostHours * 60 && minutes % minutesPerShift === 0;
}

const orderDay: Check = {
  ...base,
  id: 'time/order-day',
  path: draft,
  title: "a draft has the day and the time of the ERP's clock, early and late in the day, and is usage of that day",
  needs: [draft, orders, '/catalog/products/search'],
  uses: [usage],
  async run(context) {
    const zone = zoneOf(context);
    const customerErpId = await customerOfDraft(context, await context.discovered.draft());
    const isUsage = context.profile?.endpoints.get(usage)?.unavailable === undefined;
    let isShown = false;
    for (const { ms, day } of moments(context.now(), zone)) {
      const body = await context.discovered.draft();
      const used = { customerErpId, sku: body.lines[0]?.sku ?? '' };
      const unitsNow = async (): Promise<readonly number[]> =>
        isUsage ? [await unitsOf(context, used, day, day), await unitsOf(context, used, '1990-01-01', null)] : [];
      const [onDay = 0, ever = 0] = await unitsNow();
      const { saleId, saleNumber, receivedAt } = await atTime(context, ms, () => context.ask(draft, body));
      const { orders: listed } = await context.ask(orders, { limit: 100 });
      const order = listed.find(({ erpSoId, soNumber }) => erpSoId === saleId || soNumber === saleNumber);
      if (order === undefined) return notPossible('the draft is not among the newest 100 sales orders');
      // An ERP may date orders by a clock that the run cannot set.
      if (Math.abs(Date.parse(receivedAt) - context.now()) < 10 * msPerMinute && order.orderDate !== day) continue;
      isShown = true;
      const at = `a draft of ${new Date(ms).toISOString()}, which is ${day} in ${zone}`;
      demandEqual(order.orderDate, day, 'time', `the orderDate of ${at}`);
      demand(!isShifted(Date.parse(receivedAt), ms), 'time', `receivedAt of ${at} is ${receivedAt}`, 'receivedAt');
      const [onDayAfter = 0, everAfter = 0] = await unitsNow();
      const counted = `the units of ${used.sku} that ${at} added to the usage of that day, of ${everAfter - ever} in all`;
      demandEqual(onDayAfter - onDay, everAfter - ever, 'period-days', counted);
    }
    if (!isShown) notPossible('the ERP dates orders by its own clock, which the run cannot set');
  },
};

/** A column of a row that a draft has added, and the day in it. */
async function daysWritten(context: CheckContext, ms: number): Promise<ReadonlyMap<string, string>> {
  const body = await context.discovered.draft();
  const written = await rowsWritten(dataOf(context), async () => {
    await atTime(context, ms, () => context.ask(draft, body));
  });
  const cells = cellsOf(written.filter(({ isNew }) => isNew)).filter(({ value }) => /^\d{4}-\d\d-\d\d$/.test(value));
  return new Map(cells.map(({ table, column, value }) => [`${table.name}.${column.name}`, value]));
}

const writtenDay: Check = {
  ...base,
  id: 'time/written-day',
  path: draft,
  title: "a day in the rows of a draft is that of the ERP's time zone, early and late in the day",
  needs: [draft, '/catalog/products/search'],
  async run(context) {
    const zone = zoneOf(context);
    // A column with the clock of the database has another day.
    const day = plusDays(localDay(context.now(), zone), 3);
    const times = [early, late].map((time) => localTime(day, time, zone));
    const dayOfUtc = (ms: number): string => new Date(ms).toISOString().slice(0, day.length);
    const other = times.find((ms) => dayOfUtc(ms) !== day);
    const same = times.find((ms) => dayOfUtc(ms) === day);
    if (other === undefined || same === undefined) return notApplicable(`in ${zone} the days are those of UTC`);
    const [expected, shifted] = [await daysWritten(context, same), await daysWritten(context, other)];
    const columns = [...expected].filter(([, value]) => value === day).map(([name]) => name);
    for (const name of columns) {
      const message = `${name} of a draft of ${new Date(other).toISOString()}, which is ${day} in ${zone}, is ${shifted.get(name)}`;
      demand(shifted.get(name) !== dayOfUtc(other), 'time', message);
    }
    if (columns.length === 0) notPossible('no row of a draft has the day of the clock that the run sets');
  },
};

export const todays: readonly Check[] = [asOf, orderDay, writtenDay];
