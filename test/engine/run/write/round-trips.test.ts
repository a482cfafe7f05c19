/** A write into PostgreSQL takes few round trips: statements that do not depend on each other's results go together. */
import { afterAll, beforeAll, expect, it } from 'vitest';
import { contract } from '../../../../src/contract/index.ts';
import { completed } from '../../../support/check-profile.ts';
import { type CountingProxy, countingProxy } from '../../../support/counting-proxy.ts';
import { type Erp, freshErp, openErp } from '../../../support/erp.ts';

/** `lock`: what the read of `prepare` ends with. */
const profile = (url: string, lock: string) =>
  completed(`
profile: payments
contract: "1"
sources: { erp: { sql: postgres, connection: { url: "${url}" }, clock: UTC } }
ids:
  invoice: { type: integer, exists: SELECT 1 FROM invoice WHERE invoice_id = :id }
  payment: { type: integer }
endpoints:
  /payments/push:
    key: { from: erpInvoiceId & '/' & amount & '/' & paymentDate, max: 80 }
    find:
      query: SELECT payment_id AS "erpPaymentId", reference AS "key" FROM payment WHERE reference = :key
    prepare:
      - invoice:
          query: SELECT i.invoice_id AS _id FROM invoice i WHERE i.invoice_id = :erpInvoiceId ${lock}
          one: Unknown invoice
    write:
      - payment:
          exec: |
            INSERT INTO payment (reference, invoice_id, amount, paid_on)
            VALUES (:key, :erpInvoiceId, :amount, :paymentDate)
`);

let erp: Erp;
let proxy: CountingProxy;
beforeAll(async () => {
  erp = await freshErp('postgres');
  await erp.run('create table invoice (invoice_id integer primary key)');
  await erp.run('insert into invoice values (42)');
  await erp.run(`create table payment (payment_id integer generated always as identity primary key, reference text not null unique,
    invoice_id integer not null, amount numeric(14,3) not null, paid_on date not null)`);
  proxy = await countingProxy('postgres', erp.connection.url ?? '');
});
afterAll(async () => {
  await erp.drop();
  await proxy.stop();
});

/** The requests of each connection while `work` runs. */
async function sentDuring(work: () => Promise<void>): Promise<readonly (readonly number[])[]> {
  const before = proxy.connections.map((sent) => sent.length);
  await work();
  return proxy.connections.map((sent, index) => sent.slice(before[index] ?? 0)).filter((sent) => sent.length > 0);
}

it.each([
  ['three: claim, lookup, checks and reads; statement and lookup; result of the claim and commit', '', 3],
  ['four if a read locks rows, because it waits until the key is known to have no document', 'FOR UPDATE', 4],
])('a payment takes %s', async (_title, lock, roundTrips) => {
  const engine = await openErp(profile(proxy.url, lock), contract);
  const pay = async (amount: number) => {
    const body = { erpInvoiceId: '42', amount, paymentDate: `2026-04-0${roundTrips}` };
    expect(await engine.call('/payments/push', body)).toMatchObject({ ok: true });
  };
  try {
    // Connects, and prepares the statements.
    for (const amount of [0.015, 7.125, 97.5]) await pay(amount);
    const payments = 10;
    const sent = await sentDuring(async () => {
      for (let number = 1; number <= payments; number += 1) await pay(100 + number / 1_000);
    });
    // The probe uses a separate connection.
    expect(Math.max(...sent.map((requests) => requests.length))).toBe(roundTrips * payments);
  } finally {
    await engine.close();
  }
});
