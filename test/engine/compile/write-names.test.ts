/** Names in a write: names that would hide a field of the request, and values that may be missing. */
import { describe, expect, it } from 'vitest';
import { checkProfile } from '../../../engine/index.ts';
import { contract } from '../../../src/contract/index.ts';

/** Findings about a payment push with these parts, without those about the endpoints that are left out. */
async function findings(parts: {
  readonly find?: string;
  readonly prepare?: string;
  readonly each?: string;
  readonly exec?: string;
}) {
  const { find = 'SELECT 1 AS erpPaymentId, :key AS key', prepare = 'invoice: { query: SELECT 1 AS _x }' } = parts;
  const text = `profile: p
contract: "1"
sources: { erp: { sql: sqlite, connection: { file: x } } }
ids: { invoice: { exists: SELECT 1 FROM i WHERE id = :id } }
endpoints:
  /payments/push:
    find: { query: "${find}" }
    prepare:
      - ${prepare}
    write:
      - made:
          each: ${parts.each ?? '{ one: "[1]" }'}
          exec: "${parts.exec ?? 'INSERT INTO p VALUES (:key)'}"
`;
  const diagnostics = await checkProfile(text, 'profile.yaml', contract, {});
  return diagnostics
    .filter(({ code }) => !['MAP261', 'MAP281', 'MAP285'].includes(code))
    .map(({ code, message }) => `${code} ${message}`);
}

describe('names in a write', () => {
  it('without a conflict are no matter', async () => {
    expect(await findings({})).toEqual([]);
  });

  it('a step that would hide a field of the request', async () => {
    expect(await findings({ prepare: 'amount: { query: SELECT 1 AS _x }' })).toEqual([
      'MAP266 "amount" would hide the request field :amount.',
    ]);
  });

  it('a variable of `each` that would', async () => {
    expect(await findings({ each: '{ paymentDate: "[1]" }' })).toEqual([
      'MAP266 "paymentDate" would hide the request field :paymentDate.',
    ]);
  });

  it('a reserved word', async () => {
    expect(await findings({ prepare: 'key: { query: SELECT 1 AS _x }' })).toContain('MAP266 "key" is a reserved name.');
  });

  it('an optional field outside a block of a read, which would find nothing without it', async () => {
    const [finding, ...others] = await findings({
      find: 'SELECT 1 AS erpPaymentId, :key AS key WHERE :bankAccountCode = 1',
    });
    expect(finding).toContain('MAP232 The request field bankAccountCode is optional');
    expect(others).toEqual([]);
  });

  it('the same in a statement that writes is NULL', async () => {
    expect(await findings({ exec: 'INSERT INTO p VALUES (:key, :bankAccountCode)' })).toEqual([]);
  });

  it('a name that every object has is no field of the request', async () => {
    const [finding] = await findings({ exec: 'INSERT INTO p VALUES (:key, :constructor)' });
    expect(finding).toContain('MAP231');
  });
});

describe('names of attached reads', () => {
  it('must not hide a field of the rows', async () => {
    const text = `profile: p
contract: "1"
sources: { erp: { sql: sqlite, connection: { file: x } } }
endpoints:
  /sale-draft:
    find: { query: "SELECT 1 AS saleId, '2026-01-01' AS receivedAt, :key AS key" }
    prepare:
      - lines:
          rows: lines
          attach:
            sku: { query: "SELECT s AS _s FROM i WHERE s IN (:rows.sku)", on: { _s: sku } }
    write:
      - made: { exec: "INSERT INTO p VALUES (:key)" }
`;
    const all = await checkProfile(text, 'profile.yaml', contract, {});
    const diagnostics = all.filter(({ code }) => !['MAP261', 'MAP281', 'MAP285'].includes(code));
    expect(diagnostics.map(({ code, place }) => `${code} ${place?.line}`)).toEqual(['MAP266 11']);
  });
});

describe('the item of `each`', () => {
  /** Findings about a draft whose lines are written by this step. */
  const draft = async (each: string, values: string): Promise<readonly string[]> => {
    const text = `profile: p
contract: "1"
sources: { erp: { sql: sqlite, connection: { file: x } } }
endpoints:
  /sale-draft:
    find: { query: "SELECT 1 AS saleId, '2026-01-01' AS receivedAt, :key AS key" }
    prepare:
      - lines: { rows: lines, fields: { price: unitPrice ?? 0 } }
    write:
      - line:
          each: { line: "${each}" }
          exec: "INSERT INTO p VALUES (${values})"
`;
    const diagnostics = await checkProfile(text, 'profile.yaml', contract, {});
    return diagnostics
      .filter(({ code }) => !['MAP261', 'MAP281', 'MAP285', 'MAP286'].includes(code))
      .map(({ code, message, hint }) => `${code} ${message} ${hint}`);
  };

  it('has the fields of a list of the request, and a number', async () => {
    expect(await draft('lines', ':line.number, :line.sku, :line.qty, :line.unitPrice')).toEqual([]);
    expect(await draft('lines[qty > 1]', ':line.number, :line.sku, :line.qty, :line.unitPrice')).toEqual([]);
  });

  it('has no field that a step of the same name adds to the list: the value would be NULL', async () => {
    const finding =
      'MAP234 The step "line" returns no "price". The rows of the step "lines" have it: `each: { line: $lines }`.';
    expect(await draft('lines', ':line.sku, :line.price')).toEqual([finding]);
    expect(await draft('lines[qty > 1]', ':line.sku, :line.price')).toEqual([finding]);
  });

  it('has the fields of the rows of a step', async () => {
    expect(await draft('$lines', ':line.sku, :line.price')).toEqual([]);
    expect(await draft('$lines[qty > 1]', ':line.sku, :line.price')).toEqual([]);
  });

  it('has any name where the list is made by an expression with unknown members', async () => {
    expect(await draft('$map(lines, $uppercase)', ':line.anything')).toEqual([]);
  });
});
