import { describe, expect, it } from 'vitest';
import type { Bench } from '../bench.ts';
import { endpoints } from '../endpoints.ts';

/** Addresses of a customer. */
export function addresses(bench: () => Bench): void {
  const hits = async (body: Readonly<Record<string, unknown>>) => (await bench().ask(endpoints.addresses, body)).hits;

  describe('addresses', { timeout: 60_000 }, () => {
    it('[contract 2] no customer has two locations of one id and kind', async () => {
      let seen = 0;
      for (const { erpId: customerId } of bench().random.some(await bench().discovered.customers(), 40)) {
        const keys = (await hits({ customerId })).map((hit) => `${hit.addressKind} ${hit.erpLocationId}`);
        expect(new Set(keys).size, customerId).toBe(keys.length);
        seen = Math.max(seen, keys.length);
      }
      expect(seen, 'addresses of one customer').toBeGreaterThan(1);
    });
  });
}
