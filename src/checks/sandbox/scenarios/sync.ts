/** The sync of the receivables app: debtors, invoices, payments, page by page to the end. Contract 4 and 8. */
import type { Probe } from '../probe.ts';
import type { Session } from '../session.ts';
import { type List, type Listed, lists, readPage, walk } from './walk.ts';

/** Page sizes that put boundaries where a walk of large pages has none. */
const smallPages = [1, 7];
const pagesTried = 8;
const pastTheEnd = 1_000_000;

const ids = (rows: readonly Listed[]): readonly string[] => rows.map(({ id }) => id);

/** In the order of a sync, which is fixed. */
export async function fullSync(session: Session): Promise<void> {
  for (const list of Object.values(lists)) await syncOf(session, list);
  await session.check('/payments/list', 'payments name invoices that are listed', async (probe) => {
    const { invoices } = session.known;
    if (invoices.length === 0) return probe.skip('No invoice is known.');
    const known = new Set(invoices.map(({ erpInvoiceId }) => erpInvoiceId));
    const { payments } = await probe.ask('/payments/list', { page: 1, limit: 100 });
    const lost = payments.filter(({ erpInvoiceId }) => !known.has(erpInvoiceId)).length;
    if (lost > 0) probe.note(`${lost} of ${payments.length} payments name no listed invoice: the platform skips them.`);
  });
}

async function syncOf(session: Session, list: List): Promise<void> {
  const { path, title } = list;
  const { maxPages } = session.settings;
  let all: readonly string[] = [];
  let complete = false;
  let steady = false;
  await session.check(path, `a full sync: all ${title}, page by page`, async (probe) => {
    const walked = await walk(probe, list, { limit: 100 }, maxPages);
    all = ids(walked.rows);
    complete = walked.complete;
    list.keep(session.known, walked.rows);
    const seen = new Set<string>();
    const twice = all.find((id) => seen.size === seen.add(id).size);
    probe.hold(twice === undefined, 'paging', title, `"${twice}" comes twice`);
    if (!complete) probe.note(`Reading stopped after ${maxPages} pages.`);
    if (all.length === 0) probe.note(`There are no ${title}.`);
  });
  await session.check(path, 'pages of any size give the same rows, none lost and none twice', async (probe) => {
    if (all.length === 0) return probe.skip(`No ${title} are known.`);
    for (const limit of [...smallPages, Math.min(100, Math.ceil(all.length / 3))]) {
      const rows = await firstPages(probe, list, limit);
      const differs = rows.findIndex((id, index) => id !== all[index]);
      if (differs < 0 || (await hasChanged(session, probe, list, all))) continue;
      const where = `row ${differs + 1}, on page ${Math.floor(differs / limit) + 1} of ${limit}`;
      const message = `${where}, is "${rows[differs]}", and "${all[differs]}" when read in pages of 100`;
      probe.hold(false, 'paging', title, message);
      return;
    }
    steady = true;
  });
  await session.check(path, 'hasMore is true while rows follow, and a page past the end is empty', async (probe) => {
    if (!complete || all.length === 0) return probe.skip(`Not all ${title} are known.`);
    if (!steady) return probe.skip('Pages of different sizes have other rows.');
    const limit = Math.min(100, Math.ceil(all.length / 2));
    const last = Math.ceil(all.length / limit);
    for (const page of [last - 1, last, pastTheEnd].filter((number) => number > 0)) {
      const { rows, hasMore } = await readPage(probe, list, { page, limit });
      const wanted = Math.max(0, Math.min(limit, all.length - (page - 1) * limit));
      const at = `page ${page} of ${limit} among ${all.length}`;
      if (await hasChangedUnless(rows.length === wanted, session, probe, list, all)) return;
      probe.hold(rows.length === wanted, 'paging', title, `${at}: ${rows.length} rows come, and ${wanted} should`);
      probe.hold(hasMore === page < last, 'has-more', 'hasMore', `${at}: is ${hasMore}`);
    }
  });
}

async function firstPages(probe: Probe, list: List, limit: number): Promise<readonly string[]> {
  return ids((await walk(probe, list, { limit }, pagesTried)).rows);
}

/** Whether the rows are others now: somebody works in the ERP. Then nothing can be said of pages. */
async function hasChanged(session: Session, probe: Probe, list: List, before: readonly string[]): Promise<boolean> {
  const now = ids((await walk(probe, list, { limit: 100 }, session.settings.maxPages)).rows);
  if (now.length === before.length && now.every((id, index) => id === before[index])) return false;
  return probe.skip('The rows changed while they were read: run it again when nobody writes.');
}

const hasChangedUnless = async (fine: boolean, ...rest: Parameters<typeof hasChanged>): Promise<boolean> =>
  fine ? false : hasChanged(...rest);
