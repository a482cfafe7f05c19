/** `modifiedSince` of /invoices/list over the data that the ERP has: its forms, its monotony, its pages. */
import type { Check, Theme } from '../core/check.ts';
import { clockChanges } from '../core/clock-changes.ts';
import type { CheckContext } from '../core/context.ts';
import { idsChangedSince, instantOf } from '../core/invoice-changes.ts';
import { demand, demandEqual, fail, lacks, notApplicable, shownValue } from '../core/outcome.ts';
import { walkIds } from '../core/paged-lists.ts';

const path = '/invoices/list';
const msPerSecond = 1_000;
const msPerHour = 3_600_000;
const msPerDay = 24 * msPerHour;

const base = { path, tag: 'read', needs: [path] } as const;

/** One instant in the forms that ISO 8601 has for it. */
function formsOf(ms: number): readonly string[] {
  const shifted = (hours: number): string => instantOf(ms + hours * msPerHour).slice(0, 19);
  return [`${shifted(0)}Z`, shifted(0), `${shifted(2)}+02:00`, `${shifted(14)}+14:00`, `${shifted(-11)}-11:00`];
}

/** Ends the check where the profile has no `since`: then all invoices are a right answer to any time. */
export function demandSince({ profile }: CheckContext): { readonly overlapMs: number; readonly day: boolean } {
  const declared = profile?.endpoints.get(path)?.since;
  if (profile !== undefined && declared === undefined)
    notApplicable('the profile has no `since`, and gives all invoices whatever modifiedSince is');
  return declared ?? { overlapMs: 0, day: false };
}

/** All invoices; at least one. */
async function allInvoices(context: CheckContext): Promise<readonly string[]> {
  const all = await idsChangedSince(context);
  return all.length === 0 ? lacks('an invoice', path) : all;
}

const extremes: Check = {
  ...base,
  id: 'modifiedSince/extremes',
  title: 'a time long past gives every invoice, one in the future none (or all where the ERP cannot filter)',
  clause: 'contract 4, /invoices/list',
  async run(context) {
    const all = (await allInvoices(context)).toSorted();
    const past = (await idsChangedSince(context, '1990-01-01T00:00:00Z')).toSorted();
    const lost = all.filter((id) => !past.includes(id));
    demand(lost.length === 0, 'modified-since', `missing from the changes since 1990: ${shownValue(lost.slice(0, 5))}`);
    demandEqual(past, all, 'full-set', 'the invoices since 1990');
    demandSince(context);
    const future = (await idsChangedSince(context, '2199-01-01T00:00:00Z')).toSorted();
    if (future.length === 0) return;
    if (context.profile !== undefined) fail('full-set', `the invoices since 2199: ${shownValue(future)}`, 'invoices');
    demandEqual(future, all, 'full-set', 'the invoices since 2199, where there are any');
    context.note('The ERP does not filter by time: every sync is a full one, which the contract allows.');
  },
};

const forms: Check = {
  ...base,
  id: 'modifiedSince/forms',
  title: 'one instant is the same with Z, with any offset, and without one (UTC)',
  clause: 'ruling: requests',
  async run(context) {
    demandSince(context);
    const all = await allInvoices(context);
    let isPartial = false;
    const now = Math.floor(context.now() / msPerSecond) * msPerSecond;
    for (const days of [1, 40, 90, 200, 400, 800]) {
      const [first = '', ...others] = formsOf(now - days * msPerDay);
      const expected = await idsChangedSince(context, first);
      isPartial ||= expected.length > 0 && expected.length < all.length;
      for (const form of others)
        demandEqual(await idsChangedSince(context, form), expected, 'modified-since', `the invoices since ${form}`);
    }
    if (!isPartial) lacks('two invoices that changed on different days', path);
  },
};

const monotony: Check = {
  ...base,
  id: 'modifiedSince/monotony',
  title: "an earlier time never gives fewer invoices, hour by hour around the changes of the ERP's clock",
  clause: 'contract 4, /invoices/list',
  async run(context) {
    demandSince(context);
    await allInvoices(context);
    const now = context.now();
    const zone = context.profile?.clock;
    const hours = [-3, -2, -1, -0.5, 0, 0.5, 1, 2, 3];
    const around = (zone === undefined ? [] : clockChanges(zone, now)).flatMap(({ at }) =>
      hours.map((shift) => at + shift * msPerHour),
    );
    const days = [-2, 0, 1, 7, 30, 90, 180, 365, 730, 3650].map((count) => now - count * msPerDay);
    let later: readonly string[] = [];
    for (const ms of [...around, ...days].toSorted((one, other) => other - one)) {
      const ids = await idsChangedSince(context, instantOf(ms));
      const missing = later.filter((id) => !ids.includes(id));
      const message = `since ${instantOf(ms)} lacks ${shownValue(missing.slice(0, 5))}, which changed after it`;
      demand(missing.length === 0, 'modified-since', message, 'invoices');
      later = ids;
    }
  },
};

const pages: Check = {
  ...base,
  id: 'modifiedSince/pages',
  title: 'a part of the invoices is given page by page like the whole',
  clause: 'contract 4, /invoices/list',
  async run(context) {
    demandSince(context);
    const all = await allInvoices(context);
    for (const days of [30, 200, 600]) {
      const modifiedSince = instantOf(context.now() - days * msPerDay);
      const part = await idsChangedSince(context, modifiedSince);
      if (part.length < 2 || part.length === all.length) continue;
      for (const limit of [1, 2, 3, 7]) {
        if (part.length / limit > 60) continue;
        const { rows } = await walkIds(context, { path, body: { modifiedSince, limit }, maxPages: part.length + 1 });
        demandEqual(rows, part, 'paging', `the changes since ${modifiedSince} in pages of ${limit}`);
      }
      return;
    }
    lacks('two invoices that changed on different days', path);
  },
};

/** Checks only with data that the ERP already has; it writes nothing. */
export const modifiedSince: Theme = () => [extremes, forms, monotony, pages];
