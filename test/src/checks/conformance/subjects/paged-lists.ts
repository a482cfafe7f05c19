import { describe, expect, it } from 'vitest';
import type { Bench } from '../bench.ts';
import { invoiceBody } from '../bodies.ts';
import { type Body, type Endpoint, endpoints } from '../endpoints.ts';
import { walk } from '../found.ts';
import { unshown } from '../unshown.ts';

interface Page {
  readonly ids: readonly string[];
  readonly hasMore: boolean;
}
interface Paged {
  readonly path: string;
  readonly page: (bench: Bench, body: Body) => Promise<Page>;
  readonly all: (bench: Bench, limit: number) => Promise<readonly string[]>;
}

function paged<A extends { readonly hasMore: boolean }>(
  endpoint: Endpoint<A>,
  ids: (a: A) => readonly string[],
): Paged {
  return {
    path: endpoint.path,
    page: async (bench, body) => {
      const answer = await bench.ask(endpoint, body);
      return { ids: ids(answer), hasMore: answer.hasMore };
    },
    all: (bench, limit) => walk(bench.ask, endpoint, ids, { limit }),
  };
}

const LISTS: readonly Paged[] = [
  paged(endpoints.debtors, (answer) => answer.debtors.map((row) => row.erpDebtorId)),
  paged(endpoints.invoices, (answer) => answer.invoices.map((row) => row.erpInvoiceId)),
  paged(endpoints.payments, (answer) => answer.payments.map((row) => row.erpPaymentId)),
];
const STANDARD = 100;
const AT_ONCE = 10;

/** Debtors, invoices and payments, page by page. */
export function pagedLists(bench: () => Bench): void {
  const largest = () => bench().target.largestPage ?? 500;

  /** Pushes invoices until a largest page cannot hold them all. */
  async function fill(count: number): Promise<void> {
    for (let missing = largest() + 2 - count; missing > 0; missing -= AT_ONCE) {
      const bodies = await Promise.all(Array.from({ length: AT_ONCE }, () => invoiceBody(bench())));
      await Promise.all(bodies.map((body) => bench().ask(endpoints.pushInvoice, body)));
    }
  }

  for (const { path, page, all } of LISTS) {
    const everything = () => all(bench(), largest());

    describe(`paged list ${path}`, { timeout: 120_000 }, () => {
      it('[contract 4, receivables] [decisions: Responses 5] every row comes once: ids are unique', async () => {
        const ids = await everything();
        expect(ids.length).toBeGreaterThan(0);
        expect(new Set(ids).size).toBe(ids.length);
      });

      it('[contract 8] pages of any size give the same rows in the same order, without gaps or repeats', async () => {
        const ids = await everything();
        const few = Math.max(1, Math.ceil(ids.length / 40));
        for (const limit of new Set([few, few + 1, 7, 33, 100])) {
          if (ids.length / limit > 60) continue;
          expect(await all(bench(), limit), `pages of ${limit}`).toEqual(ids);
        }
      });

      it('[contract 8] [decisions: Requests 5] a page holds exactly page x limit rows to (page + 1) x limit; hasMore is exact', async () => {
        const ids = await everything();
        const count = ids.length;
        for (const limit of new Set([1, 2, Math.ceil(count / 2), count - 1, count, count + 1])) {
          if (limit < 1 || limit > largest()) continue;
          const last = Math.ceil(count / limit);
          for (const number of new Set([1, 2, last - 1, last, last + 1, last + 2])) {
            if (number < 1) continue;
            const got = await page(bench(), { page: number, limit });
            const label = `page ${number} of ${limit} among ${count}`;
            expect(got.ids, label).toEqual(ids.slice((number - 1) * limit, number * limit));
            expect(got.hasMore, label).toBe(number * limit < count);
          }
        }
      });

      it('[decisions: Requests 5] a page far past the end is empty, with hasMore false', async () => {
        for (const number of [1_000_000, 2 ** 31, Number.MAX_SAFE_INTEGER]) {
          for (const limit of [1, largest()]) {
            const got = await page(bench(), { page: number, limit });
            expect(got, `page ${number} of ${limit}`).toEqual({ ids: [], hasMore: false });
          }
        }
      });

      it(`[decisions: Requests 5] page is 1 and limit ${STANDARD} unless given`, async () => {
        const first = await page(bench(), { page: 1, limit: STANDARD });
        expect(await page(bench(), {})).toEqual(first);
        expect(await page(bench(), { page: 1 })).toEqual(first);
        expect(await page(bench(), { limit: STANDARD })).toEqual(first);
        expect(await page(bench(), { page: null, limit: null })).toEqual(first);
        expect(await page(bench(), { page: 2 })).toEqual(await page(bench(), { page: 2, limit: STANDARD }));
        if (!first.hasMore) unshown(`there are no more than ${STANDARD} rows`);
      });

      it('[decisions: Requests 5] a limit over the maximum is clamped, and paging goes by the clamped size', async () => {
        if (path === endpoints.invoices.path && bench().target.mayFill) await fill((await everything()).length);
        for (const limit of [largest() + 1, 100_000, 2 ** 31, Number.MAX_SAFE_INTEGER]) {
          for (const number of [1, 2, 3]) {
            const clamped = await page(bench(), { page: number, limit: largest() });
            expect(await page(bench(), { page: number, limit }), `page ${number} of ${limit}`).toEqual(clamped);
          }
        }
        if ((await everything()).length <= largest()) unshown(`there are no more than ${largest()} rows`);
      });
    });
  }
}
