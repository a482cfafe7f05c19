/** Which regular expressions can run away, and that those which are reported do: the times are measured with texts that do not match. */
import { describe, expect, it } from 'vitest';
import { canRunAway } from '../../../engine/transform/index.ts';

/** Patterns with a text of growing length that each of them fails on slowly. */
const risky: readonly (readonly [string, (length: number) => string])[] = [
  ['^(a+)+$', (length) => `${'a'.repeat(length)}!`],
  [String.raw`^(\w+\s?)+$`, (length) => `${'a'.repeat(length)}!`],
  ['^(a|a)*$', (length) => `${'a'.repeat(length)}!`],
  [String.raw`^(\w|\d)*$`, (length) => `${'1'.repeat(length)}!`],
  ['^(?:(?:a+))*$', (length) => `${'a'.repeat(length)}!`],
  ['^([a-z]+-?)*$', (length) => `${'a'.repeat(length)}!`],
  ['^(.*,)*$', (length) => `${','.repeat(length)}!`],
  [String.raw`^INV-(\d+\d*)+$`, (length) => `INV-${'1'.repeat(length)}!`],
];

const harmless: readonly string[] = [
  String.raw`\w+(\s\w+)*`,
  String.raw`(\d{4})+`,
  String.raw`^(?:\d{3}-)?\d+$`,
  '[A-Z]{2}',
  '(ab?)*',
  String.raw`^(\d+\.)*\d+$`,
  '([^,]+,)*',
  String.raw`(?:\p{L}|\d)+`,
  String.raw`^[A-Z]{2}\d+(?:/\d+)*$`,
  String.raw`\s*CorrelationId:.*$`,
  '(?=a+)b+',
  '[(a+)+]',
  String.raw`\(a+\)+`,
  '(a+){3}',
];

describe('patterns that can run away', () => {
  it.each(risky)('%s', (pattern, textOf) => {
    expect(canRunAway(pattern)).toBe(true);
    const expression = new RegExp(pattern, 'u');
    const timeOf = (length: number): number => {
      const times = [1, 2, 3, 4, 5].map(() => {
        const start = performance.now();
        expression.test(textOf(length));
        return performance.now() - start;
      });
      return Math.min(...times);
    };
    timeOf(8);
    // Eight characters more take many times as long, whatever the machine.
    expect(timeOf(22)).toBeGreaterThan(8 * timeOf(14));
  });
});

describe('patterns that cannot', () => {
  it.each(harmless)('%s', (pattern) => {
    expect(canRunAway(pattern)).toBe(false);
  });
});
