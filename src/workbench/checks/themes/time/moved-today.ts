/** Answers that name no day stay the same when today moves. */
import { Temporal } from 'temporal-polyfill';
import type { Path } from '../../../../contract/types.ts';
import type { Check } from '../../core/check.ts';
import type { CheckContext } from '../../core/context.ts';
import type { DataType, ErpData } from '../../core/erp-data.ts';
import { atTime, localDay, localTime, zoneOf } from '../../core/erp-time.ts';
import { fail } from '../../core/outcome.ts';
import type { Body } from '../../core/requests.ts';
import { plusDays } from '../../validation/days.ts';
import { type Answer, isRecord } from '../../validation/index.ts';

const mostCustomers = 6;
const longAgo = '1990-01-01';

const search = '/catalog/customers/search';

/** Endpoints about one customer: their requests need the customers of the search. */
const ofOneCustomer: ReadonlySet<Path> = new Set([
  '/catalog/customers/addresses',
  '/credit/customer',
  '/customer-invoices/list',
  '/customer-statement/get',
]);

/** The requests for some customers. */
const ofCustomers =
  (fields: (customer: string) => Body) =>
  async (context: CheckContext): Promise<readonly Body[]> =>
    context.sample(await context.ledger.customers(), mostCustomers).map(fields);

const byCustomer = ofCustomers((customerErpId) => ({ customerErpId }));
const upTo = (limit: number) => async (): Promise<readonly Body[]> => [{ limit }];
const page =
  (path: Path) =>
  async ({ settings }: CheckContext): Promise<readonly Body[]> => [{ limit: settings.largestPage(path) }];

/** Requests whose answers do not depend on today. Those with a default that does, name the day. */
const requests: readonly (readonly [path: Path, bodies: (context: CheckContext) => Promise<readonly Body[]>])[] = [
  [search, upTo(500)],
  ['/catalog/customers/addresses', ofCustomers((customerId) => ({ customerId }))],
  ['/catalog/products/search', upTo(500)],
  ['/credit/customer', byCustomer],
  ['/purchase-orders/list', upTo(100)],
  ['/sales-orders/list', upTo(100)],
  ['/customer-invoices/list', byCustomer],
  [
    '/customer-statement/get',
    ofCustomers((customerErpId) => ({
      ...{ customerErpId, asOf: '2026-06-30', periodStart: longAgo, periodEnd: '2026-06-30' },
    })),
  ],
  ['/debtors/list', page('/debtors/list')],
  ['/invoices/list', page('/invoices/list')],
  ['/payments/list', page('/payments/list')],
];

/** Times to move to: a day, a month and a year from now, around midnight of the end of the year, and after the next change of the clock. */
function timesFrom(now: number, zone: string): readonly number[] {
  const today = localDay(now, zone);
  const lastDay = `${today.slice(0, 4)}-12-31`;
  const change = Temporal.Instant.fromEpochMilliseconds(now).toZonedDateTimeISO(zone).getTimeZoneTransition('next');
  return [
    ...[1, 31, 366].map((days) => localTime(plusDays(today, days), '12:00', zone)),
    localTime(lastDay, '23:30', zone),
    localTime(plusDays(lastDay, 1), '00:30', zone),
    ...(change === null ? [] : [change.epochMilliseconds + 60_000]),
  ];
}

/** The part in which two texts differ, with what is before it. */
function difference(one: string, other: string): string {
  const at = [...one].findIndex((character, index) => character !== other[index]);
  const from = Math.max(0, (at === -1 ? one.length : at) - 80);
  return `${one.slice(from, from + 160)} became ${other.slice(from, from + 160)}`;
}

/** The rows of an answer as texts; the answer itself where it has none. */
function rowsIn(body: unknown): readonly string[] {
  const rows = isRecord(body) ? Object.values(body).find((value) => Array.isArray(value)) : undefined;
  return Array.isArray(rows) ? rows.map((row) => JSON.stringify(row)) : [JSON.stringify(body)];
}

/** Whether each row that came or went has a row of the ERP with its id and a day between the two: the first or last day of a customer, an article, a price. */
async function isExplained(data: ErpData, changed: readonly string[], from: string, to: string): Promise<boolean> {
  const tables = (await data.tables()).filter(({ columns }) => columns.some(({ type }) => isDay(type)));
  const left = new Set(changed);
  for (const table of tables) {
    const days = table.columns.filter(({ type }) => isDay(type)).map(({ name }) => name);
    const ids = [table.key, ...table.uniqueKeys].flatMap(([name, ...more]) =>
      name !== undefined && more.length === 0 ? [name] : [],
    );
    for (const row of await data.rows(table)) {
      if (!days.some((name) => (row[name] ?? '') >= from && (row[name] ?? '').slice(0, 10) <= to)) continue;
      const values = ids.map((name) => JSON.stringify(row[name]?.trim() ?? ''));
      for (const text of left) if (values.some((value) => text.includes(`:${value}`))) left.delete(text);
    }
  }
  return left.size === 0;
}

const isDay = (type: DataType): boolean => type === 'date' || type === 'datetime';

export const movedToday: readonly Check[] = requests.map(([path, bodies]) => ({
  id: 'time/moved-today',
  path,
  title: 'the answer to an equal request is the same in a day, a month, a year and after a change of the clock',
  clause: 'contract 4',
  tag: 'fixture',
  mayDeviate: true,
  needs: ofOneCustomer.has(path) ? [path, search] : [path],
  async run(context) {
    const zone = zoneOf(context);
    const data = context.fixture?.data;
    const answersBefore: (readonly [Body, Answer])[] = [];
    for (const body of await bodies(context)) answersBefore.push([body, await context.post(path, body)]);
    for (const ms of timesFrom(context.now(), zone)) {
      for (const [body, before] of answersBefore) {
        const after = await atTime(context, ms, () => context.post(path, body));
        if (before.text === after.text) continue;
        const [today, moved] = [localDay(context.now(), zone), localDay(ms, zone)];
        const [rows, others] = [rowsIn(before.body), rowsIn(after.body)];
        const changed = [
          ...rows.filter((row) => !others.includes(row)),
          ...others.filter((row) => !rows.includes(row)),
        ];
        if (data !== undefined && (await isExplained(data, changed, today, moved))) continue;
        const message = `with today moved to ${moved}, the answer to ${JSON.stringify(body)} changed: ${difference(before.text, after.text)}`;
        fail('time', message);
      }
    }
  },
}));
