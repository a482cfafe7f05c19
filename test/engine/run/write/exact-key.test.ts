/** Comparing the keys of found documents with the key of a write. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { areAlike, otherKeysMessage, withKey } from '../../../../engine/run/write/exact-key.ts';
import { contract } from '../../../../src/contract/index.ts';
import { causeOf } from '../../../support/cause.ts';
import { completed } from '../../../support/check-profile.ts';
import { type Erp, type ErpEngine, freshErp, openErp } from '../../../support/erp.ts';

describe('a found key is the wanted one', () => {
  it.each([
    ['PO-1', 'PO-1', true],
    ['PO-1', 'po-1', false],
    // The id is a text in the contract, and a number in the ERP.
    ['["4","R-1"]', '[4,"R-1"]', true],
    ['["9007199254740993","R-1"]', '[9007199254740993,"R-1"]', true],
    ['["9007199254740993","R-1"]', '[9007199254740992,"R-1"]', false],
    ['["2026/0042","17"]', '["2026/0042",17]', true],
    // Another text than the number's own is another id.
    ['["04","R-1"]', '[4,"R-1"]', false],
    ['["4.0","R-1"]', '[4,"R-1"]', false],
    ['["4","R-1"]', '["4","r-1"]', false],
    ['["4","R-1"]', '["R-1","4"]', false],
    ['["4","R-1"]', '["4","R-1",null]', false],
    ['["4"]', '4', false],
    ['[null]', '[0]', false],
    ['["true"]', '[true]', false],
    // An amount is a number in the contract, and a text with the zeros of its column in the ERP.
    ['["4",1234.5]', '["4","1234.50"]', true],
    ['["4",1234.5]', '["4","1234.51"]', false],
    ['["4",98765432109876543210.12]', '["4","98765432109876543210.12"]', true],
  ])('%s and %s: %s', (wanted, returnedKey, same) => {
    expect(withKey([{ key: returnedKey }], wanted)).toHaveLength(same ? 1 : 0);
  });

  it('and both of two forms, so that two documents are never taken for one', () => {
    expect(withKey([{ key: '["4","R-1"]' }, { key: '[4,"R-1"]' }], '["4","R-1"]')).toHaveLength(2);
  });
});

describe('a collation may take a found key for the wanted one', () => {
  it.each([
    ['PO-77X', 'po-77x', true],
    ['["4","R-9"]', '[4,"r-9"]', true],
    ['Größe 7', 'GROSSE 7', true],
    ['Cafe-1', 'CAFÉ-1', true],
    ['ＰＯ-1', 'po-1', true],
    // utf8mb4_general_ci has one weight for both.
    ['R-😀', 'R-😎', true],
    ['PO-77X', 'PO-77Y', false],
    ['PO-77', 'PO-77-A', false],
    ['["4","R-9"]', '["5","r-9"]', false],
    ['PO-77X', undefined, false],
  ])('%s and %s: %s', (wanted, returnedKey, alike) => {
    expect(areAlike([{ key: returnedKey }], wanted)).toBe(alike);
  });
});

it('the message shows which keys were found', () => {
  const rows = ['R-2', 'R-2', 'R-3', undefined, 'R-5'].map((key) => ({ key }));
  expect(otherKeysMessage(rows, 'r-2')).toBe(
    'The ERP found 5 documents for the key r-2, but none carries exactly this key. `find` returned as `key`: R-2, R-3, no key and others.',
  );
});

describe('a write whose key has a number of the ERP in it', () => {
  let erp: Erp;
  let engine: ErpEngine;
  beforeAll(async () => {
    erp = await freshErp('sqlite');
    await erp.run(`CREATE TABLE customer (id INTEGER PRIMARY KEY); INSERT INTO customer VALUES (4);
      CREATE TABLE invoice (id INTEGER PRIMARY KEY, customer_id INTEGER, no TEXT COLLATE NOCASE);
      INSERT INTO invoice VALUES (7, 4, 'R-9')`);
    const profile = `profile: numbers
contract: "1"
sources:
  erp: { sql: sqlite, connection: { file: "${erp.connection.file}" } }
ids:
  customer: { type: integer, exists: SELECT 1 FROM customer WHERE id = :id }
endpoints:
  /invoices/push:
    key: { from: "$string([erpDebtorId, invoiceNumber])" }
    find:
      query: SELECT id AS _id, customer_id AS _customer, no AS _no FROM invoice WHERE customer_id = :erpDebtorId AND no = :invoiceNumber
      fields: { erpInvoiceId: _id, key: "$string([_customer, _no])" }
    write:
      - invoice: { exec: "INSERT INTO invoice (customer_id, no) VALUES (:erpDebtorId, :invoiceNumber)" }
`;
    engine = await openErp(completed(profile), contract);
  });
  afterAll(async () => {
    await engine?.close();
    await erp?.drop();
  });
  const push = (invoiceNumber: string) => {
    const lines = [{ description: 'Fitting', quantity: 1, unitPrice: 5 }];
    const body = { erpDebtorId: '4', invoiceNumber, issueDate: '2026-03-02', dueDate: '2026-04-01', currency: 'EUR' };
    return engine.call('/invoices/push', { ...body, lines });
  };

  it('is written, and found again', async () => {
    expect(await push('R-1')).toMatchObject({ ok: true, json: expect.stringContaining('"erpInvoiceId":"8"') });
  });

  it('says which key it found where that is another one', async () => {
    const outcome = await push('r-9');
    const fields = [{ field: 'invoiceNumber', rule: 'ambiguous' }];
    expect(outcome).toMatchObject({ ok: false, problem: { kind: 'invalid', fields } });
    expect(causeOf(outcome)).toContain('`find` returned as `key`: [4,"R-9"].');
  });
});
