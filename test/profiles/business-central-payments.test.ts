/** Payments pushed to Business Central's double: each is posted once, also in parallel, and never together with lines of others. */
import { setTimeout as pause } from 'node:timers/promises';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { z } from 'zod';
import { type Served, serve } from './served.ts';

const invoices = z.object({
  invoices: z.array(z.object({ erpInvoiceId: z.string(), erpDebtorId: z.string(), amountOutstanding: z.number() })),
});
const payments = z.object({
  payments: z.array(z.object({ erpPaymentId: z.string(), erpInvoiceId: z.string(), amount: z.number() })),
});
const pushed = z.object({ erpPaymentId: z.string() });

let served: Served;
beforeAll(async () => {
  // MAIN has the batch that people of the company work in.
  served = await serve({
    name: 'business-central',
    settings: { payment_journals: '{"MAIN": "GENERAL", "OWN": "ENGINE"}' },
  });
});
afterAll(() => served.close());

async function ask(path: string, body: object): Promise<{ readonly status: number; readonly body: unknown }> {
  const { service } = served;
  const response = await fetch(service.baseUrl() + path, {
    method: 'POST',
    headers: { authorization: `Bearer ${service.keys.receivables.reveal()}`, 'content-type': 'application/json' },
    body: JSON.stringify({ schemaVersion: '1', ...body }),
  });
  return { status: response.status, body: await response.json() };
}

/** C00200 buys in pounds, and has not paid its invoices. */
async function openInvoices(): Promise<readonly string[]> {
  const { body } = await ask('/invoices/list', { limit: 500 });
  return invoices
    .parse(body)
    .invoices.filter(({ erpDebtorId, amountOutstanding }) => erpDebtorId === 'C00200' && amountOutstanding > 20)
    .map(({ erpInvoiceId }) => erpInvoiceId);
}

const listed = async () => payments.parse((await ask('/payments/list', { limit: 500 })).body).payments;

// Of what nobody has posted: the double has a draft, one in review, and an invoice and a credit memo that are released, and called open.
it('are for posted documents: drafts are in no list', async () => {
  const list = z.object({ invoices: z.array(z.object({ erpInvoiceId: z.string(), amountTotal: z.number() })) });
  const { body } = await ask('/invoices/list', { limit: 500 });
  const listed = list.parse(body).invoices;
  expect(listed.filter(({ erpInvoiceId }) => erpInvoiceId.startsWith('invoice:S-'))).toEqual([]);
  // 124 invoices; the eighth of each ten, 12 of them, has a credit memo of 12.50, one of which nobody has posted.
  expect(listed.filter(({ erpInvoiceId }) => erpInvoiceId.startsWith('invoice:'))).toHaveLength(124);
  expect(listed.filter(({ amountTotal }) => amountTotal === -12.5)).toHaveLength(11);
});

it('are not posted with what others have left in the batch', async () => {
  const [erpInvoiceId = ''] = await openInvoices();
  const before = await listed();
  const answer = await ask('/payments/push', { erpInvoiceId, amount: 1, paymentDate: '2026-08-20' });
  expect(answer).toMatchObject({
    status: 422,
    body: { error: expect.stringContaining('has lines of others, such as CR0007') },
  });
  expect(await listed()).toEqual(before);
});

it('are posted once each, also with many parallel requests', async () => {
  const open = await openInvoices();
  const before = new Set((await listed()).map(({ erpPaymentId }) => erpPaymentId));
  const wanted = open.slice(0, 5).map((erpInvoiceId, index) => ({ erpInvoiceId, amount: 10 + index / 100 }));
  expect(wanted).toHaveLength(5);
  // 503 is the word to come again: somebody else is at work in the batch.
  const push = async (payment: object): Promise<string> => {
    for (;;) {
      const { status, body } = await ask('/payments/push', {
        ...payment,
        paymentDate: '2026-08-20',
        bankAccountCode: 'OWN',
      });
      if (status === 200) return pushed.parse(body).erpPaymentId;
      expect({ status, body }).toMatchObject({ status: 503 });
      await pause(200);
    }
  };
  const ids = await Promise.all(wanted.map(push));
  const made = (await listed()).filter(({ erpPaymentId }) => !before.has(erpPaymentId));
  const expected = wanted.map((payment, index) => ({ ...payment, erpPaymentId: ids[index] }));
  expect(made).toHaveLength(5);
  expect(made.map(({ erpPaymentId, erpInvoiceId, amount }) => ({ erpInvoiceId, amount, erpPaymentId }))).toEqual(
    expect.arrayContaining(expected),
  );
});
