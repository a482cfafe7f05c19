/** Regular expressions in linear time find what JavaScript's own engine finds. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { compileExpression, LinearRegExp, notLinear } from '../../../../engine/transform/index.ts';
import { byDepth } from '../../../support/depth.ts';
import { seed } from '../../../support/seed.ts';

const pieces = [
  'a',
  'b',
  'k',
  'ſ',
  '.',
  '\\d',
  '\\w',
  '\\s',
  '\\W',
  '[ab]',
  '[^a]',
  '[a-c\\]]',
  '\\.',
  '\\n',
  '\\u0061',
  '\\x62',
  '-',
  'ß',
  '😀',
  '\\b',
  '^',
  '$',
  '\\B',
  '{',
  '\\/',
];

/** With the flag u. */
const points = ['\\p{L}', '\\P{L}', '[\\p{L}-]', '\\u{1f600}', '\\ud83d\\ude00', '[^a😀]', '[\\u{1f600}b]'];

const patterns: fc.Arbitrary<string> = fc.letrec<{ pattern: string; item: string }>((tie) => ({
  pattern: fc
    .array(
      fc.array(tie('item'), { minLength: 1, maxLength: 3 }).map((items) => items.join('')),
      { minLength: 1, maxLength: 2 },
    )
    .map((all) => all.join('|')),
  item: fc
    .tuple(
      fc.oneof(
        { maxDepth: 2, depthSize: 'small' },
        fc.constantFrom(...pieces, ...points),
        tie('pattern').map((inner) => `(${inner})`),
        tie('pattern').map((inner) => `(?:${inner})`),
      ),
      fc.constantFrom('', '', '', '*', '+', '?', '{2}', '{1,2}', '{1,}', '*?', '+?', '??'),
    )
    .map((parts) => parts.join('')),
})).pattern;

const texts = fc
  .array(fc.constantFrom('a', 'b', 'A', 'k', 'K', '1', ' ', '\n', '\r', '.', 'ß', 'é', '😀', 'c', '-', '_'), {
    maxLength: 12,
  })
  .map((all) => all.join(''));

function found(pattern: RegExp, text: string, from: number): unknown {
  const own = new RegExp(pattern.source, `${pattern.flags}g`);
  own.lastIndex = from;
  const match = own.exec(text);
  if (match === null) return undefined;
  const [whole, ...groups] = match;
  return { match: whole, start: match.index, end: match.index + whole.length, groups };
}

const valid = (source: string, flags: string): RegExp | undefined => {
  try {
    return new RegExp(source, flags);
  } catch {
    return undefined;
  }
};

describe('a regular expression', () => {
  it('finds the same matches and groups as the engine of JavaScript', () => {
    let compared = 0;
    const property = fc.property(
      patterns,
      fc.constantFrom('', 'i', 'm', 'im', 'u', 'iu'),
      texts,
      fc.nat(3),
      (source, flags, text, from) => {
        const pattern = valid(source, flags);
        if (pattern === undefined || from > text.length) return;
        // The position is between two characters.
        if (pattern.unicode && /[\udc00-\udfff]/.test(text.charAt(from))) return;
        const linear = new LinearRegExp(pattern);
        if (linear.notLinear !== undefined) return;
        compared += 1;
        expect(linear.exec(text, from)).toStrictEqual(found(pattern, text, from));
      },
    );
    const runs = byDepth({ sample: 4_000, all: 200_000 });
    fc.assert(property, { seed, numRuns: runs });
    expect(compared).toBeGreaterThan(runs / 10);
  });

  it.each(['^(a+)+$', '(a|aa)+$', '(\\w+\\s?)+!', '\\s+$', '(.*)(.*)(.*)(.*)x'])(
    '/%s/ takes linear time',
    (pattern) => {
      expect(notLinear(pattern)).toBeUndefined();
      const text = `${'a '.repeat(50)}${'a'.repeat(5_000)}${' '.repeat(5_000)}-`;
      const begin = performance.now();
      for (const flags of ['', 'u']) new LinearRegExp(new RegExp(pattern, flags)).exec(text, 0);
      expect(performance.now() - begin).toBeLessThan(2_000);
    },
  );

  it.each([
    ['a(?=b)', 'looks ahead or behind'],
    ['(?<!a)b', 'looks ahead or behind'],
    ['(a)\\1', 'refers back to a group'],
    ['(a*)*', 'repeats a part that can be empty'],
    ['(a{1000}){1000}', 'repeats too often'],
  ])('/%s/ cannot be searched in linear time: it %s', (pattern, reason) => {
    expect(notLinear(pattern)).toBe(reason);
  });

  it('takes linear time also in an expression that the interpreter evaluates', async () => {
    const compiled = compileExpression('$contains(?, /^(a+)+$/)(text)');
    expect(compiled.ok && compiled.expression.interpreted).toBe('a partial application');
    const text = `${'a'.repeat(100_000)}!`;
    expect(compiled.ok && (await compiled.expression.evaluate({ text }, {}))).toBe(false);
  });
});
