/** Any expectation can be rewritten to any other one, in block and flow style, with its comments kept. */
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { type Document, isCollection, parse, parseDocument, visit } from 'yaml';
import { likeExpected } from '../../../../engine/tools/cases/compare.ts';
import { rewriteCases } from '../../../../src/workbench/testing/rewrite.ts';
import { documentOf } from '../../../../src/workbench/testing/yaml-text.ts';
import { seed } from '../../../support/seed.ts';

const scalar = fc.oneof(
  fc.constantFrom(
    '',
    'a',
    '1',
    'true',
    'null',
    '~',
    '- x',
    'a: b',
    '#c',
    '{x}',
    'x, y',
    "it's",
    '"q"',
    'two\nlines',
    ' lead',
    'é🔩',
    '2026-01-01',
    '50%_[x]\\',
  ),
  fc.integer({ min: -5, max: 5 }),
  fc.constantFrom(1.5, 0.1, null, true, false),
);
const { value: member } = fc.letrec<{ value: unknown }>((tie) => ({
  value: fc.oneof(
    { maxDepth: 4, withCrossShrink: true },
    scalar,
    fc.array(tie('value'), { maxLength: 4 }),
    fc.dictionary(fc.constantFrom('a', 'b', 'c', 'd'), tie('value'), { maxKeys: 4 }),
  ),
}));
const members = fc.dictionary(fc.constantFrom('hits', 'more', 'x'), member, { maxKeys: 3, minKeys: 1 });

/** A value as people might write it: some of its collections in brackets, some lines with a comment behind them. */
function written(value: unknown, choices: readonly boolean[]): string {
  const document: Document = documentOf({ response: value });
  let next = 0;
  const choose = (): boolean => choices[next++ % choices.length] === true;
  visit(document, {
    Collection: (_key, node) => {
      if (node !== document.contents && choose()) node.flow = true;
    },
    Pair: (_key, { value: node }) => {
      if (isCollection(node) && node.flow !== true && choose()) node.commentBefore = ' said above';
    },
  });
  return document
    .toString({ lineWidth: 0 })
    .trimEnd()
    .split('\n')
    .map((line) => `    ${line}\n`)
    .join('');
}

it('for any values', () => {
  fc.assert(
    fc.property(members, members, fc.array(fc.boolean(), { minLength: 1, maxLength: 12 }), (before, after, choices) => {
      const text = `# first\ncases:\n  - case: one\n${written(before, choices)}    # behind\n  - case: two # last\n`;
      const source = parse(text, { version: '1.2' });
      expect(source.cases[0].response).toEqual(before);
      const came = likeExpected(before, after, 'whole');
      const result = rewriteCases(text, [
        { index: 0, before: { key: 'response', value: before }, after: { key: 'response', value: came } },
      ]);
      const document = parseDocument(result, { version: '1.2' });
      expect(document.errors).toEqual([]);
      expect(document.toJS()).toEqual({ cases: [{ case: 'one', response: after }, { case: 'two' }] });
      expect(result.startsWith('# first\n')).toBe(true);
      expect(result.endsWith('    # behind\n  - case: two # last\n')).toBe(true);
    }),
    { seed, numRuns: 500 },
  );
});
