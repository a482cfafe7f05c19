import { describe, expect, it } from 'vitest';
import type { Bench } from '../bench.ts';
import { paymentBody } from '../bodies.ts';
import { allInvoices, allPayments } from '../discovered-data.ts';
import { type Body, endpoints } from '../endpoints.ts';

/** Payments pushed into the ERP. Each test pays an invoice of its own, of 30. */
export function pushPayment(bench: () => Bench): void {
  const push = async (body: Body) => (await bench().ask(endpoints.pushPayment, body)).erpPaymentId;
  const refuse = (body: Body) => bench().refuse(endpoints.pushPayment, body);
  const paymentsOf = async (erpInvoiceId: string) =>
    (await allPayments(bench().ask)).filter((payment) => payment.erpInvoiceId === erpInvoiceId);
  const outstanding = async (erpInvoiceId: string) =>
    (await allInvoices(bench().ask)).find((invoice) => invoice.erpInvoiceId === erpInvoiceId)?.amountOutstanding;

  describe('payment push', { timeout: 120_000 }, () => {
    it('[decisions: Requests 9] a payment lessens what is outstanding on its invoice, to the cent', async () => {
      const body = await paymentBody(bench());
      await push({ ...body, amount: 0.1 });
      await push({ ...body, amount: 0.2 });
      expect(await outstanding(body.erpInvoiceId)).toBe('29.7');
    });

    it('[decisions: Writes 2] the key is invoice, amount and date: another amount or invoice is another payment', async () => {
      const body = await paymentBody(bench());
      const first = await push(body);
      const second = await push({ ...body, amount: 2.5 });
      const third = await push(await paymentBody(bench()));
      expect(new Set([first, second, third]).size).toBe(3);
      const ids = (await paymentsOf(body.erpInvoiceId)).map((payment) => payment.erpPaymentId);
      expect([...ids].sort()).toEqual([first, second].sort());
    });

    it('[decisions: Writes 2] an amount is one amount however it is written: 1.250 and 125e-2 are 1.25', async () => {
      const body = await paymentBody(bench());
      const first = await push(body);
      for (const amount of ['1.250', '125e-2']) {
        const json = JSON.stringify({ schemaVersion: '1', ...body }).replace('"amount":1.25', `"amount":${amount}`);
        const reply = await bench().post(endpoints.pushPayment, json);
        expect(reply.json, amount).toEqual({ schemaVersion: '1', erpPaymentId: first });
      }
    });

    it('[decisions: Requests 6] an amount of zero or less is 422 with the field', async () => {
      const body = await paymentBody(bench());
      for (const amount of [0, -0, -0.01, -30]) expect(await refuse({ ...body, amount })).toEqual(['amount']);
      expect(await paymentsOf(body.erpInvoiceId)).toEqual([]);
    });
  });
}
