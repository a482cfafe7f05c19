/** The paged lists: the same rows in pages of any size, also while records come and go. */
import type { Check, Theme } from '../core/check.ts';
import type { CheckContext } from '../core/context.ts';
import type { PutBack } from '../core/fixture-access.ts';
import {
  demand,
  demandEqual,
  fail,
  lacks,
  notApplicable,
  notPossible,
  overLimit,
  shownValue,
} from '../core/outcome.ts';
import { isPaged, type PagedPath, readPage, walkIds, walkList, walkRows } from '../core/paged-lists.ts';

const standardLimit = 100;
/** A walk of more pages is not done: then only the first pages are compared. */
const mostPagesOfSize = 60;
const pagesOfLongList = 8;

interface Listed {
  readonly ids: readonly string[];
  /** All of each row, as JSON. */
  readonly texts: readonly string[];
  /** Whether `ids` are all ids of the list. */
  readonly complete: boolean;
}

/** The ids of a list; at least one. */
async function readList(context: CheckContext, path: PagedPath): Promise<Listed> {
  const { largestPage, maxPages } = context.settings;
  const { rows, complete } = await walkRows(context, { path, body: { limit: largestPage(path) }, maxPages });
  if (!complete) context.note(`Reading stopped after ${maxPages} pages.`);
  if (rows.length === 0) lacks('a row of the list', path);
  return { ids: rows.map(({ id }) => id), texts: rows.map(({ text }) => text), complete };
}

/** Ends the check as not tested if the list has changed meanwhile: the ERP is in use, and pages cannot be compared. `before`: ids, or rows as JSON. */
async function demandUnchanged(
  context: CheckContext,
  path: PagedPath,
  before: readonly string[],
  what: 'ids' | 'texts' = 'ids',
): Promise<void> {
  const { [what]: now } = await readList(context, path);
  if (now.length !== before.length || now.some((one, at) => one !== before[at]))
    notPossible('the rows changed while they were read: run the check again when the ERP is not in use');
}

/** The page size for a walk of about twenty pages. */
const sizeFor = (count: number): number => Math.max(1, Math.ceil(count / 20));

const anyPageSize = (path: PagedPath): Check => ({
  id: 'paging/any-page-size',
  path,
  title: 'pages of any size give the same rows with the same values, none lost and none twice',
  clause: 'contract 4, receivables; contract 8',
  tag: 'read',
  needs: [path],
  async run(context) {
    const { ids, texts } = await readList(context, path);
    const seen = new Set<string>();
    const repeated = ids.find((id) => seen.size === seen.add(id).size);
    demand(repeated === undefined, 'paging', `"${repeated}" comes twice`);
    for (const limit of new Set([sizeFor(ids.length), sizeFor(ids.length) + 1, 1, 7, standardLimit])) {
      const maxPages = ids.length / limit > mostPagesOfSize ? pagesOfLongList : mostPagesOfSize;
      const { rows } = await walkRows(context, { path, body: { limit }, maxPages });
      const expected = texts.slice(0, limit * maxPages);
      const differs = expected.findIndex((text, index) => text !== rows[index]?.text);
      if (differs < 0 && rows.length === expected.length) continue;
      await demandUnchanged(context, path, texts, 'texts');
      const at = differs < 0 ? expected.length : differs;
      const place = `row ${at + 1}, on page ${Math.floor(at / limit) + 1} of size ${limit}`;
      const row = rows[at];
      if (row !== undefined && row.id === ids[at])
        fail('paging', `${place}, is ${shownValue(row.text)}, and ${shownValue(texts[at])} when read in larger pages`);
      fail('paging', `${place}, is "${row?.id}", and "${ids[at]}" when read in larger pages`);
    }
    if (ids.length < 2) lacks('two rows of the list, for a second page', path);
  },
});

/**
 * The number of rows that a page has at most. Where no profile says it, a first page that has fewer rows than were asked for, and a further page, shows it:
 * a limit over the maximum of a service is its maximum (ruling: requests).
 */
