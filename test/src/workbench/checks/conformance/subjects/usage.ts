import { describe, expect, it } from 'vitest';
import type { Bench } from '../bench.ts';
import { daysBetween, plusDays } from '../days.ts';
import { type Body, endpoints } from '../endpoints.ts';

const FROM = '1990-01-01';
const UNTIL = '2099-12-31';
const TRIES = 800;

interface Used {
  readonly customerErpId: string;
  readonly sku: string;
  readonly units: number;
}

/** Units ordered. */
export function usage(bench: () => Bench): void {
  const units = async (body: Body): Promise<number> => Number((await bench().ask(endpoints.usage, body)).units);
  let search: Promise<Used | undefined> | undefined;

  /** A customer and a SKU that it has ordered, looked for among those with sales orders. */
  async function findUsed(): Promise<Used | undefined> {
    const { ask, discovered, random } = bench();
    const { orders } = await ask(endpoints.salesOrders, { limit: 100 });
    const buyers = random.some([...new Set(orders.map((order) => order.customerErpId))], 10);
    const skus = random.some(await discovered.products(), TRIES / 10).map((product) => product.erpSku);
    for (const sku of skus) {
      for (const customerErpId of buyers) {
        const count = await units({ customerErpId, sku, periodStart: FROM });
        if (count > 0) return { customerErpId, sku, units: count };
      }
    }
    return undefined;
  }
  const used = (): Promise<Used | undefined> => {
    search ??= findUsed();
    return search;
  };

  describe('usage', { timeout: 120_000 }, () => {
    it('[contract 4 /usage] both ends of the period are inclusive', async () => {
      const one = await used();
      if (one === undefined) return expect.fail('no customer and SKU with a sales order were found');
      const { customerErpId, sku } = one;
      const until = (periodEnd: string) => units({ customerErpId, sku, periodStart: FROM, periodEnd });
      let [before, at] = [FROM, UNTIL];
      while (daysBetween(before, at) > 1) {
        const middle = plusDays(before, Math.floor(daysBetween(before, at) / 2));
        if ((await until(middle)) > 0) at = middle;
        else before = middle;
      }
      const thatDay = await units({ customerErpId, sku, periodStart: at, periodEnd: at });
      expect(thatDay, `units of ${sku} on ${at}, the first day that has any`).toBe(await until(at));
      expect(await units({ customerErpId, sku, periodStart: at })).toBe(one.units);
    });
  });
}
