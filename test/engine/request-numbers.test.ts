/** Numbers of requests keep their digits, and are limited in size; the number of faults is limited, too. */
import { describe, expect, it } from 'vitest';
import type { Fields } from '../../engine/base/contract.ts';
import { firstFaults } from '../../engine/base/problem.ts';
import { requestFaults } from '../../engine/shape/request-faults.ts';
import { compileRules } from '../../engine/shape/request-rules.ts';
import { amount, check, currencies, endpoint, faults, lines, price, value } from './request-bench.ts';

describe('decimals keep their digits', () => {
  it.each([
    ['12.30', 12.3],
    ['-0.0', 0],
    ['1e3', 1000],
    ['0.1', 0.1],
    ['123456789012.345', 123456789012.345],
    ['123456789012345.6', '123456789012345.6'],
    ['12345678901234.567', '12345678901234.567'],
    ['0.30000000000000004', '0.30000000000000004'],
    ['123456789012345.000000000000001', '123456789012345.000000000000001'],
    ['1e14', 100000000000000],
    ['1e-20', 1e-20],
    ['-1.2345678901234567e2', '-123.45678901234567'],
  ])('%s', (source, expected) => {
    expect(value(price, `{"price":${source}}`)).toEqual({ price: expected });
    expect(value(lines, `{"lines":[{"sku":"a","qty":1,"price":${source}}]}`)).toEqual({
      lines: [{ sku: 'a', qty: 1, price: expected }],
    });
  });
});

describe('numbers have limits', () => {
  const tooLong = 'must be a number of at most 15 digits before the decimal point and 30 digits in all (range)';
  const decimal = (source: string) => faults(price, `{"price":${source}}`);

  it.each([
    '1e15',
    '-1e15',
    '1000000000000000',
    '1000000000000000.00000000000000001',
    '98765432109876543210.5',
    '1e299',
    '1e400',
    '-1e400',
    '1e99999',
    '1e-30',
    '1e-300',
    '-1e-999',
    '1e-99999',
    '123456789012345.0000000000000001',
    `0.${'3'.repeat(900_000)}`,
    '9'.repeat(900_000),
  ])('%#: refuses %.40s', (source) => {
    expect(decimal(source)).toEqual([`price: ${tooLong}`]);
    expect(faults(amount, `{"amount":${source}}`)).toEqual([`amount: ${tooLong}`]);
    expect(faults(lines, `{"lines":[{"sku":"a","qty":1,"price":${source}}]}`)).toEqual([`lines[0].price: ${tooLong}`]);
  });

  it('takes everything up to them, with all its digits', () => {
    expect(value(price, '{"price":999999999999999}')).toEqual({ price: 999999999999999 });
    expect(value(price, '{"price":-999999999999999.999999999999999}')).toEqual({
      price: '-999999999999999.999999999999999',
    });
    expect(value(price, `{"price":0.${'0'.repeat(28)}1}`)).toEqual({ price: 1e-29 });
    expect(value(price, `{"price":12.5${'0'.repeat(1000)}}`)).toEqual({ price: 12.5 });
  });

  it('holds a number with many digits against its other bounds as well', () => {
    expect(value(amount, '{"amount":12345678901234.567}')).toEqual({ amount: '12345678901234.567' });
    expect(faults(amount, '{"amount":-12345678901234.567}')).toEqual([
      'amount: must be a number greater than 0 (range)',
    ]);
  });
});

describe('more faults than anyone reads', () => {
  const many = (length: number) => `{"lines":[${Array.from({ length }, () => '{"sku":"a"}').join()}]}`;

  it('reports the first thousand, and that there are others', () => {
    const outcome = check(lines, many(1_500));
    if (outcome.ok) throw new Error('accepted');
    expect(outcome.isComplete).toBe(false);
    expect(outcome.fields).toHaveLength(1_000);
    expect(outcome.fields.at(-1)).toEqual({ field: 'lines[999].qty', message: 'is required', rule: 'required' });
  });
  it('reports a thousand in full', () => {
    expect(check(lines, many(1_000))).toMatchObject({ ok: false, isComplete: true, fields: { length: 1_000 } });
  });
  it('checks no item after the last fault that is reported', () => {
    const checked: number[] = [];
    const picked = {
      schemaVersion: '1',
      lines: Array.from({ length: 5_000 }, (_none, index) => ({
        get sku() {
          checked.push(index);
          return undefined;
        },
        qty: 1,
      })),
    };
    const thing = endpoint(lines);
    const contract = { version: '1', endpoints: [thing], currencies };
    const { broken } = compileRules(contract, thing);
    expect(firstFaults(requestFaults({ contract, broken }, thing.request, picked))).toMatchObject({
      isComplete: false,
      fields: { length: 1_000 },
    });
    expect(Math.max(...checked)).toBe(1_000);
  });
});

describe('a list that is longer than allowed', () => {
  const short = { lines: { ...lines.lines, maxItems: 3 } } as const satisfies Fields;
  const many = (length: number) => `{"lines":[${Array.from({ length }, () => '{"sku":7}').join()}]}`;

  it('is one fault; its items are not checked', () => {
    expect(faults(short, many(4))).toEqual(['lines: must be a list with 1 to 3 items (items)']);
    expect(faults(short, many(100_000))).toEqual(['lines: must be a list with 1 to 3 items (items)']);
  });
  it('may have as many items as allowed', () => {
    expect(value(short, '{"lines":[{"sku":"a","qty":1},{"sku":"b","qty":1},{"sku":"c","qty":1}]}')).toMatchObject({
      lines: { length: 3 },
    });
    expect(faults(short, many(1))).toEqual([
      'lines[0].sku: must be text (type)',
      'lines[0].qty: is required (required)',
    ]);
  });
});
