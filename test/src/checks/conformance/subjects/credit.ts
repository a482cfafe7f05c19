import { describe, expect, it } from 'vitest';
import type { Bench } from '../bench.ts';
import { endpoints } from '../endpoints.ts';
import { NOBODY } from '../found.ts';
import { unshown } from '../unshown.ts';

/** Credit snapshots. */
export function credit(bench: () => Bench): void {
  describe('credit', { timeout: 60_000 }, () => {
    it('[contract 2, credit snapshot] every customer has one, its amounts numbers or null, its currency in capitals', async () => {
      const seen = { tracked: 0, untracked: 0 };
      for (const { erpId } of bench().random.some(await bench().found.customers(), 60)) {
        const { creditLimit } = await bench().ask(endpoints.credit, { customerErpId: erpId });
        if (creditLimit === null) seen.untracked += 1;
        else seen.tracked += 1;
      }
      if (seen.tracked === 0) unshown('no customer has a credit limit');
      if (seen.untracked === 0) unshown('every customer has a credit limit');
    });

    it('[decisions: Responses 3] an unknown customer is 422 with the field', async () => {
      for (const customerErpId of [NOBODY, "' OR '1'='1", '99999999999999999999', '%']) {
        expect(await bench().refuse(endpoints.credit, { customerErpId }), customerErpId).toEqual(['customerErpId']);
      }
    });
  });
}
