import { describe, expect, it } from 'vitest';
import type { Bench } from '../bench.ts';
import { endpoints } from '../endpoints.ts';
import { NOBODY } from '../found.ts';
import { unshown } from '../unshown.ts';

const KINDS = ['shipping', 'billing'] as const;

/** Addresses of a customer. */
export function addresses(bench: () => Bench): void {
  const hits = async (body: Readonly<Record<string, unknown>>) => (await bench().ask(endpoints.addresses, body)).hits;

  describe('addresses', { timeout: 60_000 }, () => {
    it('[contract 4 /addresses] a kind gives the addresses of that kind, no kind gives all of them', async () => {
      let most = 0;
      for (const { erpId: customerId } of bench().random.some(await bench().found.customers(), 40)) {
        const all = await hits({ customerId });
        most = Math.max(most, all.length);
        for (const kind of KINDS) {
          const some = await hits({ customerId, kind });
          expect(some, `${kind} addresses of ${customerId}`).toEqual(all.filter((hit) => hit.addressKind === kind));
        }
        expect(await hits({ customerId, kind: null })).toEqual(all);
      }
      if (most < 2) unshown('no customer has several addresses');
    });

    it('[decisions: Responses 2] an address is one line, its label never empty', async () => {
      let seen = 0;
      for (const { erpId: customerId } of bench().random.some(await bench().found.customers(), 40)) {
        for (const { address, erpLabel } of await hits({ customerId })) {
          seen += 1;
          expect(address).not.toMatch(/[\r\n]/);
          expect(erpLabel.trim()).not.toBe('');
        }
      }
      if (seen === 0) unshown('no customer has an address');
    });

    it('[contract 2] no customer has two locations of one id and kind', async () => {
      for (const { erpId: customerId } of bench().random.some(await bench().found.customers(), 20)) {
        const keys = (await hits({ customerId })).map((hit) => `${hit.addressKind} ${hit.erpLocationId}`);
        expect(new Set(keys).size, customerId).toBe(keys.length);
      }
    });

    it('[decisions: Responses 3] an unknown customer has an empty list of addresses', async () => {
      for (const customerId of [NOBODY, "' OR '1'='1", '99999999999999999999', '%']) {
        expect(await hits({ customerId }), customerId).toEqual([]);
      }
    });
  });
}
