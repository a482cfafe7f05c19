/** The signature of the function whose arguments are written, and the argument at the cursor (§). */
import { expect, it } from 'vitest';
import { file, head, marked, serviceWith } from './service-here.ts';

/** The label with the active parameter in brackets. */
function signature(value: string): string | undefined {
  const parts = 'parts:\n  since: { with: [from, to], sql: "d BETWEEN {from} AND {to}" }\n';
  const { text, position } = marked(`${head.replace('parts:\n', parts)}endpoints:\n  /debtors/list:\n    ${value}\n`);
  const service = serviceWith();
  service.open(file, text);
  const shown = service.signature(file, position);
  if (shown === undefined) return undefined;
  const [start, end] = shown.parameters[shown.active] ?? [0, 0];
  return `${shown.label.slice(0, start)}[${shown.label.slice(start, end)}]${shown.label.slice(end)}`;
}

it.each([
  ['of a function of the database', 'query: SELECT replace(c.name, §) FROM c', 'replace(text, [from], to) → text'],
  ['in any case', 'query: SELECT REPLACE(§', 'replace([text], from, to) → text'],
  [
    'after commas in texts and parentheses',
    `query: SELECT replace(concat(a, ','), '(,', §`,
    'replace(text, from, [to]) → text',
  ],
  ['of the outer function in a group', 'query: SELECT replace(a, (b, §', 'replace(text, [from], to) → text'],
  ['with a repeated parameter', 'query: SELECT coalesce(a, b, c, §', 'coalesce(value, [...]) → value'],
  ['of a part', 'query: SELECT 1 FROM c WHERE {since(:a, §', 'since(from, [to])'],
  ['of an expression', 'fields: { name: "$substring(name, §" }', '$substring(text, [start], length?) → text'],
  ['in braces', `get: "/customers/{{ $pad(no, §) }}"`, '$pad(text, [width], character?) → text'],
])('%s', (_what, value, expected) => {
  expect(signature(value)).toBe(expected);
});

it.each([
  ['behind a call', 'query: SELECT replace(a, b, c)§'],
  ['in a list of values', 'query: SELECT 1 FROM c WHERE a IN (1, §'],
  ['in plain texts', 'get: /customers(§'],
])('there is none %s', (_what, value) => {
  expect(signature(value)).toBeUndefined();
});
