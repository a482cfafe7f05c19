import { createHash } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { memoryBookmarks, memoryVersionMarks } from '../../../engine/index.ts';
import type { WritePlan } from '../../../engine/plan/write.ts';
import type { RunContext } from '../../../engine/run/context/context.ts';
import { keyOf } from '../../../engine/run/write/key.ts';
import type { RequestValues } from '../../../engine/shape/request.ts';
import { compileExpression } from '../../../engine/transform/expression.ts';

const nothing = {
  rows: { kind: 'first', branches: [], order: [] },
  processing: {
    attach: [],
    each: [],
    fields: [],
    where: undefined,
    compute: undefined,
    finish: undefined,
    codes: [],
    mapCodes: undefined,
  },
} as const;

interface Given {
  readonly from?: string;
  readonly max?: number;
  readonly allowed?: RegExp;
  readonly key?: readonly string[];
  readonly installation?: string;
  readonly endpoint?: string;
}

function expressionOf(text: string): WritePlan['from'] {
  const compiled = compileExpression(text);
  if (!compiled.ok) throw new Error(compiled.message);
  return compiled.expression;
}

function key(request: RequestValues, given: Given = {}) {
  const { from, max, allowed, installation = 'live', endpoint = '/x' } = given;
  const plan: WritePlan = {
    kind: 'transaction',
    source: 'erp',
    from: from === undefined ? undefined : expressionOf(from),
    max,
    allowed,
    limits: [],
    amounts: undefined,
    find: nothing,
    prepare: [],
    write: [],
  };
  const context: RunContext = {
    endpoint,
    call: { deadline: 0 },
    state: { request, values: {}, steps: {}, key: undefined, rows: [], settings: {}, now: 0 },
    execute: () => Promise.reject(new Error('no statement is run for a key')),
    send: () => Promise.reject(new Error('no request is sent for a key')),
    bookmarks: memoryBookmarks(),
    versions: memoryVersionMarks(),
    identity: 'erp',
    requestSettings: new Map(),
    settingsDigest: '',
    zone: 'UTC',
    clock: () => 0,
    log: () => undefined,
    trace: undefined,
  };
  const answer = { kind: 'write', fields: {}, key: given.key ?? ['poNumber'], constants: {} } as const;
  return keyOf(plan, answer, installation, context);
}

const sha256 = (text: string): string => createHash('sha256').update(text, 'utf8').digest('hex');

describe('the key of a write', () => {
  it('is the one field that the contract names, as it stands', async () => {
    expect(await key({ poNumber: 'PO 1/ä' })).toMatchObject({ natural: 'PO 1/ä', text: 'PO 1/ä' });
  });

  it('of a claim is SHA-256 of installation, endpoint and natural key', async () => {
    const { claim } = await key({ poNumber: 'P1' }, { installation: 'live', endpoint: '/sale-draft' });
    expect(claim).toBe(sha256('["live","/sale-draft","P1"]'));
  });

  it('differs by installation, endpoint, case and white space inside', async () => {
    const claims = await Promise.all([
      key({ poNumber: 'P 1' }),
      key({ poNumber: 'P  1' }),
      key({ poNumber: 'p 1' }),
      key({ poNumber: 'P 1' }, { installation: 'test' }),
      key({ poNumber: 'P 1' }, { endpoint: '/y' }),
    ]);
    expect(new Set(claims.map(({ claim }) => claim)).size).toBe(5);
  });

  it('of several fields cannot be made from other values: their borders count', async () => {
    const fields = ['invoiceNumber', 'erpDebtorId'];
    const first = await key({ invoiceNumber: 'A,B', erpDebtorId: 'C' }, { key: fields });
    const second = await key({ invoiceNumber: 'A', erpDebtorId: 'B,C' }, { key: fields });
    expect(first.claim).not.toBe(second.claim);
    expect(first.text).toMatch(/^[a-z2-7]{26}$/);
  });

  it('takes equal decimals for one key, and a missing field for none of the others', async () => {
    const fields = ['amount', 'bankAccountCode'];
    const [plain, same, other, named] = await Promise.all([
      key({ amount: 100 }, { key: fields }),
      key({ amount: 1e2 }, { key: fields }),
      key({ amount: 100.01 }, { key: fields }),
      key({ amount: 100, bankAccountCode: 'null' }, { key: fields }),
    ]);
    expect(plain.claim).toBe(same.claim);
    expect(new Set([plain.claim, other.claim, named.claim]).size).toBe(3);
  });

  it('becomes 26 characters where the field of the ERP is too short, or does not take a character', async () => {
    const long = 'P'.repeat(31);
    const [fits, tooLong, foreign, other] = await Promise.all([
      key({ poNumber: 'P'.repeat(30) }, { max: 30 }),
      key({ poNumber: long }, { max: 30 }),
      key({ poNumber: 'P#1' }, { allowed: /^[A-Z0-9]*$/u }),
      key({ poNumber: `${long}Q` }, { max: 30 }),
    ]);
    expect(fits.text).toBe('P'.repeat(30));
    for (const { text } of [tooLong, foreign, other]) expect(text).toMatch(/^[a-z2-7]{26}$/);
    expect(new Set([tooLong.text, foreign.text, other.text]).size).toBe(3);
    expect(tooLong.natural).toBe(long);
  });

  it('is a shorter hash where the field is shorter, and the beginning of the longer one', async () => {
    const poNumber = 'P'.repeat(31);
    const [short, long] = await Promise.all([key({ poNumber }, { max: 20 }), key({ poNumber }, { max: 30 })]);
    expect(short.text).toMatch(/^[a-z2-7]{20}$/);
    expect(long.text.startsWith(short.text)).toBe(true);
  });

  it('can be an expression over the request', async () => {
    const { natural } = await key({ a: 'x', b: 2 }, { from: "a & '/' & b" });
    expect(natural).toBe('x/2');
  });

  it('is never empty: an expression without a value is an error', async () => {
    await expect(key({ a: 'x' }, { from: 'b' })).rejects.toThrow('gives no value');
    await expect(key({ a: '' }, { from: 'a' })).rejects.toThrow('gives no value');
  });
});

describe('the payload', () => {
  it('is the same whatever the order of the fields, and another with other content or order of lines', async () => {
    const [first, swapped, changed, turned] = await Promise.all([
      key({
        poNumber: 'P',
        lines: [
          { sku: 'A', qty: 1 },
          { sku: 'B', qty: 1 },
        ],
      }),
      key({
        lines: [
          { qty: 1, sku: 'A' },
          { qty: 1, sku: 'B' },
        ],
        poNumber: 'P',
      }),
      key({
        poNumber: 'P',
        lines: [
          { sku: 'A', qty: 2 },
          { sku: 'B', qty: 1 },
        ],
      }),
      key({
        poNumber: 'P',
        lines: [
          { sku: 'B', qty: 1 },
          { sku: 'A', qty: 1 },
        ],
      }),
    ]);
    expect(first.payload).toBe(swapped.payload);
    expect(new Set([first.payload, changed.payload, turned.payload]).size).toBe(3);
  });
});
