/** Writes that race for the same row: the loser is refused with the reason, and row locks in `prepare` make readers wait. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Outcome } from '../../../../engine/index.ts';
import { contract } from '../../../../src/contract/index.ts';
import { completed } from '../../../support/check-profile.ts';
import { testedDialects } from '../../../support/dialects.ts';
import { type Erp, type ErpEngine, freshErp, openErp } from '../../../support/erp.ts';
import type { DialectName } from '../../../support/kinds.ts';

const amountType: Readonly<Record<DialectName, string>> = {
  sqlite: 'NUMERIC',
  postgres: 'numeric(12, 2)',
  mysql: 'decimal(12, 2)',
  mssql: 'decimal(12, 2)',
};
const number: Readonly<Record<DialectName, string>> = {
  sqlite: 'INTEGER PRIMARY KEY',
  postgres: 'serial PRIMARY KEY',
  mysql: 'int AUTO_INCREMENT PRIMARY KEY',
  mssql: 'int IDENTITY PRIMARY KEY',
};
/** Table and condition of a read that locks its row. */
const lockedInvoice: Readonly<Record<DialectName, string>> = {
  sqlite: 'invoice WHERE id = :erpInvoiceId',
  postgres: 'invoice WHERE id = :erpInvoiceId FOR UPDATE',
  mysql: 'invoice WHERE id = :erpInvoiceId FOR UPDATE',
  mssql: 'invoice WITH (UPDLOCK) WHERE id = :erpInvoiceId',
};

const cast = (name: string, dialect: DialectName): string =>
  dialect === 'sqlite' ? name : `CAST(${name} AS decimal(12, 2))`;
/** SQLite computes with binary fractions. */
const rest = (dialect: DialectName): string =>
  dialect === 'sqlite' ? 'round(open_amount - :amount, 2)' : `open_amount - ${cast(':amount', dialect)}`;

/** The steps of a payment whose UPDATE has its own condition. */
const conditional = (dialect: DialectName, keys: string): string => `    write:
      - invoice:
          exec: >-
            UPDATE invoice SET open_amount = ${rest(dialect)}
            WHERE id = :erpInvoiceId AND open_amount >= ${cast(':amount', dialect)}
${keys}
      - payment: { exec: "INSERT INTO payment (ref, invoice_id, amount) VALUES (:key, :erpInvoiceId, :amount)" }
`;

/** The steps of a payment that computes the new amount from the one that it has read. */
const computed = (dialect: DialectName): string => `    prepare:
      - invoice:
          query: SELECT open_amount AS _open FROM ${lockedInvoice[dialect]}
          fields: { rest: "$subtract(_open, $request.amount)" }
          one: There is no such invoice
          field: erpInvoiceId
    write:
      - invoiced: { exec: "UPDATE invoice SET open_amount = :invoice.rest WHERE id = :erpInvoiceId" }
      - payment: { exec: "INSERT INTO payment (ref, invoice_id, amount) VALUES (:key, :erpInvoiceId, :amount)" }
`;

const profileText = ({ dialect, connection }: Erp, steps: string): string =>
  completed(`profile: race
contract: "1"
sources:
  erp: { sql: ${dialect}, connection: ${JSON.stringify(connection)} }
ids:
  invoice: { type: integer, exists: SELECT 1 AS found FROM invoice WHERE id = :id }
endpoints:
  /payments/push:
    key: { from: "$string([erpInvoiceId, bankAccountCode])", max: 60 }
    find: { query: 'SELECT id AS "erpPaymentId", ref AS "key" FROM payment WHERE ref = :key' }
${steps}`);

const kindOf = (outcome: Outcome): string => (outcome.ok ? 'accepted' : outcome.problem.kind);

