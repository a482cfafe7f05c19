/** Regular expressions in linear time find what JavaScript's own engine finds. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { compileExpression } from '../../../../engine/transform/expression.ts';
import { LinearRegExp, searchKind } from '../../../../engine/transform/regex/linear-regexp.ts';
import { TooManySteps } from '../../../../engine/transform/regex/steps.ts';
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
  '\\1',
  '\\8',
  '\\c',
  '\\k',
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
        tie('pattern').map((inner) => `(?<n>${inner})`),
        fc.tuple(fc.constantFrom('=', '!', '<=', '<!'), tie('pattern')).map(([look, inner]) => `(?${look}${inner})`),
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

interface RegexMatch {
  readonly match: string;
  readonly start: number;
  readonly end: number;
  readonly groups: readonly (string | undefined)[];
}

function firstMatch(pattern: RegExp, text: string, from: number): RegexMatch | undefined {
  const globalPattern = new RegExp(pattern.source, `${pattern.flags}g`);
  globalPattern.lastIndex = from;
  const match = globalPattern.exec(text);
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
  it('finds the same matches and groups as the engine of JavaScript', { timeout: 300_000 }, () => {
    const compared = { linear: 0, bounded: 0, refused: 0, ended: 0 };
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
        compared[linear.how.kind] += 1;
        if (linear.how.kind === 'refused') return;
        const expected = firstMatch(pattern, text, from);
        // V8 finds an empty match inside a pair; ECMAScript (22.2.7.2) goes on by whole characters with the flag u.
        if (expected !== undefined && pattern.unicode && /[\udc00-\udfff]/.test(text.charAt(expected.start))) return;
        try {
          expect(linear.exec(text, from)).toStrictEqual(expected);
        } catch (error) {
          // Repetitions inside each other, such as ((?:a*)?([^a]+)+)*, take more steps than are allowed for a short text too.
          if (linear.how.kind !== 'bounded' || !(error instanceof TooManySteps)) throw error;
          compared.ended += 1;
        }
      },
    );
    const runs = byDepth({ sample: 4_000, deep: 40_000, all: 200_000 });
    fc.assert(property, { seed, numRuns: runs });
    expect(compared.linear).toBeGreaterThan(runs / 20);
    expect(compared.bounded).toBeGreaterThan(runs / 40);
    expect(compared.refused).toBeLessThan(runs / 10);
    expect(compared.ended).toBeLessThan(runs / 1_000);
  });

  it.each(['^(?:(a)|b)*$', '^(?:(a)|b(?=b|$))*$'])('/%s/ forgets the groups of the round before', (pattern) => {
    expect(new LinearRegExp(new RegExp(pattern)).exec('ab', 0)).toMatchObject({ match: 'ab', groups: [undefined] });
  });

  it.each(['(a+\\8)+', '(\\c)+', '(\\ka)+', '(a)\\2*'])(
    '/%s/ is searched for without a group of that number or name',
    (pattern) => {
      for (const text of ['aa8a8', '\\c', 'kaka', 'a\u0002\u0002']) {
        const linear = new LinearRegExp(new RegExp(pattern));
        expect(linear.how).toEqual({ kind: 'linear' });
        expect(linear.exec(text, 0)).toStrictEqual(firstMatch(new RegExp(pattern), text, 0));
      }
    },
  );

  it.each(['^(a+)+$', '(a|aa)+$', '(\\w+\\s?)+!', '\\s+$', '(.*)(.*)(.*)(.*)x'])(
    '/%s/ takes linear time',
    (pattern) => {
      expect(searchKind(pattern)?.kind).toBe('linear');
      const text = `${'a '.repeat(50)}${'a'.repeat(5_000)}${' '.repeat(5_000)}-`;
      // The search would end with an error if it took more steps than it may: they are a multiple of the length.
      for (const flags of ['', 'u']) new LinearRegExp(new RegExp(pattern, flags)).exec(text, 0);
    },
  );

  it.each([
    ['a(?=b)', 'looks ahead or behind'],
    ['(?<!a)b', 'looks ahead or behind'],
    ['(a)\\1', 'refers back to a group'],
    ['(a*)*', 'repeats a part that can be empty'],
  ])('/%s/ cannot be searched in linear time: it %s', (pattern, reason) => {
    expect(searchKind(pattern)).toEqual({ kind: 'bounded', reason });
  });

  it.each([
    ['(a{1000}){1000}', 'repeats too often'],
    ['(?i:a)b', 'changes flags inside'],
    ['(?<n>(?<n>a)|b)', 'is not valid: Duplicate capture group name'],
  ])('/%s/ is refused: it %s', (pattern, reason) => {
    expect(searchKind(pattern)).toEqual({ kind: 'refused', reason });
    expect(() => new LinearRegExp(new RegExp(pattern)).exec('ab', 0)).toThrow(reason);
  });

  it.each(['(?=(a+)+$)b', '(a*)*$.', '(a+)+\\1$', '(?:a|a(?=a))+$', '(?<=^(?:a+)+b)c'])(
    '/%s/ ends with an error after a number of steps',
    (pattern) => {
      // JavaScript would try 2^60 ways.
      const text = `!${'a'.repeat(60)}bc${'a'.repeat(60)}!`;
      expect(() => new LinearRegExp(new RegExp(pattern)).exec(text, 0)).toThrow('too many steps');
    },
  );

  it('counts the steps of all searches in a text together', () => {
    // Each match is found at once, but only the end of the text shows that its longer form does not match: 100,000 searches of up to 100,000 characters.
    const text = 'a'.repeat(100_000);
    const compiled = compileExpression('$count($match(text, /a(.*z)?/))');
    return expect(compiled.ok && compiled.expression.evaluate({ text }, {})).rejects.toThrow('too many steps');
  });

  it('takes linear time also in an expression that the interpreter evaluates', async () => {
    const compiled = compileExpression('$contains(?, /^(a+)+$/)(text)');
    expect(compiled.ok && compiled.expression.interpreted).toBe('a partial application');
    const text = `${'a'.repeat(100_000)}!`;
    expect(compiled.ok && (await compiled.expression.evaluate({ text }, {}))).toBe(false);
  });
});
