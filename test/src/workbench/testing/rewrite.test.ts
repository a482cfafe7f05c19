/** Rewritten expectations of cases: the changed values, and that everything else is unchanged. */
import { expect, it } from 'vitest';
import { alignAnswers, ExactNumber, loadCases } from '../../../../engine/tools/index.ts';
import { contract } from '../../../../src/contract/index.ts';
import { rewriteCases } from '../../../../src/workbench/testing/rewrite.ts';

const head = `# A comment above.
now: 2026-08-25T10:00:00Z   # the clock
cases:
  - case: the one before   # stays
    call: /credit/customer
    request: { customerErpId: K1,   }
    response: { creditLimit: 1.50, creditUsed: null, currency: EUR }

  - case: the one
    call: /catalog/customers/search
`;
const tail = `
  - case: the last
    call: /credit/customer
    error: { status: 422 }
`;

const answer = (...hits: readonly object[]): string => JSON.stringify({ schemaVersion: '1', hits });
const anna = { erpId: '1', erpName: 'Anna', city: 'Ulm' };

/** The lines of the middle case after it was told what came. */
function rewritten(lines: string, json: string): string {
  const text = `${head}${lines}${tail}`;
  const { loaded, diagnostics } = loadCases(text, 'a.yaml', contract, { sources: [] });
  expect(diagnostics).toEqual([]);
  const one = loaded?.cases[1];
  if (one === undefined) throw new Error('no case');
  const { expected, actual } = alignAnswers(one, { ok: true, json });
  const result = rewriteCases(text, [{ index: 1, before: expected, after: actual }]);
  expect(result.startsWith(head)).toBe(true);
  expect(result.endsWith(tail)).toBe(true);
  return result.slice(head.length, -tail.length);
}

it.for<[string, string, string, string]>([
  [
    'a value within brackets',
    `    response: { hits: [{ erpId: "1",  erpName: Anna, city: Bonn }] } # why\n`,
    answer(anna),
    `    response: { hits: [{ erpId: "1",  erpName: Anna, city: Ulm }] } # why\n`,
  ],
  [
    'a value in a block, with its comment',
    `    response:\n      hits:\n        # the first\n        - erpId: "1"\n          erpName: Anna   # a name\n          city: 'Bonn'   # a town\n`,
    answer(anna),
    `    response:\n      hits:\n        # the first\n        - erpId: "1"\n          erpName: Anna   # a name\n          city: Ulm   # a town\n`,
  ],
  [
    'a text that needs quotes',
    `    response: { hits: [{ erpId: "1", erpName: Anna, city: Ulm }] }\n`,
    answer({ erpId: '007', erpName: 'Anna, {Ulm}: #1', city: 'true' }),
    `    response: { hits: [{ erpId: "007", erpName: "Anna, {Ulm}: #1", city: "true" }] }\n`,
  ],
  [
    'a member that is gone, and the rest of its list',
    `    response:\n      hits:\n        # the first\n        - { erpId: "1", erpName: Anna, city: Ulm }\n        # the second\n        - { erpId: "2", erpName: Hanna, city: Ulm }\n`,
    answer(anna, { erpId: '2', erpName: 'Hanna' }),
    `    response:\n      hits:\n        # the first\n        - { erpId: "1", erpName: Anna, city: Ulm }\n        # the second\n        - { erpId: "2", erpName: Hanna }\n`,
  ],
  [
    'an item more of a block',
    `    response:\n      hits:\n        # the first\n        - { erpId: "1", erpName: Anna, city: Ulm }   # Anna\n`,
    answer(anna, { erpId: '2', erpName: 'Hanna' }),
    `    response:\n      hits:\n        # the first\n        - { erpId: "1", erpName: Anna, city: Ulm } # Anna\n        - { erpId: "2", erpName: Hanna }\n`,
  ],
  [
    'an item less, before a comment at the end of a block',
    `    response:\n      hits:\n        - { erpId: "1", erpName: Anna, city: Ulm }\n        - { erpId: "2", erpName: Hanna, city: Ulm }\n        # no more\n`,
    answer(anna),
    `    response:\n      hits:\n        - { erpId: "1", erpName: Anna, city: Ulm }\n        # no more\n`,
  ],
  [
    'no item any more',
    `    response:\n      hits:\n        - { erpId: "1", erpName: Anna, city: Ulm }\n`,
    answer(),
    `    response:\n      hits:\n        []\n`,
  ],
  [
    'an item of an empty list',
    `    response: { hits: [] }\n`,
    answer(anna),
    `    response: { hits: [ { erpId: "1", erpName: Anna, city: Ulm } ] }\n`,
  ],
  [
    'many items of an empty list become a block',
    `    response:\n      hits: []   # none\n`,
    answer(anna, anna, anna, anna),
    `    response:\n      hits:${`\n        - erpId: "1"\n          erpName: Anna\n          city: Ulm`.repeat(4)}   # none\n`,
  ],
  [
    'a part keeps to what it names',
    `    part: { hits: [{ city: Bonn }] }\n`,
    answer(anna, { erpId: '2', erpName: 'Hanna' }),
    `    part: { hits: [{ city: Ulm }] }\n`,
  ],
  [
    'a refusal that has become an answer',
    `    error: { status: 422, fields: { query: unknown } }\n`,
    answer(anna),
    `    response:\n      hits:\n        - erpId: "1"\n          erpName: Anna\n          city: Ulm\n`,
  ],
])('%s', ([, lines, json, expected]) => {
  expect(rewritten(lines, json)).toBe(expected);
});

