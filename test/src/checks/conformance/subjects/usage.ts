import { describe, expect, it } from 'vitest';
import type { Bench } from '../bench.ts';
import { daysBetween, plusDays } from '../days.ts';
import { type Body, endpoints } from '../endpoints.ts';
import { NOBODY } from '../found.ts';
import { accepted, refusedFields } from '../replies.ts';
import { unshown } from '../unshown.ts';

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
    const { ask, found, random } = bench();
    const { orders } = await ask(endpoints.salesOrders, { limit: 100 });
    const buyers = random.some([...new Set(orders.map((order) => order.customerErpId))], 10);
    const skus = random.some(await found.products(), TRIES / 10).map((product) => product.erpSku);
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
    it('[contract 4 /usage] without periodEnd, or with null, there is no upper bound', async () => {
      const one = await used();
      if (one === undefined) return unshown('no customer and SKU with a sales order were found');
      const { customerErpId, sku } = one;
      const body = { customerErpId, sku, periodStart: FROM };
      expect(await units({ ...body, periodEnd: null })).toBe(one.units);
      expect(await units({ ...body, periodEnd: UNTIL })).toBe(one.units);
    });

    it('[contract 4 /usage] both ends of the period are inclusive', async () => {
      const one = await used();
      if (one === undefined) return unshown('no customer and SKU with a sales order were found');
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

    it('[decisions: Responses 7] a period without orders has 0 units', async () => {
      const one = await used();
      if (one === undefined) return unshown('no customer and SKU with a sales order were found');
      const { customerErpId, sku } = one;
      expect(await units({ customerErpId, sku, periodStart: '1980-01-01', periodEnd: '1980-12-31' })).toBe(0);
    });

    it('[decisions: Responses 7] units are whole and never below 0', async () => {
      const { found, random } = bench();
      const skus = random.some(await found.products(), 10);
      for (const { erpId } of random.some(await found.customers(), 10)) {
        for (const { erpSku } of skus) await units({ customerErpId: erpId, sku: erpSku, periodStart: FROM });
      }
    });

    it('[decisions: Requests 10] a periodStart after the periodEnd is 422', async () => {
      const [customer] = await bench().found.customers();
      const [product] = await bench().found.products();
      const period = { periodStart: '2024-03-01', periodEnd: '2024-02-29' };
      const body = { customerErpId: customer?.erpId, sku: product?.erpSku, ...period };
      const named = await bench().refuse(endpoints.usage, body);
      expect(['periodStart', 'periodEnd'], named.join()).toContain(named[0]);
    });

    it('[decisions: Responses 3] an unknown customer or SKU has no units, or is 422 with the field', async () => {
      const [customer] = await bench().found.customers();
      const [product] = await bench().found.products();
      const known = { customerErpId: customer?.erpId, sku: product?.erpSku, periodStart: FROM };
      for (const field of ['customerErpId', 'sku']) {
        for (const strange of [NOBODY, "' OR '1'='1", '%']) {
          const reply = await bench().call(endpoints.usage, { ...known, [field]: strange });
          if (reply.status === 422) expect(refusedFields(reply)).toEqual([field]);
          else expect(accepted(endpoints.usage, reply).units, `${field} ${strange}`).toBe('0');
        }
      }
    });
  });
}
