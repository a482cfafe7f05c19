/** Invoices that changed since a time: its forms, its boundary, and the hours in which the ERP's clock is set. */
import { Temporal } from 'temporal-polyfill';
import { dayOf } from '../../validation/days.ts';
import type { Check, Subject } from '../check.ts';
import type { Bench } from '../check-context.ts';
import { allInvoices, spread, walk } from '../discovered-data.ts';
import { demand, fail, notApplicable, notShown, same, shownValue } from '../verdict.ts';

const path = '/invoices/list';
const second = 1_000;
const hour = 3_600_000;
const day = 24 * hour;

const ids = (bench: Bench, body: { readonly modifiedSince?: string } = {}): Promise<readonly string[]> =>
  walk(bench, path, { limit: 500, ...body });
const since = (bench: Bench, ms: number): Promise<readonly string[]> =>
  ids(bench, { modifiedSince: new Date(ms).toISOString() });

/** Fails where the profile does not tell changes: all rows are a right answer then. */
function declaredSince({ declared }: Bench): { readonly overlapMs: number; readonly day: boolean } {
  const found = declared.endpoints.get(path)?.since;
  return found ?? notApplicable('the profile has no `since`, and gives all invoices whatever modifiedSince is');
}

/** One instant in the forms that ISO 8601 has for it. */
function formsOf(ms: number): readonly string[] {
  const plain = (hours: number): string => new Date(ms + hours * hour).toISOString().slice(0, 19);
  return [`${plain(0)}Z`, plain(0), `${plain(2)}+02:00`, `${plain(14)}+14:00`, `${plain(-11)}-11:00`];
}

/** The instants of the last two times that a clock was set, at least a month ago; none where it never is. */
function clockChanges(zone: string, now: number): readonly number[] {
  const changes: number[] = [];
  let at = Temporal.Instant.fromEpochMilliseconds(now - 30 * day).toZonedDateTimeISO(zone);
  while (changes.length < 2) {
    const previous = at.getTimeZoneTransition('previous');
    if (previous === null || now - previous.epochMilliseconds > 3 * 366 * day) return changes;
    changes.push(previous.epochMilliseconds);
    at = previous;
  }
  return changes;
}

/** Whether the clock was set back there, so that what it shows for an hour stands for two. */
const isBack = (zone: string, change: number): boolean => {
  const offset = (ms: number): number =>
    Temporal.Instant.fromEpochMilliseconds(ms).toZonedDateTimeISO(zone).offsetNanoseconds;
  return offset(change) < offset(change - second);
};

/** Pushes an invoice that the ERP stamps with this time; gives its id. */
async function pushAt(bench: Bench, ms: number): Promise<string> {
  bench.stage.setTime(ms);
  bench.erp.setClock?.(ms);
  try {
    return (await bench.ask('/invoices/push', await bench.found.invoice())).erpInvoiceId;
  } finally {
    bench.stage.setTime(undefined);
    bench.erp.setClock?.(Date.now());
  }
}

/** Ends the check where the ERP stamps changes by a clock of its own, which would show in an invoice of long ago. */
async function needsClock(bench: Bench, id: string): Promise<void> {
  if ((await since(bench, Date.now() - 5 * day)).includes(id))
    notShown('the ERP stamps changes by a clock of its own, which cannot be set here');
}

/** An invoice stamped at `ms` is a change since then, and since before, and none since later. */
async function boundary(
  bench: Bench,
  ms: number,
  { slack, before, what }: { readonly slack: number; readonly before: readonly number[]; readonly what: string },
): Promise<void> {
  const id = await pushAt(bench, ms);
  const shown = `${what}: an invoice of ${new Date(ms).toISOString()}`;
  const later = ms + slack + second;
  if ((await since(bench, later)).includes(id)) {
    await needsClock(bench, id);
    fail(`${shown} is among the changes since ${new Date(later).toISOString()}`);
  }
  for (const earlier of before.map((span) => new Date(ms - span)))
    if (!(await since(bench, earlier.getTime())).includes(id))
      fail(`${shown} is missing from the changes since ${earlier.toISOString()}`);
}

