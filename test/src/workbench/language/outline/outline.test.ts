/** Symbols and folding of a profile. */
import { expect, it } from 'vitest';
import { foldingsOf, symbolsOf } from '../../../../../src/workbench/language/outline/outline.ts';

const text = `# A shop
profile: shop # its name
sources:
    erp: { sql: sqlite }
endpoints:
    /debtors/list: # all of them
        query: |
            SELECT 1
            FROM x
        order: [a,   b]
`;

it('the symbols are the sections, their entries and the keys of endpoints', () => {
  const all = symbolsOf(text);
  expect(all.map(({ name, kind }) => [name, kind])).toEqual([
    ['profile', 'section'],
    ['sources', 'section'],
    ['endpoints', 'section'],
  ]);
  const [endpoint] = all[2]?.children ?? [];
  expect([endpoint?.name, endpoint?.kind, endpoint?.children.map(({ name }) => name)]).toEqual([
    '/debtors/list',
    'endpoint',
    ['query', 'order'],
  ]);
  expect(endpoint?.nameRange).toEqual({ start: { line: 5, character: 4 }, end: { line: 5, character: 17 } });
});

it('what has several lines can be folded', () => {
  expect(foldingsOf(text)).toEqual([
    { start: 2, end: 3 },
    { start: 4, end: 9 },
    { start: 5, end: 9 },
    { start: 6, end: 8 },
  ]);
});

it('a text that is no YAML has no structure', () => {
  expect([symbolsOf('a: [1'), foldingsOf('a: [1')]).toEqual([[], []]);
});
