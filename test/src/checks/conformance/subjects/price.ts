import { describe, expect, it } from 'vitest';
import type { Bench } from '../bench.ts';
import { endpoints } from '../endpoints.ts';
import { NOBODY } from '../found.ts';
import { unshown } from '../unshown.ts';

const STRANGE = [NOBODY, "' OR '1'='1", '99999999999999999999', '1.5', '%'];

/** Unit prices. */
export function price(bench: () => Bench): void {
  const resolve = (customerErpId: string, productErpId: string) =>
    bench().ask(endpoints.price, { customerErpId, productErpId });
  async function pairs(count: number): Promise<readonly (readonly [string, string])[]> {
    const { found, random } = bench();
    const products = await found.products();
    return random
      .some(await found.customers(), count)
      .flatMap(({ erpId }) => random.some(products, 3).map((one) => [erpId, one.erpProductId] as const));
  }

  describe('prices', { timeout: 60_000 }, () => {
    it('[contract 2, price result] [decisions: Responses 3] a price names its source; none exactly where it is null', async () => {
      const seen = { priced: 0, unpriced: 0 };
      for (const [customer, product] of await pairs(30)) {
        const { systemUnitPrice, source } = await resolve(customer, product);
        if (systemUnitPrice === null) seen.unpriced += 1;
        else seen.priced += 1;
        expect(source === 'none', `${systemUnitPrice} by ${source}`).toBe(systemUnitPrice === null);
      }
      expect(seen.priced, 'products with a price').toBeGreaterThan(0);
    });

    it('[decisions: Responses 3] a known product without a price has a null price of source none', async () => {
      const [customer] = await bench().found.customers();
      for (const { erpProductId } of await bench().found.products()) {
        const { systemUnitPrice, source } = await resolve(customer?.erpId ?? '', erpProductId);
        if (systemUnitPrice !== null) continue;
        expect(source).toBe('none');
        return;
      }
      unshown('every product has a price');
    });

    it('[decisions: Responses 3] an unknown customer or product has a null price of source none', async () => {
      const [[customer, product] = ['', '']] = await pairs(1);
      const nothing = { schemaVersion: '1', systemUnitPrice: null, source: 'none' };
      for (const strange of STRANGE) {
        expect(await resolve(customer, strange), `product ${strange}`).toEqual(nothing);
        expect(await resolve(strange, product), `customer ${strange}`).toEqual(nothing);
        expect(await resolve(strange, strange)).toEqual(nothing);
      }
    });

    it('[contract 2, price result] the same question has the same answer', async () => {
      for (const [customer, product] of await pairs(3)) {
        expect(await resolve(customer, product)).toEqual(await resolve(customer, product));
      }
    });
  });
}
