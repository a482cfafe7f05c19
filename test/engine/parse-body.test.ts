import Big from 'big.js';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { ExactNumber } from '../../engine/base/exact-number.ts';
import { parseBody } from '../../engine/shape/request.ts';
import { seed } from '../support/seed.ts';

describe('parseBody', () => {
  it.each(['', ' ', '{', '{"a":}', 'undefined', '01', '{"a":1,}', "{'a':1}", '1234567890123456789,', 'NaN'])(
    '%j is no JSON',
    (json) => {
      expect(parseBody(json)).toEqual({ ok: false, why: 'invalid' });
    },
  );
  it('gives what JSON.parse gives where no digits are lost', () => {
    const json = '{"a":[1,2.5,"12345678901234567890",null,{"__proto__":1}],"b":-1e-7,"c":1e100}';
    expect(parseBody(json)).toEqual({ ok: true, body: JSON.parse(json) });
  });
  it('keeps all digits of numbers, and does not change texts with digits', () => {
    const texts = fc.oneof(
      fc.string(),
      fc.constantFrom(
        'W/"JzE5OzE4NDc2NTE123',
        '\\\\',
        'a "quoted" \\',
        ': 12345678901234567890',
        ',[1234567890123456.5,',
        '\u0001',
        '\u000112',
      ),
    );
    const digits = fc.stringMatching(/^-?(?:0|[1-9]\d{0,19})(?:\.\d{1,19})?(?:[eE][+-]?\d{1,3})?$/);
    const { value: documents } = fc.letrec<{ value: string }>((tie) => ({
      value: fc.oneof(
        { depthSize: 'small', withCrossShrink: true },
        digits,
        texts.map((text) => JSON.stringify(text)),
        fc.constantFrom('null', 'true', ' 71.12000000000001', '0.1000000000000000055511151231257827 '),
        fc.array(tie('value'), { maxLength: 4 }).map((items) => `[${items.join(' , ')}]`),
        fc
          .dictionary(fc.oneof(texts, fc.constant('__proto__')), tie('value'), { maxKeys: 4 })
          .map((map) => `{${Object.entries(map).map(([name, item]) => `${JSON.stringify(name)}:${item}`)}}`),
      ),
    }));
    fc.assert(
      fc.property(documents, (json) => {
        expect(parseBody(json)).toStrictEqual({ ok: true, body: JSON.parse(json, exact) });
      }),
      { seed, numRuns: 2_000 },
    );
  });

  it.each([
    ['[1.2345678901234567e1,12345678901234567]', ['1.2345678901234567e1', '12345678901234567']],
    ['{"a":{"b":[0.30000000000000004]},"c":1e-400}', ['0.30000000000000004', '1e-400']],
    ['-98765432109876543210.5', ['-98765432109876543210.5']],
    ['{"__proto__":98765432109876543210}', ['98765432109876543210']],
    [`[1${'0'.repeat(200_000)}1]`, [`1${'0'.repeat(200_000)}1`]],
  ])('%.60s keeps all digits of its long numbers', (json, numbers) => {
    const exact: string[] = [];
    const walk = (value: unknown): void => {
      if (value instanceof ExactNumber) exact.push(value.text);
      else if (typeof value === 'object' && value !== null) for (const item of Object.values(value)) walk(item);
    };
    const parsed = parseBody(json);
    walk(parsed.ok ? parsed.body : undefined);
    expect(exact).toEqual(numbers);
  });

  it.each([
    '{1.2345678901234567:1}',
    '{12345678901234567 :1}',
    '[01234567890123456789]',
    '[12345678901234567.]',
    '[-.12345678901234567]',
    '["a"12345678901234567]',
    '[12345678901234567"a"]',
    '[+12345678901234567]',
    '[1e12345678901234567e1]',
  ])('%s is no JSON, although JSON.parse never sees the number', (json) => {
    expect(() => JSON.parse(json)).toThrow();
    expect(parseBody(json)).toEqual({ ok: false, why: 'invalid' });
  });
});

describe('limits', () => {
  const limits = { depth: 3, values: 10 };
  const nested = (depth: number) => `${'['.repeat(depth)}1234567890123456789${']'.repeat(depth)}`;

  it.each([
    [nested(3), true],
    [nested(4), 'too deep'],
    ['[{},{"a":[1]}]', true],
    ['[{"a":{"b":[]}}]', 'too deep'],
    ['[1,2,3,4,5,6,7,8,9,10]', true],
    ['[1,2,3,4,5,6,7,8,9,10,11]', 'too many values'],
    ['[{},{},{},{},{}]', true],
    ['[{},{},{},{},{},{}]', 'too many values'],
    ['{"a":",,,,,,,,,,,,[[[[[[[[\\",","b":"\\\\"}', true],
  ])('%s: %s', (json, result) => {
    const parsed = parseBody(json, limits);
    expect(parsed.ok || parsed.why).toBe(result);
  });

  it.each(['[', '{"a":'])('200,000 times %s is too deep without any limit of the caller', (open) => {
    expect(parseBody(open.repeat(200_000))).toEqual({ ok: false, why: 'too deep' });
  });
});

/** A reviver: a number with more than 15 significant digits, or out of the range of doubles, keeps its text. */
function exact(_name: string, value: unknown, context?: { readonly source?: string }): unknown {
  if (typeof value !== 'number' || context?.source === undefined) return value;
  const { c } = new Big(context.source);
  return c.length > 15 || (value === 0 && c[0] !== 0) ? new ExactNumber(context.source) : value;
}
