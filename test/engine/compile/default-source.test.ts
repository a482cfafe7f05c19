/** With one database and one HTTP source, the form of a read determines its source. */
import { expect, it } from 'vitest';
import { checkOffline, completed } from '../../support/check-profile.ts';

const profile = (sources: string, extra = ''): string =>
  completed(`profile: two
contract: "1"
sources:
  db: { sql: postgres, connection: { host: localhost, database: erp, user: me, password: x }, clock: Europe/Berlin }
  api: { http: https://erp.example.com }
${sources}facts:
  has_loans: { table: loan, else: No loans. }
  is_new: { get: /version, holds: major > 9, else: Too old. }
ids:
  customer: { type: integer, exists: SELECT 1 FROM customer WHERE id = :id }
endpoints:
  /credit/customer:
    query: SELECT 1 AS "creditLimit", 2 AS "creditUsed", 'EUR' AS currency FROM customer WHERE id = :customerErpId
  /debtors/list:
    get: /debtors
    page: { whole: true }
    fields: { erpDebtorId: id, name: name, email: mail }
  /customer-statement/get:
    statement:
      currency: SELECT 'EUR' AS currency FROM customer c WHERE c.id = :customerErpId
      entries:
        query: SELECT e.day AS date, 'x' AS reference, 'y' AS description, e.amount AS amount FROM entry e WHERE e.customer = :customerErpId
  /sale-draft:
    find:
      query: SELECT o.id AS "saleId", o.no AS "saleNumber", o.made AS "receivedAt", o.ref AS key FROM orders o WHERE o.ref = :key
    prepare:
      - lines:
          rows: lines
          attach: { item: { query: "SELECT i.sku AS _sku FROM item i WHERE i.sku IN (:rows.sku)", on: { _sku: sku }, one: No } }
    write:
      - order: { post: /orders, json: { ref: "{{ $key }}" }, fields: { saleId: id, receivedAt: $now } }
${extra}`);

it('a profile with one of each kind needs no use', async () => {
  const findings = await checkOffline(profile(''), 'two.yaml');
  // The write leaves most of the request out.
  const wrong = findings.filter(({ code }) => code !== 'MAP285');
  expect(wrong.map(({ code, message }) => `${code} ${message}`)).toEqual([]);
});

it('with two databases every query has to say which one, and no request', async () => {
  const second =
    '  other: { sql: postgres, connection: { host: localhost, database: other, user: me, password: x } }\n';
  const findings = await checkOffline(profile(second), 'two.yaml');
  const lines = profile(second).split('\n');
  const named = findings
    .filter(({ code }) => code === 'MAP222')
    .map(({ place }) => lines[(place?.line ?? 0) - 1]?.trim());
  expect(named).toContain('/credit/customer:');
  expect(named).toContain('find:');
  expect(named).not.toContain('/debtors/list:');
});