const checks: readonly Omit<Check, 'subject'>[] = [
  {
    name: 'a time long past gives every invoice, one in the future none',
    clause: 'contract 4, /invoices/list',
    paths: [path],
    async run(bench) {
      const all = await ids(bench);
      same((await since(bench, Date.parse('1990-01-01'))).toSorted(), all.toSorted(), 'the invoices since 1990');
      declaredSince(bench);
      same(await since(bench, Date.parse('2199-01-01')), [], 'the invoices since 2199');
    },
  },
  {
    name: 'one instant is the same with Z, with any offset, and without one (UTC)',
    clause: 'ruling: requests',
    paths: [path],
    async run(bench) {
      declaredSince(bench);
      const all = await ids(bench);
      let partial = false;
      const now = Math.floor(Date.now() / second) * second;
      for (const days of [1, 40, 90, 200, 400, 800]) {
        const [first = '', ...others] = formsOf(now - days * day);
        const expected = await ids(bench, { modifiedSince: first });
        partial ||= expected.length > 0 && expected.length < all.length;
        for (const form of others)
          same(await ids(bench, { modifiedSince: form }), expected, `the invoices since ${form}`);
      }
      if (!partial) notShown('the fixture has no time since which a part of the invoices changed');
    },
  },
  {
    name: "an earlier time never gives fewer invoices, hour by hour around the changes of the ERP's clock",
    clause: 'contract 4, /invoices/list',
    paths: [path],
    async run(bench) {
      declaredSince(bench);
      const now = Date.now();
      const around = clockChanges(bench.declared.clock, now).flatMap((change) =>
        [-3, -2, -1, -0.5, 0, 0.5, 1, 2, 3].map((hours) => change + hours * hour),
      );
      const days = [0, 1, 7, 30, 90, 180, 365, 730].map((count) => now - count * day);
      let later: readonly string[] = [];
      for (const ms of [...around, ...days].toSorted((one, other) => other - one)) {
        const found = await since(bench, ms);
        const missing = later.filter((id) => !found.includes(id));
        if (missing.length > 0)
          fail(`since ${new Date(ms).toISOString()} lacks ${shownValue(missing.slice(0, 5))}, which changed after it`);
        later = found;
      }
    },
  },
  {
    name: 'an invoice is a change since the second in which it was written, inclusive, and none since later',
    clause: 'ruling: requests',
    paths: [path, '/invoices/push'],
    async run(bench) {
      const { overlapMs, day: byDay } = declaredSince(bench);
      const noon = Date.parse(`${dayOf(Date.now() - 60 * day)}T12:00:00Z`);
      const slack = overlapMs + (byDay ? day : 0);
      await boundary(bench, noon, { slack, before: [0, second, hour, day], what: 'on a plain day' });
    },
  },
  {
    name: "the same around the changes of the ERP's clock to and from daylight-saving time",
    clause: 'ruling: requests',
    paths: [path, '/invoices/push'],
    async run(bench) {
      const { overlapMs, day: byDay } = declaredSince(bench);
      const zone = bench.declared.clock;
      const changes = clockChanges(zone, Date.now());
      if (changes.length === 0) notApplicable(`the clock ${zone} is never set`);
      for (const change of changes) {
        // In the hour that comes twice nobody can tell which one a row is of: both count.
        const slack = overlapMs + (byDay ? day : 0) + (isBack(zone, change) ? hour : 0);
        const span = { slack, before: [0, hour], what: `${zone} at its change` };
        for (const shift of [-90, -30, 0, 30, 90]) await boundary(bench, change + shift * 60_000, span);
      }
    },
  },
  {
    name: 'a payment is a change of its invoice',
    clause: 'ruling: requests',
    paths: [path, '/invoices/push', '/payments/push'],
    async run(bench) {
      declaredSince(bench);
      const noon = Date.parse(`${dayOf(Date.now() - 60 * day)}T12:00:00Z`);
      const erpInvoiceId = await pushAt(bench, noon);
      const paid = noon + 20 * day;
      await needsClock(bench, erpInvoiceId);
      bench.stage.setTime(paid);
      bench.erp.setClock?.(paid);
      try {
        await bench.ask('/payments/push', { erpInvoiceId, amount: 1.25, paymentDate: dayOf(paid) });
      } finally {
        bench.stage.setTime(undefined);
        bench.erp.setClock?.(Date.now());
      }
      demand(
        (await since(bench, paid)).includes(erpInvoiceId),
        `invoice ${erpInvoiceId}, paid in part at ${new Date(paid).toISOString()}, is missing from the changes since then`,
      );
    },
  },
  {
    name: 'a part of the invoices is given page by page like the whole',
    clause: 'contract 4, /invoices/list',
    paths: [path],
    async run(bench) {
      declaredSince(bench);
      const all = await allInvoices(bench);
      for (const days of [30, 200, 600]) {
        const modifiedSince = new Date(Date.now() - days * day).toISOString();
        const whole = await ids(bench, { modifiedSince });
        if (whole.length < 2 || whole.length === all.length) continue;
        for (const limit of spread([1, 2, 3, 7], 4)) {
          if (whole.length / limit > 60) continue;
          same(
            await walk(bench, path, { modifiedSince, limit }),
            whole,
            `the changes since ${modifiedSince} in pages of ${limit}`,
          );
        }
        return;
      }
      notShown('the fixture has no time since which a part of the invoices changed');
    },
  },
];

export const modifiedSince: Subject = (endpoints) =>
  endpoints.some((endpoint) => endpoint.path === path)
    ? checks.map((check) => ({ ...check, subject: 'modifiedSince', name: `${path}: ${check.name}` }))
    : [];