describe.each(testedDialects)('payments of one invoice on %s', (dialect) => {
  let erp: Erp;
  const engines: ErpEngine[] = [];
  beforeAll(async () => {
    erp = await freshErp(dialect);
    await erp.run(`CREATE TABLE invoice (id int PRIMARY KEY, open_amount ${amountType[dialect]} NOT NULL);
      CREATE TABLE payment (id ${number[dialect]}, ref varchar(60) NOT NULL, invoice_id int, amount ${amountType[dialect]});
      INSERT INTO invoice VALUES (1, 100.10); INSERT INTO invoice VALUES (2, 1000.01); INSERT INTO invoice VALUES (3, 5);`);
  });
  afterAll(async () => {
    for (const engine of engines) await engine.close();
    await erp?.drop();
  });

  async function open(steps: string): Promise<ErpEngine> {
    const engine = await openErp(profileText(erp, steps), contract);
    engines.push(engine);
    return engine;
  }
  const pay = (engine: ErpEngine, erpInvoiceId: string, amount: number, reference: string) =>
    engine.call('/payments/push', { erpInvoiceId, amount, paymentDate: '2026-03-01', bankAccountCode: reference });
  /** The open amount: what a payment of the whole of it leaves is 0. */
  const isOpen = async (engine: ErpEngine, id: string, amount: number, reference: string): Promise<void> => {
    expect(kindOf(await pay(engine, id, amount + 0.01, `${reference} too much`))).toBe('invalid');
    expect(kindOf(await pay(engine, id, amount, `${reference} rest`))).toBe('accepted');
  };
  const refusing = (key: string): string =>
    conditional(
      dialect,
      `          ${key}: "Less than {{ amount }} of invoice {{ erpInvoiceId }} is open."\n          field: amount`,
    );

  it.each(['one', 'refuse'])('beyond what is open are refused by `%s`, with the field and the reason', async (key) => {
    const engine = await open(refusing(key));
    const outcome = await pay(engine, '3', 5.01, `${key} beyond`);
    expect(outcome).toMatchObject({
      ok: false,
      problem: {
        kind: 'invalid',
        message: 'Less than 5.01 of invoice 3 is open.',
        fields: [{ field: 'amount', message: 'Less than 5.01 of invoice 3 is open.', rule: 'refused' }],
      },
    });
    // The key is free: the corrected request is accepted.
    await erp.run('UPDATE invoice SET open_amount = 6 WHERE id = 3');
    expect(kindOf(await pay(engine, '3', 5.01, `${key} beyond`))).toBe('accepted');
  });

  it('are all applied or refused if they come at once: 10 of 14 fit', async () => {
    const engine = await open(refusing('one'));
    const outcomes = await Promise.all(Array.from({ length: 14 }, (_, index) => pay(engine, '1', 10.01, `P-${index}`)));
    const kinds = outcomes.map(kindOf).sort();
    expect(kinds).toEqual([...Array(10).fill('accepted'), ...Array(4).fill('invalid')]);
    // 100.10 - 10 * 10.01 = 0
    expect(kindOf(await pay(engine, '1', 0.01, 'P-cent'))).toBe('invalid');
  });

  it('are none of them lost if each computes the rest from a locked row', async () => {
    const engine = await open(computed(dialect));
    const outcomes = await Promise.all(Array.from({ length: 8 }, (_, index) => pay(engine, '2', 33.33, `L-${index}`)));
    expect(outcomes.map(kindOf)).toEqual(Array(8).fill('accepted'));
    // 1000.01 - 8 * 33.33
    await isOpen(await open(refusing('one')), '2', 733.37, 'L');
  });

  it('without a refusal, a statement that changes nothing is an error of the profile', async () => {
    const engine = await open(conditional(dialect, ''));
    expect(kindOf(await pay(engine, '3', 5000, 'no refusal'))).toBe('broken');
  });

  it('several changed rows are refused by `one`, and accepted by `refuse`', async () => {
    const everything = (key: string): string => `    write:
      - invoices: { exec: "UPDATE invoice SET open_amount = open_amount + 0", ${key}: Not one row }
      - payment: { exec: "INSERT INTO payment (ref, invoice_id, amount) VALUES (:key, :erpInvoiceId, :amount)" }
`;
    expect(kindOf(await pay(await open(everything('one')), '3', 1, 'several'))).toBe('invalid');
    expect(kindOf(await pay(await open(everything('refuse')), '3', 1, 'several'))).toBe('accepted');
  });
});