/** Cases in brackets, as `cases: [{ case: ..., response: ... }]`. */
const flowCase = (rest: string): string => `cases:
  - { case: the first, call: /credit/customer, error: { status: 404 } }
  - { case: the one, call: /catalog/customers/search, ${rest} }
`;

it.for<[string, string, string, string]>([
  [
    'an answer',
    'response: { hits: [] }',
    answer(anna),
    'response: { hits: [ { erpId: "1", erpName: Anna, city: Ulm } ] }',
  ],
  [
    'a long answer stays on its line',
    'response: {}',
    answer(anna, anna, anna, anna),
    `response: { hits: [ ${Array(4).fill('{ erpId: "1", erpName: Anna, city: Ulm }').join(', ')} ] }`,
  ],
  [
    'a refusal that has become an answer',
    'error: { status: 422 }',
    answer(anna),
    'response: { hits: [ { erpId: "1", erpName: Anna, city: Ulm } ] }',
  ],
  [
    'a key without a value',
    'part: { hits }',
    answer(anna),
    'part: { hits: [ { erpId: "1", erpName: Anna, city: Ulm } ] }',
  ],
])('a case in brackets: %s', ([, rest, json, expected]) => {
  const text = flowCase(rest);
  const { loaded, diagnostics } = loadCases(text, 'a.yaml', contract, { sources: [] });
  expect(diagnostics).toEqual([]);
  const one = loaded?.cases[1];
  if (one === undefined) throw new Error('no case');
  const aligned = alignAnswers(one, { ok: true, json });
  const result = rewriteCases(text, [{ index: 1, before: aligned.expected, after: aligned.actual }]);
  expect(result).toBe(flowCase(expected));
  expect(loadCases(result, 'a.yaml', contract, { sources: [] }).diagnostics).toEqual([]);
});

it('numbers keep their digits, and equal ones their notation', () => {
  const text = `${head}    response: { hits: [] }\n${tail}`;
  const { loaded } = loadCases(text, 'a.yaml', contract, { sources: [] });
  const one = loaded?.cases[0];
  if (one === undefined) throw new Error('no case');
  const json = '{"schemaVersion":"1","creditLimit":1.5,"creditUsed":9007199254740993.25,"currency":"EUR"}';
  const { expected, actual } = alignAnswers(one, { ok: true, json });
  expect(actual.value).toEqual({
    creditLimit: new ExactNumber('1.50'),
    creditUsed: new ExactNumber('9007199254740993.25'),
    currency: 'EUR',
  });
  expect(rewriteCases(text, [{ index: 0, before: expected, after: actual }])).toBe(
    text.replace('creditUsed: null', 'creditUsed: 9007199254740993.25'),
  );
});

it('several cases of a file, behind a byte order mark', () => {
  const text = `\ufeff${head}    response: { hits: [] }\n${tail}`;
  const before = (value: unknown) => ({ key: 'response', value }) as const;
  const result = rewriteCases(text, [
    { index: 0, before: before({ currency: 'EUR' }), after: before({ currency: 'GBP' }) },
    { index: 2, before: { key: 'error', value: { status: 422 } }, after: { key: 'error', value: { status: 404 } } },
  ]);
  expect(result).toBe(text.replace('currency: EUR', 'currency: GBP').replace('status: 422', 'status: 404'));
});
