import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { decodeId, joinParts, splitParts } from '../../../engine/plan/ids.ts';
import { seed } from '../../support/seed.ts';

/** Texts that are rich in what has a meaning in a joined id. */
const awkward = fc.oneof(
  fc.string({ unit: fc.constantFrom(':', '%', '3', 'A', '2', '5', 'a', 'é', '') }),
  fc.string({ unit: 'grapheme' }),
);

describe('ids of several parts', () => {
  it('come apart as they were joined', () => {
    fc.assert(
      fc.property(fc.array(awkward, { minLength: 1, maxLength: 5 }), (parts) => {
        expect(splitParts(joinParts(parts), parts.length)).toEqual(parts);
      }),
      { seed, numRuns: 2_000 },
    );
  });

  it('differ when their parts do', () => {
    const pair = fc.tuple(awkward, awkward);
    fc.assert(
      fc.property(pair, pair, (a, b) => {
        expect(joinParts(a) === joinParts(b)).toBe(a[0] === b[0] && a[1] === b[1]);
      }),
      { seed, numRuns: 2_000 },
    );
  });

  it('have one spelling: what nothing joins to is no id', () => {
    expect(splitParts('a%3ab:c', 2)).toBeUndefined();
    expect(splitParts('a%41:c', 2)).toBeUndefined();
    expect(splitParts('a%:c', 2)).toBeUndefined();
    expect(splitParts('a:b', 3)).toBeUndefined();
    expect(splitParts('a:b:c', 2)).toBeUndefined();
    expect(splitParts('', 1)).toEqual(['']);
  });
});

describe('decodeId', () => {
  it.each([
    ['0', 0],
    ['-17', -17],
    ['9007199254740991', 9_007_199_254_740_991],
    ['9007199254740992', 9_007_199_254_740_992n],
    ['9223372036854775807', 9_223_372_036_854_775_807n],
    ['-9223372036854775808', -9_223_372_036_854_775_808n],
    // A column without a sign.
    ['18446744073709551615', 18_446_744_073_709_551_615n],
  ])('%s is a whole number', (text, value) => {
    expect(decodeId('id', text, { kind: 'integer' })).toEqual({ id: value });
  });

  it.each([
    '',
    '-',
    '-0',
    '00',
    '012',
    '1e1',
    '1.0',
    '+1',
    ' 1',
    '1 ',
    '0x1',
    '１',
    '18446744073709551616',
    '-9223372036854775809',
  ])('%j is none that this ERP can have', (text) => {
    expect(decodeId('id', text, { kind: 'integer' })).toBeUndefined();
  });

  it('takes any text for a text', () => {
    expect(decodeId('id', '012:%', { kind: 'text' })).toEqual({ id: '012:%' });
  });

  it('gives each part under its name, in its type', () => {
    const form = {
      kind: 'parts',
      parts: [
        ['no', 'integer'],
        ['code', 'text'],
      ],
    } as const;
    expect(decodeId('id', '7:A%3A%25', form)).toEqual({ 'id.no': 7, 'id.code': 'A:%' });
    expect(decodeId('id', '07:A', form)).toBeUndefined();
    expect(decodeId('id', '7', form)).toBeUndefined();
  });
});
