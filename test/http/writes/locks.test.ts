/** The lock of a document: payments of one invoice run one after the other, on any number of replicas. */
import { setTimeout as sleep } from 'node:timers/promises';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { openScripted, reply, type Scripted } from './scripted.ts';

let scripted: Scripted;
beforeEach(async () => {
  scripted = await openScripted(
    `create table payment (id integer primary key, invoice text not null, amount integer not null, ref text not null);
     create table invoice (no text primary key, amount integer not null);
     insert into invoice values ('4711', 100), ('4712', 100)`,
  );
});
afterEach(() => scripted.close());

/** A profile that compares a payment with what is open; the ERP itself takes every payment. */
const payments = (lock: object) => ({
  '/payments/push': {
    ...lock,
    key: { from: '$string([erpInvoiceId, amount])' },
    find: {
      use: 'db',
      query: `SELECT id AS erpPaymentId, ref AS "key" FROM payment WHERE ref = :key`,
    },
    prepare: [
      {
        open: {
          use: 'db',
          query: `SELECT 1 AS _fits FROM invoice i WHERE i.no = :erpInvoiceId
                  AND i.amount >= CAST(:amount AS integer) + (SELECT coalesce(sum(p.amount), 0) FROM payment p WHERE p.invoice = i.no)`,
          one: 'The payment is more than what is open.',
          field: 'amount',
        },
      },
    ],
    write: [
      {
        payment: {
          use: 'api',
          post: '/payments',
          json: { invoice: '{{ erpInvoiceId }}', amount: '{{ amount }}', ref: '{{ $key }}' },
        },
      },
    ],
  },
});

/** The ERP books a payment 30 ms after it was asked. */
function book({ erp, database }: Scripted): void {
  const insert = database.prepare('insert into payment (invoice, amount, ref) values (?, ?, ?)');
  erp.does(async (_request, { invoice, amount, ref }, response) => {
    await sleep(30);
    insert.run(invoice, amount, ref);
    reply(response, 201, {});
  });
}

const booked = ({ database }: Scripted, invoice: string): unknown =>
  database.prepare('select sum(amount) as booked, count(*) as payments from payment where invoice = ?').get(invoice);

const paymentOf = (erpInvoiceId: string, amount: number) => ({ erpInvoiceId, amount, paymentDate: '2026-04-02' });

it('twenty payments of one invoice on two replicas: those that fit are booked, and no more', async () => {
  book(scripted);
  const [first, second] = [
    await scripted.open(payments({ lock: 'erpInvoiceId' })),
    await scripted.open(payments({ lock: 'erpInvoiceId' })),
  ];
  // 11 + 12 + ... + 30: whichever come first, at most seven of them fit into 100.
  const outcomes = await Promise.all(
    Array.from({ length: 20 }, (_none, index) =>
      (index % 2 === 0 ? first : second).call('/payments/push', paymentOf('4711', 11 + index)),
    ),
  );
  const accepted = outcomes.flatMap((outcome, index) => (outcome.ok ? [11 + index] : []));
  const sum = accepted.reduce((total, amount) => total + amount, 0);
  expect(booked(scripted, '4711')).toEqual({ booked: sum, payments: accepted.length });
  expect(sum).toBeLessThanOrEqual(100);
  for (const outcome of outcomes.filter(({ ok }) => !ok))
    expect(outcome).toMatchObject({ problem: { kind: 'invalid', fields: [{ field: 'amount' }] } });
});

it('without a lock they overpay the invoice: the test can see the fault', async () => {
  book(scripted);
  const engine = await scripted.open(payments({}));
  await Promise.all(
    Array.from({ length: 20 }, (_none, index) => engine.call('/payments/push', paymentOf('4711', 11 + index))),
  );
  expect(booked(scripted, '4711')).not.toMatchObject({ booked: expect.toSatisfy((sum: number) => sum <= 100) });
});

it('payments of different invoices do not wait for each other', async () => {
  const engine = await scripted.open(payments({ lock: 'erpInvoiceId' }));
  const insert = scripted.database.prepare('insert into payment (invoice, amount, ref) values (?, ?, ?)');
  const together = Promise.withResolvers<void>();
  let waiting = 0;
  scripted.erp.does(async (_request, { invoice, amount, ref }, response) => {
    waiting += 1;
    if (waiting === 2) together.resolve();
    await together.promise;
    insert.run(invoice, amount, ref);
    reply(response, 201, {});
  });
  const outcomes = await Promise.all(
    ['4711', '4712'].map((invoice) => engine.call('/payments/push', paymentOf(invoice, 40))),
  );
  expect(outcomes).toMatchObject([{ ok: true }, { ok: true }]);
});

it('a lock expression without a value fails the write, and sends nothing', async () => {
  const engine = await scripted.open(payments({ lock: 'bankAccountCode' }));
  expect(await engine.call('/payments/push', paymentOf('4711', 40))).toMatchObject({ ok: false });
  expect(scripted.erp.seen).toEqual([]);
});
