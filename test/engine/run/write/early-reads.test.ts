/** The reads of a write go with its claim. One that fails has no part in an answer that does not need it. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { contract } from '../../../../src/contract/index.ts';
import { completed } from '../../../support/check-profile.ts';
import { dialects } from '../../../support/demo.ts';
import { type Erp, type ErpEngine, freshErp, openErp } from '../../../support/erp.ts';

/** `claims`: `lock` has no table. */
const profile = ({ dialect, connection }: Erp, claims: string) =>
  completed(`
profile: payments
contract: "1"
sources: { erp: { sql: ${dialect}, connection: ${JSON.stringify(connection)}, clock: UTC${claims} } }
ids:
  invoice: { type: integer, exists: SELECT 1 AS one FROM invoice WHERE invoice_id = :id }
  payment: { type: text }
endpoints:
  /payments/push:
    key: { from: erpInvoiceId & '/' & amount & '/' & paymentDate, max: 80 }
    find:
      query: SELECT p.reference AS "erpPaymentId", p.reference AS "key" FROM payment p WHERE p.reference = :key
    prepare:
      - account: { query: "SELECT a.account_id AS _id FROM account a WHERE a.account_id = 1", one: Unknown account }
    write:
      - payment: { exec: "INSERT INTO payment (reference, account_id) VALUES (:key, :account._id)" }
`);

const body = { erpInvoiceId: '42', amount: 97.5, paymentDate: '2026-04-02' };

describe.each(dialects)('on %s', (dialect) => {
  let erp: Erp;
  let engine: ErpEngine;
  async function open(claims: string): Promise<void> {
    erp = await freshErp(dialect);
    for (const sql of [
      'create table invoice (invoice_id integer primary key)',
      'insert into invoice values (42)',
      'create table account (account_id integer primary key)',
      'insert into account values (1)',
      'create table payment (reference varchar(80) primary key, account_id integer not null)',
    ])
      await erp.run(sql);
    engine = await openErp(profile(erp, claims), contract);
  }
  async function close(): Promise<void> {
    await engine?.close();
    await erp?.drop();
  }

  describe('with a table of claims', () => {
    beforeAll(() => open(''));
    afterAll(close);

    it('a repeat is answered although the lookup and the reads fail', async () => {
      const first = await engine.call('/payments/push', body);
      expect(first).toMatchObject({ ok: true });
      await erp.run('drop table payment');
      await erp.run('drop table account');
      expect(await engine.call('/payments/push', body)).toEqual(first);
    });
  });

  describe('with a lock of the key', () => {
    beforeAll(() => open(', claims: lock'));
    afterAll(close);

    it('a document that is found is answered although a read fails', async () => {
      const first = await engine.call('/payments/push', body);
      expect(first).toMatchObject({ ok: true });
      await erp.run('drop table account');
      expect(await engine.call('/payments/push', body)).toEqual(first);
    });

    it('a write that needs the read fails', async () => {
      const outcome = await engine.call('/payments/push', { ...body, amount: 1 });
      expect(outcome).toMatchObject({ ok: false, problem: { kind: 'broken' } });
    });
  });
});
