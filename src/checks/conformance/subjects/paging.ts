/** The lists that are walked page by page, also while others write. */

import type { Check, Subject } from '../check.ts';
import type { Bench } from '../check-context.ts';
import { type PagedPath, pageOf, walk } from '../discovered-data.ts';
import type { PutBack } from '../fixture-rows.ts';
import { demand, fail, notShown, same, shownValue } from '../verdict.ts';

const standard = 100;
/** What a page holds at most unless the profile says otherwise. */
const largestPage = 500;

const largestOf = ({ declared }: Bench, path: PagedPath): number =>
  declared.endpoints.get(path)?.largestPage ?? largestPage;

async function everything(bench: Bench, path: PagedPath): Promise<readonly string[]> {
  const ids = await walk(bench, path, { limit: largestOf(bench, path) });
  return ids.length === 0 ? notShown('the fixture has no row in this list') : ids;
}

/** Fails unless every id that was there throughout came exactly once. */
function eachOnce(walked: readonly string[], steady: readonly string[], what: string): void {
  const times = new Map<string, number>();
  for (const id of walked) times.set(id, (times.get(id) ?? 0) + 1);
  const lost = steady.filter((id) => !times.has(id));
  const twice = steady.filter((id) => (times.get(id) ?? 0) > 1);
  if (lost.length > 0)
    fail(`${what}: ${lost.length} rows that were there throughout never came: ${shownValue(lost.slice(0, 5))}`);
  if (twice.length > 0) fail(`${what}: ${twice.length} rows came twice: ${shownValue(twice.slice(0, 5))}`);
}

/** A size that gives a walk of some twenty pages. */
const sizeFor = (count: number): number => Math.max(1, Math.ceil(count / 20));

/** Walks while one row after the other that has come is taken out, and others that had been out come back among the rows to come or past. */
async function walkUnderChanges(bench: Bench, path: PagedPath): Promise<void> {
  const ids = await everything(bench, path);
  if (ids.length < 4) notShown('the fixture has less than four rows in this list');
  const gone = async (id: string): Promise<boolean> => {
    const left = await walk(bench, path, { limit: largestOf(bench, path) });
    return left.length === ids.length - 1 && !left.includes(id);
  };
  const remove = await bench.erp.remover(path, ids.slice(0, 3), gone);
  if (remove === undefined) notShown('no row of this list can be taken out of the fixture and put back');
  const size = sizeFor(ids.length);
  const pages = Math.ceil(ids.length / size);
  // Rows of the first pages: what happens to them moves the places of all that follow.
  const moving = ids.slice(0, Math.min(Math.floor(ids.length / 3), pages));
  const steady = ids.filter((id) => !moving.includes(id));
  const out: PutBack[] = [];
  const back = async (): Promise<void> => {
    for (const put of out.splice(0)) await put();
  };
  try {
    for (const [index, id] of moving.entries()) if (index % 2 === 0) out.push(await remove(id));
    const inserts = await walk(bench, path, { limit: size }, async () => {
      await out.pop()?.();
    });
    eachOnce(inserts, steady, `pages of ${size} while rows were inserted`);
    await back();
    const left = [...moving];
    const deletes = await walk(bench, path, { limit: size }, async (_page, so) => {
      const id = left.find((one) => so.includes(one));
      if (id === undefined) return;
      left.splice(left.indexOf(id), 1);
      out.push(await remove(id));
    });
    eachOnce(deletes, steady, `pages of ${size} while rows that had come were deleted`);
  } finally {
    await back();
  }
  same(await everything(bench, path), ids, 'the list after everything was put back');
}

function checksOf(path: PagedPath): readonly Check[] {
  const base = { subject: 'paging', paths: [path] };
  return [
    {
      ...base,
      name: `${path} gives the same rows in pages of any size, none lost and none twice`,
      clause: 'contract 4, receivables; contract 8',
      async run(bench) {
        const ids = await everything(bench, path);
        same(ids.length, new Set(ids).size, 'the number of different ids');
        for (const size of new Set([sizeFor(ids.length), sizeFor(ids.length) + 1, 7, 100])) {
          if (ids.length / size <= 60)
            same(await walk(bench, path, { limit: size }), ids, `the rows in pages of ${size}`);
        }
        if (ids.length < 2) notShown('the fixture has no second row, so that there is no second page');
      },
    },
    {
      ...base,
      name: `${path} says hasMore exactly while a further page has rows; a page past the end is empty`,
      clause: 'contract 4, receivables; ruling: requests',
      async run(bench) {
        const ids = await everything(bench, path);
        const count = ids.length;
        for (const limit of new Set([1, Math.ceil(count / 3), Math.ceil(count / 2), count - 1, count, count + 1])) {
          if (limit < 1 || limit > largestOf(bench, path)) continue;
          const last = Math.ceil(count / limit);
          // Over HTTP a page far behind is found by asking for all before it: single rows are asked for at the beginning alone.
          const pages = limit === 1 && count > 20 ? [1, 2] : [1, 2, last - 1, last, last + 1];
          for (const page of new Set(pages)) {
            if (page < 1) continue;
            const expected = { ids: ids.slice((page - 1) * limit, page * limit), hasMore: page * limit < count };
            same(await pageOf(bench, path, { page, limit }), expected, `page ${page} of ${limit} among ${count}`);
          }
        }
        const limit = largestOf(bench, path);
        for (const page of [1_000_000, Number.MAX_SAFE_INTEGER])
          same(await pageOf(bench, path, { page, limit }), { ids: [], hasMore: false }, `page ${page}`);
      },
    },
    {
      ...base,
      name: `${path} takes page 1 and limit ${standard} where they are left out, and a limit over the maximum as that maximum`,
      clause: 'ruling: requests',
      async run(bench) {
        const first = await pageOf(bench, path, { page: 1, limit: standard });
        for (const body of [{}, { page: 1 }, { limit: standard }, { page: null, limit: null }])
          same(await pageOf(bench, path, body), first, `the page for ${shownValue(body)}`);
        const largest = largestOf(bench, path);
        for (const page of [1, 2]) {
          const clamped = await pageOf(bench, path, { page, limit: largest });
          for (const limit of [largest + 1, Number.MAX_SAFE_INTEGER])
            same(await pageOf(bench, path, { page, limit }), clamped, `page ${page} with limit ${limit}`);
        }
        demand(first.ids.length <= standard, 'more rows than the default came');
        if (!first.hasMore) notShown(`the fixture has no more than ${standard} rows in this list`);
      },
    },
    {
      ...base,
      name: `${path} loses no row and repeats none while rows are inserted and deleted between pages`,
      clause: 'contract 8, ruling: requests',
      run: (bench) => walkUnderChanges(bench, path),
    },
  ];
}

export const paging: Subject = (endpoints) =>
  endpoints.flatMap(({ path }) =>
    path === '/debtors/list' || path === '/invoices/list' || path === '/payments/list' ? checksOf(path) : [],
  );
