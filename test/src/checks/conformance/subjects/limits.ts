import { describe, expect, it } from 'vitest';
import type { Bench } from '../bench.ts';
import { type Body, type Endpoint, endpoints } from '../endpoints.ts';
import { unshown } from '../unshown.ts';

interface Limited {
  readonly endpoint: Endpoint;
  readonly standard: number;
  readonly largest: number;
  readonly body: (bench: Bench) => Promise<readonly Body[]>;
}

const nothing = async (): Promise<readonly Body[]> => [{}];
async function ofCustomers(bench: Bench): Promise<readonly Body[]> {
  const customers = await bench.found.customers();
  return bench.random.some(customers, 60).map(({ erpId }) => ({ customerErpId: erpId }));
}
async function ofSkus(bench: Bench): Promise<readonly Body[]> {
  const starts = new Set((await bench.found.products()).map(({ erpSku }) => erpSku.slice(0, 1)));
  return [...starts].slice(0, 40).map((sku) => ({ sku }));
}

/** Limits and defaults as the table in part 8 of the contract has them. */
const LIMITED: readonly Limited[] = [
  { endpoint: endpoints.customers, standard: 20, largest: 500, body: nothing },
  { endpoint: endpoints.products, standard: 20, largest: 500, body: nothing },
  { endpoint: endpoints.bySku, standard: 10, largest: 100, body: ofSkus },
  { endpoint: endpoints.purchaseOrders, standard: 20, largest: 100, body: nothing },
  { endpoint: endpoints.salesOrders, standard: 20, largest: 100, body: nothing },
  { endpoint: endpoints.customerInvoices, standard: 50, largest: 100, body: ofCustomers },
];

/** The rows of any answer that holds one list. */
function rowsIn(answer: unknown): readonly unknown[] {
  if (typeof answer !== 'object' || answer === null) return [];
  return Object.values(answer).find((value): value is unknown[] => Array.isArray(value)) ?? [];
}

/** How many rows an answer holds when nothing, little or much is asked for. */
export function limits(bench: () => Bench): void {
  describe('limits', { timeout: 60_000 }, () => {
    for (const { endpoint, standard, largest, body } of LIMITED) {
      const { path } = endpoint;
      const rows = async (request: Body): Promise<readonly unknown[]> => rowsIn(await bench().ask(endpoint, request));

      it(`[contract 8] ${path} gives up to ${standard} rows by default, and takes limits from 1 to ${largest}`, async () => {
        let most = 0;
        for (const request of await body(bench())) {
          const all = await rows({ ...request, limit: largest });
          most = Math.max(most, all.length);
          expect(all.length, JSON.stringify(request)).toBeLessThanOrEqual(largest);
          expect(await rows(request), 'by default').toEqual(all.slice(0, standard));
          expect(await rows({ ...request, limit: 1 }), 'limit 1').toEqual(all.slice(0, 1));
          if (all.length > standard) break;
        }
        if (most <= standard) unshown(`the most rows found are ${most}, so that the default cuts nothing off`);
      });

      it(`[decisions: Requests 5] ${path} refuses a limit of 0 or ${largest + 1}`, async () => {
        for (const limit of [0, -1, largest + 1]) {
          expect(await bench().refuse(endpoint, { ...endpoint.shaped, limit })).toEqual(['limit']);
        }
      });
    }
  });
}