async function largestSize(context: CheckContext, path: PagedPath): Promise<number> {
  const limit = context.settings.largestPage(path);
  if (context.profile !== undefined) return limit;
  const first = await readPage(context, path, { page: 1, limit });
  return first.hasMore ? Math.min(limit, Math.max(1, first.ids.length)) : limit;
}

const hasMore = (path: PagedPath): Check => ({
  id: 'paging/has-more',
  path,
  title: 'hasMore is true exactly while a further page has rows, and a page past the end is empty',
  clause: 'contract 4, receivables; ruling: requests',
  tag: 'read',
  needs: [path],
  async run(context) {
    const { ids, complete } = await readList(context, path);
    if (!complete) overLimit('the list has more pages than may be read');
    const count = ids.length;
    const largest = await largestSize(context, path);
    for (const limit of new Set([1, Math.ceil(count / 3), Math.ceil(count / 2), count - 1, count, count + 1])) {
      if (limit < 1 || limit > largest) continue;
      const last = Math.ceil(count / limit);
      // An ERP reached by HTTP may have to send all pages before a late one: single rows are read only at the beginning.
      const pages = limit === 1 && count > 20 ? [1, 2] : [1, 2, last - 1, last, last + 1];
      for (const page of new Set(pages)) {
        if (page < 1) continue;
        const expected = { ids: ids.slice((page - 1) * limit, page * limit), hasMore: page * limit < count };
        const answer = await readPage(context, path, { page, limit });
        if (shownValue(answer) !== shownValue(expected)) await demandUnchanged(context, path, ids);
        const what = `page ${page} of size ${limit} among ${count} rows`;
        demandEqual(answer.hasMore, expected.hasMore, 'has-more', `hasMore of ${what}`);
        demandEqual(answer.ids, expected.ids, 'paging', `the rows of ${what}`);
      }
    }
    for (const page of [1_000_000, Number.MAX_SAFE_INTEGER]) {
      const answer = await readPage(context, path, { page, limit: largest });
      demandEqual(answer, { ids: [], hasMore: false }, 'has-more', `page ${page}`);
    }
  },
});

const defaults = (path: PagedPath): Check => ({
  id: 'paging/defaults',
  path,
  title: `page is 1 and limit ${standardLimit} where they are left out, and a limit over the maximum is the maximum`,
  clause: 'ruling: requests',
  tag: 'read',
  needs: [path],
  async run(context) {
    const first = await readPage(context, path, { page: 1, limit: standardLimit });
    for (const body of [{}, { page: 1 }, { limit: standardLimit }, { page: null, limit: null }])
      demandEqual(await readPage(context, path, body), first, 'paging', `the page for ${shownValue(body)}`);
    // The contract's maximum, where the profile does not declare a smaller one.
    const largest = context.profile === undefined ? 500 : context.settings.largestPage(path);
    for (const page of [1, 2]) {
      const clamped = await readPage(context, path, { page, limit: largest });
      for (const limit of [largest + 1, Number.MAX_SAFE_INTEGER]) {
        const answer = await readPage(context, path, { page, limit });
        demandEqual(answer, clamped, 'paging', `page ${page} with limit ${limit}`);
      }
    }
    demand(first.ids.length <= standardLimit, 'limit', 'more rows than the default were returned');
    if (!first.hasMore) lacks(`more than ${standardLimit} rows of the list`, path);
  },
});

const whileChanging = (path: PagedPath): Check => ({
  id: 'paging/while-records-change',
  path,
  title: 'no row is lost or repeated while records are inserted and deleted between pages',
  clause: 'contract 8, ruling: requests',
  tag: 'fixture',
  needs: [path],
  run: (context) => walkWhileChanging(context, path),
});

