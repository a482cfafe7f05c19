/**
 * A decimal for a parameter that a statement treats as a whole number: what the caller and the log learn. On
 * PostgreSQL.
 */

import { afterAll, beforeAll, expect, it } from 'vitest';
import { contract } from '../../../../src/contract/index.ts';
import { causeOf } from '../../../support/cause.ts';
import { completed } from '../../../support/check-profile.ts';
import { type Erp, type ErpEngine, freshErp, openErp } from '../../../support/erp.ts';

let erp: Erp;
const engines: ErpEngine[] = [];

beforeAll(async () => {
  erp = await freshErp('postgres');
  await erp.run(`CREATE TABLE doc (id integer PRIMARY KEY); INSERT INTO doc VALUES (7);
    CREATE TABLE payment (id serial PRIMARY KEY, ref text, cents bigint)`);
});
afterAll(async () => {
  for (const engine of engines) await engine.close();
  await erp.drop();
});

async function push(amount: number, cents: string, options: { readonly more?: string; readonly find?: string } = {}) {
  const { more = '', find = 'ref = :key' } = options;
  const profile = `profile: cents
contract: "1"
sources:
  erp: { sql: postgres, connection: { url: "${erp.connection.url}" } }
ids:
  invoice: { type: integer, exists: SELECT 1 FROM doc WHERE id = :id }
endpoints:
  /payments/push:
${more}    find: { query: 'SELECT id AS "erpPaymentId", ref AS key FROM payment WHERE ${find}' }
    write:
      - payment: { exec: "INSERT INTO payment (ref, cents) VALUES (:key, ${cents})" }
`;
  const engine = await openErp(completed(profile), contract);
  engines.push(engine);
  const body = { schemaVersion: '1', erpInvoiceId: '7', amount, paymentDate: '2026-03-01' };
  const outcome = await engine.call('/payments/push', body);
  return { outcome, log: [...engine.events.map(({ message }) => message), causeOf(outcome)].join('\n') };
}

it('a decimal for an integer parameter is a fault of the profile: the caller is not asked to correct the request, and the log states the remedy', async () => {
  const { outcome, log } = await push(12.5, ':amount * 100');
  expect(outcome).toMatchObject({ ok: false, problem: { kind: 'broken' } });
  expect(log).toContain('The statement takes :amount for a whole number: say its type in it');
});

it('a decimal for an integer parameter of a lookup is an error, not a missing document', async () => {
  const { outcome } = await push(13.5, ':amount::numeric * 100', { find: 'ref = :key AND cents = :amount * 100' });
  expect(outcome).toMatchObject({ ok: false, problem: { kind: 'broken' } });
});

it('a decimal with its type in the statement is accepted', async () => {
  expect(await push(14.55, ':amount::numeric * 100')).toMatchObject({ outcome: { ok: true } });
});

it('a decimal is refused with its field if `digits` declares a column without decimals', async () => {
  const { outcome } = await push(15.5, ':amount', { more: '    digits: { amount: [9, 0] }\n' });
  expect(outcome).toMatchObject({ ok: false, problem: { kind: 'invalid', fields: [{ field: 'amount' }] } });
});
