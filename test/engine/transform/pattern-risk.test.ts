/** Which regular expressions can run away: the time of a backtracking engine grows exponentially with the length of a text that does not match. */
import { describe, expect, it } from 'vitest';
import { canRunAway } from '../../../engine/transform/index.ts';

/** In each one a repeated group can match the same text in several ways. */
const risky: readonly string[] = [
  '^(a+)+$',
  String.raw`^(\w+\s?)+$`,
  '^(a|a)*$',
  String.raw`^(\w|\d)*$`,
  '^(?:(?:a+))*$',
  '^([a-z]+-?)*$',
  '^(.*,)*$',
  String.raw`^INV-(\d+\d*)+$`,
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
  it.each(risky)('%s', (pattern) => {
    expect(canRunAway(pattern)).toBe(true);
  });
});

describe('patterns that cannot', () => {
  it.each(harmless)('%s', (pattern) => {
    expect(canRunAway(pattern)).toBe(false);
  });
});
