import { describe, expect, it } from 'vitest';
import type { Bench } from '../bench.ts';
import { draftBody } from '../bodies.ts';
import { type Body, endpoints } from '../endpoints.ts';
import { accepted, refusedFields } from '../replies.ts';
import { unshown } from '../unshown.ts';

const AT_ONCE = 20;
const NO_SKU = 'NO-SUCH-SKU-7F3A';

/** Draft sales orders. */
export function draft(bench: () => Bench): void {
  const send = (body: Body) => bench().ask(endpoints.draft, body);
  const refuse = (body: Body) => bench().refuse(endpoints.draft, body);
  const orders = async () => (await bench().ask(endpoints.salesOrders, { limit: 100 })).orders;

  describe('draft', { timeout: 120_000 }, () => {
    it('[contract 4 /sale-draft] [decisions: Writes 1] a repeat answers the same sale, also with other lines and currency', async () => {
      const body = await draftBody(bench());
      const first = await send(body);
      const [line] = body.lines;
      const others = [
        body,
        { ...body, lines: [{ ...line, qty: 7, unitPrice: 99.99 }] },
        { ...body, lines: [line, line, line] },
        { ...body, lines: [{ sku: NO_SKU, qty: 1 }] },
        { ...body, currency: 'CHF' },
      ];
      for (const other of others) expect(await send(other)).toEqual(first);
    });

    it('[decisions: Writes 1] another number is another sale', async () => {
      const first = await send(await draftBody(bench()));
      const second = await send(await draftBody(bench()));
      expect(second.saleId).not.toBe(first.saleId);
      if (first.saleNumber !== undefined) expect(second.saleNumber).not.toBe(first.saleNumber);
    });

    it('[decisions: Writes 1] the number is compared exactly: in other letters it is not the same sale', async () => {
      const body = await draftBody(bench());
      const first = await send(body);
      const reply = await bench().call(endpoints.draft, { ...body, poNumber: body.poNumber.toLowerCase() });
      if (reply.status === 200) expect(accepted(endpoints.draft, reply).saleId).not.toBe(first.saleId);
    });

    it('[decisions: Writes 3] twenty at once make one sale', async () => {
      const before = new Set((await orders()).map((order) => order.erpSoId));
      const body = await draftBody(bench());
      const answers = await Promise.all(Array.from({ length: AT_ONCE }, () => send(body)));
      for (const answer of answers) expect(answer).toEqual(answers[0]);
      const added = (await orders()).filter((order) => !before.has(order.erpSoId));
      if (added.length === 0) return unshown('drafts are not listed as sales orders');
      expect(added.map((order) => order.erpSoId)).toEqual([answers[0]?.saleId]);
    });

    it('[decisions: Writes 3] ten numbers, ten times each, all at once: one sale for each', async () => {
      const bodies = await Promise.all(Array.from({ length: 10 }, () => draftBody(bench())));
      const crowd = Array.from({ length: 10 }, () => bodies).flat();
      const ids = await Promise.all(crowd.map(async (body) => [body.poNumber, (await send(body)).saleId].join(' ')));
      expect(new Set(ids).size).toBe(10);
      expect(new Set(ids.map((id) => id.slice(id.indexOf(' ')))).size).toBe(10);
    });

    it('[contract 7.3] [decisions: Failures, ERP refuses] an unknown SKU is 422 that names its line', async () => {
      const body = await draftBody(bench());
      const [line] = body.lines;
      const unknown = { sku: NO_SKU, qty: 1, unitPrice: 1 };
      expect(await refuse({ ...body, lines: [line, unknown, line] })).toEqual(['lines[1].sku']);
      expect(await refuse({ ...body, lines: [unknown] })).toEqual(['lines[0].sku']);
    });

    it('[decisions: Writes 4] a refused draft leaves nothing, and may be corrected under the same number', async () => {
      const before = (await orders()).map((order) => order.erpSoId);
      const body = await draftBody(bench());
      const [line] = body.lines;
      await refuse({ ...body, lines: [line, { sku: NO_SKU, qty: 1 }] });
      await refuse({ ...body, lines: [{ ...line, qty: 0 }] });
      expect((await orders()).map((order) => order.erpSoId)).toEqual(before);
      const first = await send(body);
      expect(await send(body)).toEqual(first);
      const added = (await orders()).filter((order) => !before.includes(order.erpSoId));
      if (added.length === 0) return unshown('drafts are not listed as sales orders');
      expect(added.map((order) => order.erpSoId)).toEqual([first.saleId]);
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
      const sku = await bench().found.draftSku();
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

    it('[decisions: Writes 7] the connection test is answered with a constant result and leaves no order', async () => {
      const sku = bench().target.demoSku;
      if (sku === undefined) return unshown('the target names no demo SKU');
      const before = (await orders()).map((order) => order.erpSoId);
      const sample = async () => ({ ...(await draftBody(bench())), lines: [{ sku, qty: 1, unitPrice: 1 }] });
      const [first, second] = [await send(await sample()), await send(await sample())];
      expect(second.saleId).toBe(first.saleId);
      expect((await orders()).map((order) => order.erpSoId)).toEqual(before);
      expect(await refuse({ ...(await sample()), lines: [{ sku, qty: 0 }] })).toEqual(['lines[0].qty']);
    });
  });
}
