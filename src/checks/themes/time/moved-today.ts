/** Answers that name no day stay the same when today moves. */
import { Temporal } from 'temporal-polyfill';
import type { Path } from '../../../contract/types.ts';
import type { Check } from '../../core/check.ts';
import type { CheckContext } from '../../core/context.ts';
import { atTime, localDay, localTime, zoneOf } from '../../core/erp-time.ts';
import { demand } from '../../core/outcome.ts';
import type { Body } from '../../core/requests.ts';
import { plusDays } from '../../validation/days.ts';

const mostCustomers = 6;
const longAgo = '1990-01-01';

/** The requests for some customers. */
const ofCustomers =
  (fields: (customer: string) => Body) =>
  async (context: CheckContext): Promise<readonly Body[]> =>
    context.sample(await context.ledger.customers(), mostCustomers).map(fields);

const byCustomer = ofCustomers((customerErpId) => ({ customerErpId }));
const everything = async (): Promise<readonly Body[]> => [{}];

/** Requests whose answers do not depend on today. Those with a default that does, name the day. */
const requests: readonly (readonly [path: Path, bodies: (context: CheckContext) => Promise<readonly Body[]>])[] = [
  ['/catalog/customers/search', everything],
  ['/catalog/customers/addresses', ofCustomers((customerId) => ({ customerId }))],
  ['/catalog/products/search', everything],
  ['/credit/customer', byCustomer],
  ['/purchase-orders/list', everything],
  ['/sales-orders/list', everything],
  ['/customer-invoices/list', byCustomer],
  [
    '/customer-statement/get',
    ofCustomers((customerErpId) => ({
      ...{ customerErpId, asOf: '2026-06-30', periodStart: longAgo, periodEnd: '2026-06-30' },
    })),
  ],
  ['/debtors/list', everything],
  ['/invoices/list', everything],
  ['/payments/list', everything],
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

export const movedToday: readonly Check[] = requests.map(([path, bodies]) => ({
  id: 'time/moved-today',
  path,
  title: 'the answer to an equal request is the same in a day, a month, a year and after a change of the clock',
  clause: 'contract 4',
  tag: 'fixture',
  mayDeviate: true,
  needs: [path],
  async run(context) {
    const zone = zoneOf(context);
    const answer = async (body: Body): Promise<string> => (await context.post(path, body)).text;
    const known: (readonly [Body, string])[] = [];
    for (const body of await bodies(context)) known.push([body, await answer(body)]);
    for (const ms of timesFrom(context.now(), zone)) {
      for (const [body, before] of known) {
        const after = await atTime(context, ms, () => answer(body));
        const message = `with today moved to ${localDay(ms, zone)}, the answer to ${JSON.stringify(body)} changed: ${difference(before, after)}`;
        demand(before === after, 'time', message);
      }
    }
  },
}));
