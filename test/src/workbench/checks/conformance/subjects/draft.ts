import { describe, expect, it } from 'vitest';
import type { Bench } from '../bench.ts';
import { draftBody } from '../bodies.ts';
import { type Body, endpoints } from '../endpoints.ts';
import { accepted, refusedFields } from '../replies.ts';

const AT_ONCE = 20;
const NO_SKU = 'NO-SUCH-SKU-7F3A';

/** Draft sales orders. */
export function draft(bench: () => Bench): void {
  const send = (body: Body) => bench().ask(endpoints.draft, body);
  const refuse = (body: Body) => bench().refuse(endpoints.draft, body);
  const orders = async () => (await bench().ask(endpoints.salesOrders, { limit: 100 })).orders;

  describe('draft', { timeout: 120_000 }, () => {
    it('[decisions: Writes 1] the number is compared exactly: in other letters it is not the same sale', async () => {
      const body = await draftBody(bench());
      const first = await send(body);
      const reply = await bench().call(endpoints.draft, { ...body, poNumber: body.poNumber.toLowerCase() });
      if (reply.status === 200) expect(accepted(endpoints.draft, reply).saleId).not.toBe(first.saleId);
    });

    it('[decisions: Writes 3] ten numbers, ten times each, all at once: one sale for each', async () => {
      const bodies = await Promise.all(Array.from({ length: 10 }, () => draftBody(bench())));
      const crowd = Array.from({ length: 10 }, () => bodies).flat();
      const ids = await Promise.all(crowd.map(async (body) => [body.poNumber, (await send(body)).saleId].join(' ')));
      expect(new Set(ids).size).toBe(10);
      expect(new Set(ids.map((id) => id.slice(id.indexOf(' ')))).size).toBe(10);
    });

    it('[decisions: Writes 4] twenty refused at once leave nothing', async () => {
      const before = (await orders()).map((order) => order.erpSoId);
      const body = { ...(await draftBody(bench())), lines: [{ sku: NO_SKU, qty: 1 }] };
      const named = await Promise.all(Array.from({ length: AT_ONCE }, () => refuse(body)));
      for (const fields of named) expect(fields).toEqual(['lines[0].sku']);
      expect((await orders()).map((order) => order.erpSoId)).toEqual(before);
    });

    it('[decisions: Requests 6] unitPrice may be left out or null', async () => {
      const { lines: _lines, ...body } = await draftBody(bench());
      const sku = await bench().discovered.draftSku();
      await send({ ...body, lines: [{ sku, qty: 2 }] });
      await send({ ...body, poNumber: bench().fresh('CT'), lines: [{ sku, qty: 2, unitPrice: null }] });
    });

    it('[decisions: Requests 11] the currency is taken in any case', async () => {
      const body = await draftBody(bench());
      const first = await send({ ...body, currency: body.currency.toLowerCase() });
      expect(await send(body)).toEqual(first);
    });

    it('[decisions: Responses 9] receivedAt is UTC with Z, and a repeat returns the first one', async () => {
      const body = await draftBody(bench());
      const first = await send(body);
      expect(first.receivedAt).toMatch(/Z$/);
      expect((await send(body)).receivedAt).toBe(first.receivedAt);
      const apart = Math.abs(Date.parse(first.receivedAt) - Date.now());
      expect(apart, 'milliseconds between receivedAt and now').toBeLessThan(600_000);
    });

    it('[decisions: Requests 2] a number too long for the ERP is 422 with its field, never cut', async () => {
      for (const length of [40, 300, 5000]) {
        const stem = bench().fresh('CT').padEnd(length, 'X');
        const replies = [];
        for (const poNumber of [`${stem}A`, `${stem}B`]) {
          replies.push(await bench().call(endpoints.draft, await draftBody(bench(), poNumber)));
        }
        const [one, two] = replies;
        if (one === undefined || two === undefined) throw new Error('two requests have two replies');
        if (one.status === 422) expect(refusedFields(one)).toEqual(['poNumber']);
        else expect(accepted(endpoints.draft, one).saleId).not.toBe(accepted(endpoints.draft, two).saleId);
      }
    });

    it('[contract 8] quotes, letters of any script and semicolons in a number are data', async () => {
      for (const tail of ["'", '"; DROP TABLE x; --', '\u00fc\u6771', '%_', '\\', '\u{1f600}']) {
        const body = await draftBody(bench(), `${bench().fresh('CT')}${tail}`);
        const reply = await bench().call(endpoints.draft, body);
        if (reply.status === 422) expect(refusedFields(reply)).toEqual(['poNumber']);
        else expect(await send(body)).toEqual(accepted(endpoints.draft, reply));
      }
    });
  });
}
