import { describe, expect, it } from 'vitest';
import type { Bench } from '../bench.ts';
import { invoiceBody } from '../bodies.ts';
import { today } from '../days.ts';
import { endpoints } from '../endpoints.ts';
import { units } from '../exact.ts';
import { allInvoices } from '../found.ts';
import { unshown } from '../unshown.ts';

const HOUR = 3_600_000;
const CENT = '0.01';

/** One instant in the forms that ISO 8601 has for it. */
function formsOf(instant: number): readonly string[] {
  const plain = (shift: number): string => new Date(instant + shift * HOUR).toISOString().slice(0, 19);
  const millis = new Date(instant).toISOString();
  return [millis, `${plain(0)}Z`, plain(0), `${plain(2)}+02:00`, `${plain(14)}+14:00`, `${plain(-11)}-11:00`];
}

/** Invoices that changed since a time. */
export function modifiedSince(bench: () => Bench): void {
  const since = async (instant: string) => {
    const invoices = await allInvoices(bench().ask, instant);
    return invoices.map((invoice) => invoice.erpInvoiceId);
  };
  const second = (time: number): number => Math.floor(time / 1000) * 1000;

  describe('modifiedSince', { timeout: 120_000 }, () => {
    it('[contract 4 /invoices/list] a time long past gives every invoice, also page by page', async () => {
      const all = (await allInvoices(bench().ask)).map((invoice) => invoice.erpInvoiceId);
      expect([...(await since('1990-01-01T00:00:00Z'))].sort()).toEqual([...all].sort());
      const none = await bench().ask(endpoints.invoices, { modifiedSince: null, limit: 3 });
      expect(none.invoices.map((invoice) => invoice.erpInvoiceId)).toEqual(all.slice(0, 3));
    });

    it('[contract 4 /invoices/list] a time in the far future gives nothing, or the full set where the ERP cannot filter', async () => {
      const all = await allInvoices(bench().ask);
      const future = await since('2199-01-01T00:00:00Z');
      expect([0, all.length]).toContain(future.length);
      if (future.length > 0) unshown('this ERP does not filter by time');
    });

    it('[decisions: Requests 8] one instant is one instant in every form: with Z, with an offset, without (UTC)', async () => {
      await bench().ask(endpoints.pushInvoice, await invoiceBody(bench()));
      const all = await allInvoices(bench().ask);
      const now = Date.now();
      let partial = false;
      // The new invoice lies between the first two instants: a form read an hour too early or too late gains or loses it.
      for (const hoursAgo of [-0.5, 0.5, 3, 30, 24 * 40, 24 * 200, 24 * 500]) {
        const [first, ...others] = formsOf(second(now - hoursAgo * HOUR));
        const expected = await since(first ?? '');
        partial ||= expected.length > 0 && expected.length < all.length;
        for (const form of others) expect(await since(form), form).toEqual(expected);
      }
      if (!partial) unshown('no time tried gives a part of the invoices');
    });

    it('[contract 4 /invoices/list] an earlier time never gives fewer invoices', async () => {
      let later: ReadonlySet<string> = new Set();
      for (const days of [0, 1, 30, 365, 3650]) {
        const found = new Set(await since(new Date(Date.now() - days * 24 * HOUR).toISOString()));
        expect(
          [...later].filter((id) => !found.has(id)),
          `missing since ${days} days`,
        ).toEqual([]);
        later = found;
      }
    });

    it('[decisions: Requests 8] a new invoice is among the changes since just before, whatever clock the ERP keeps', async () => {
      const before = new Date(second(Date.now())).toISOString();
      const { erpInvoiceId } = await bench().ask(endpoints.pushInvoice, await invoiceBody(bench()));
      expect(await since(before)).toContain(erpInvoiceId);
    });

    it('[decisions: Requests 8] a new invoice is not among the changes of tomorrow', async () => {
      const { erpInvoiceId } = await bench().ask(endpoints.pushInvoice, await invoiceBody(bench()));
      const found = await since(new Date(Date.now() + 26 * HOUR).toISOString());
      const all = await allInvoices(bench().ask);
      if (found.length === all.length) return unshown('this ERP does not filter by time');
      expect(found).not.toContain(erpInvoiceId);
    });

    it('[decisions: Requests 9] a payment is a change of its invoice', async () => {
      const before = new Date(second(Date.now()) - 1000).toISOString();
      const recent = new Set(await since(before));
      const open = (await allInvoices(bench().ask)).filter(
        (invoice) => units(invoice.amountOutstanding) > units('1') && !recent.has(invoice.erpInvoiceId),
      );
      for (const { erpInvoiceId } of bench().random.some(open, 10)) {
        const body = { erpInvoiceId, amount: Number(CENT), paymentDate: today() };
        if ((await bench().call(endpoints.pushPayment, body)).status !== 200) continue;
        expect(await since(before), `${erpInvoiceId}, paid a moment ago`).toContain(erpInvoiceId);
        return;
      }
      unshown('no older invoice took a payment, or this ERP does not filter by time');
    });
  });
}