/** Fails unless every id that existed throughout was returned exactly once. */
function demandEachOnce(walked: readonly string[], unchanged: readonly string[], what: string): void {
  const times = new Map<string, number>();
  for (const id of walked) times.set(id, (times.get(id) ?? 0) + 1);
  const lost = unchanged.filter((id) => !times.has(id));
  const twice = unchanged.filter((id) => (times.get(id) ?? 0) > 1);
  const examples = (ids: readonly string[]): string => shownValue(ids.slice(0, 5));
  demand(
    lost.length === 0,
    'paging',
    `${what}: ${lost.length} rows that were there throughout are missing: ${examples(lost)}`,
  );
  demand(twice.length === 0, 'paging', `${what}: ${twice.length} rows were returned twice: ${examples(twice)}`);
}

/** Walks through the list twice: while records that were removed before are put back, and while records of earlier pages are removed. */
async function walkWhileChanging(context: CheckContext, path: PagedPath): Promise<void> {
  const { fixture, settings } = context;
  if (fixture === undefined) notApplicable('the ERP of this service cannot be changed');
  const { ids } = await readList(context, path);
  if (ids.length < 4) lacks('four rows of the list', path);
  const isGone = async (id: string): Promise<boolean> => {
    const left = await readList(context, path);
    return left.ids.length === ids.length - 1 && !left.ids.includes(id);
  };
  const remove = await fixture.remover(path, ids.slice(0, 3), isGone);
  if (remove === undefined) notPossible('no record of this list can be removed from the fixture and put back');
  const limit = sizeFor(ids.length);
  // Records of the first pages: what happens to them moves all that follow.
  const moving = ids.slice(0, Math.min(Math.floor(ids.length / 3), Math.ceil(ids.length / limit)));
  const unchanged = ids.filter((id) => !moving.includes(id));
  const removed: PutBack[] = [];
  const restoreAll = async (): Promise<void> => {
    for (const putBack of removed.splice(0)) await putBack();
  };
  const walk = async (between: (soFar: readonly string[]) => Promise<void>): Promise<readonly string[]> =>
    (await walkIds(context, { path, body: { limit }, maxPages: settings.maxPages, between })).rows;
  try {
    for (const [index, id] of moving.entries()) if (index % 2 === 0) removed.push(await remove(id));
    const duringInserts = await walk(async () => removed.pop()?.());
    demandEachOnce(duringInserts, unchanged, `pages of ${limit} while records were inserted`);
    await restoreAll();
    const left = [...moving];
    const duringDeletes = await walk(async (soFar) => {
      const id = left.find((one) => soFar.includes(one));
      if (id === undefined) return;
      left.splice(left.indexOf(id), 1);
      removed.push(await remove(id));
    });
    demandEachOnce(duringDeletes, unchanged, `pages of ${limit} while records that had come were deleted`);
  } finally {
    await restoreAll();
  }
  demandEqual((await readList(context, path)).ids, ids, 'paging', 'the list after all records were put back');
}

const paidInvoices: Check = {
  id: 'paging/payments-of-invoices',
  path: '/payments/list',
  title: 'payments name invoices of /invoices/list; the platform skips others',
  clause: 'contract 4, receivables',
  tag: 'read',
  needs: ['/payments/list', '/invoices/list'],
  async run(context) {
    const { maxPages, largestPage } = context.settings;
    const { rows } = await walkList(context, {
      path: '/invoices/list',
      body: { limit: largestPage('/invoices/list') },
      maxPages,
    });
    const { payments } = await context.ask('/payments/list', { page: 1, limit: 100 });
    if (rows.length === 0) lacks('an invoice', '/invoices/list');
    if (payments.length === 0) lacks('a payment', '/payments/list');
    const listed = new Set(rows.map(({ erpInvoiceId }) => erpInvoiceId));
    const others = payments.filter(({ erpInvoiceId }) => !listed.has(erpInvoiceId)).length;
    if (others > 0)
      context.note(`${others} of ${payments.length} payments name no listed invoice: the platform skips them.`);
  },
};

/** Checks pages of different sizes, `hasMore`, the defaults, and pages while the list changes. */
export const paging: Theme = (endpoints) => [
  ...endpoints.flatMap(({ path }) =>
    isPaged(path) ? [anyPageSize(path), hasMore(path), defaults(path), whileChanging(path)] : [],
  ),
  paidInvoices,
];
