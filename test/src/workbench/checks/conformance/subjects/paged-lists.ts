import { describe, expect, it } from 'vitest';
import type { Bench } from '../bench.ts';
import { invoiceBody } from '../bodies.ts';
import { allInvoices } from '../discovered-data.ts';
import { type Body, endpoints } from '../endpoints.ts';

const AT_ONCE = 10;

/** Pages larger than the maximum. The list must have more rows than one page: the shipped checks take the list as it is. */
export function pagedLists(bench: () => Bench): void {
  const largest = () => bench().target.largestPage ?? 500;
  const page = async (body: Body) => {
    const { invoices, hasMore } = await bench().ask(endpoints.invoices, body);
    return { ids: invoices.map(({ erpInvoiceId }) => erpInvoiceId), hasMore };
  };

  /** Pushes invoices until the largest page cannot hold them all. */
  async function fill(count: number): Promise<void> {
    for (let missing = largest() + 2 - count; missing > 0; missing -= AT_ONCE) {
      const bodies = await Promise.all(Array.from({ length: AT_ONCE }, () => invoiceBody(bench())));
      await Promise.all(bodies.map((body) => bench().ask(endpoints.pushInvoice, body)));
    }
  }

  describe('paged list /invoices/list', { timeout: 120_000 }, () => {
    it('[decisions: Requests 5] a limit over the maximum is the maximum, also for the next pages', async () => {
      await fill((await allInvoices(bench().ask)).length);
      expect((await page({ page: 1, limit: largest() })).hasMore).toBe(true);
      for (const limit of [largest() + 1, 100_000, 2 ** 31, Number.MAX_SAFE_INTEGER]) {
        for (const number of [1, 2, 3]) {
          const clamped = await page({ page: number, limit: largest() });
          expect(await page({ page: number, limit }), `page ${number} of ${limit}`).toEqual(clamped);
        }
      }
    });
  });
}
