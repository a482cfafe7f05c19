/** A text that is not valid YAML: the entries with an error are left out, and all others are read. */
import { describe, expect, it } from 'vitest';
import { parsePartially } from '../../../engine/profile/yaml/parse-partial.ts';

const lines = [
  'profile: acme', // 1
  'settings:', // 2
  '  file: { env: FILE }', // 3
  'sources:', // 4
  '  erp:', // 5
  '    sql: sqlite', // 6
  '    connection: { file: "${file}" }', // 7
  '  crm:', // 8
  '    http: "https://crm.example"', // 9
  '    timeout: 5s', // 10
  'endpoints:', // 11
  '  /a:', // 12
  '    query: SELECT 1 AS a', // 13
  '    where: a > 0', // 14
  '  /b:', // 15
  '    query: |', // 16
  '      SELECT 2 AS b', // 17
  '  /c:', // 18
  '    query: "SELECT 3 AS c"', // 19
];

/** The whole value, without the entries at these paths. */
function valueWithout(...paths: readonly string[]): unknown {
  const sections = {
    settings: { file: { env: 'FILE' } },
    sources: {
      erp: { sql: 'sqlite', connection: { file: '${file}' } },
      crm: { http: 'https://crm.example', timeout: '5s' },
    },
    endpoints: {
      '/a': { query: 'SELECT 1 AS a', where: 'a > 0' },
      '/b': { query: expect.stringMatching(/^SELECT 2 AS b\s*$/) },
      '/c': { query: 'SELECT 3 AS c' },
    },
  };
  const rest = Object.entries(sections).map(([section, entries]) => {
    const kept = Object.entries(entries).filter(([name]) => !paths.includes(`${section} ${name}`));
    return [section, kept.length === 0 ? null : Object.fromEntries(kept)];
  });
  return { profile: 'acme', ...Object.fromEntries(rest) };
}

/** Replaces one line, counted from 1. */
function parseWith(line: number, text: string) {
  const { document, diagnostics, unread } = parsePartially(lines.with(line - 1, text).join('\n'), 'acme.yaml');
  return {
    value: document?.value,
    unread: unread.map((path) => path.join(' ')),
    errors: diagnostics.map(({ code, place }) => `${code} ${place?.line}`),
  };
}

describe('a text with a fault in one entry', () => {
  it.each([
    ['a quote that is not closed', 9, '    http: "https://crm.example', 'sources crm', 'YAML101 9'],
    ['a quote that is not closed, before other quotes', 13, "    query: 'SELECT 1", 'endpoints /a', 'YAML101 13'],
    ['a bracket that is not closed', 7, '    connection: { file: "${file}"', 'sources erp', 'YAML101 7'],
    ['a bracket that is closed twice', 3, '  file: { env: FILE } }', 'settings file', 'YAML101 3'],
    ['a tab', 14, '\twhere: a > 0', 'endpoints /a', 'YAML102 14'],
    ['a key that is being typed', 15, '  /b', 'endpoints /b', 'YAML101 15'],
    ['the first key with less indentation', 12, ' /a:', 'endpoints /a', 'YAML101 12'],
    ['the first key with more indentation', 12, '   /a:', 'endpoints /a', 'YAML101 12'],
    ['a key without indentation', 15, '/b:', 'endpoints /b', 'YAML101 15'],
    ['a key as the item of a list', 15, '  - /b:', 'endpoints /b', 'YAML101 15'],
  ])('reads the others: %s', (_what, line, text, faulty, error) => {
    expect(parseWith(line, text)).toEqual({ value: valueWithout(faulty), unread: [faulty], errors: [error] });
  });

  it('does not read an entry without one of its lines, which has no indentation', () => {
    expect(parseWith(14, 'where: a > 0')).toEqual({
      ...{ value: valueWithout('endpoints /a'), unread: ['endpoints /a'], errors: ['YAML101 14'] },
    });
  });

  it('does not read an entry with a line that may begin the next one', () => {
    const both = ['endpoints /a', 'endpoints /b'];
    expect(parseWith(15, '   /b:')).toMatchObject({ value: valueWithout(...both), unread: both });
  });
});

it('reports each faulty entry once, at its line', () => {
  const text = lines.with(8, '    http: "https://crm.example').with(12, '    query: [SELECT').with(18, '    query: "x');
  const { document, diagnostics } = parsePartially(text.join('\n'), 'acme.yaml');
  expect(document?.value).toEqual(valueWithout('sources crm', 'endpoints /a', 'endpoints /c'));
  expect(diagnostics.map(({ place }) => place?.line)).toEqual([9, 13, 19]);
});

it('reads entries of a section in braces, while another one has a fault', () => {
  const text = ['settings: {', '  a: { env: A },', '}', 'endpoints:', '  /a: { query: "x }'];
  const { document, unread } = parsePartially(text.join('\n'), 'acme.yaml');
  expect(document?.value).toEqual({ settings: { a: { env: 'A' } }, endpoints: null });
  expect(unread).toEqual([['endpoints', '/a']]);
});
