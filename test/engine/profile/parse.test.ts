import { describe, expect, it } from 'vitest';
import type { Path, Place } from '../../../engine/base/place.ts';
import type { ProfileDocument } from '../../../engine/profile/yaml/document.ts';
import { parseProfile } from '../../../engine/profile/yaml/parse-profile.ts';

function documentOf(text: string): ProfileDocument {
  const { document, diagnostics } = parseProfile(text, 'x.yaml');
  expect(diagnostics).toEqual([]);
  if (document === undefined) throw new Error('no document');
  return document;
}

/** The characters of the file at a place. */
function at(text: string, { line, column, length }: Place): string {
  return (text.split('\n')[line - 1] ?? '').slice(column - 1, column - 1 + length);
}

function codesOf(text: string): readonly string[] {
  return parseProfile(text, 'x.yaml').diagnostics.map(({ code, place }) => `${code} ${place?.line}:${place?.column}`);
}

describe('parseProfile: values', () => {
  it('keeps the source text of numbers that can be written in several ways', () => {
    const text =
      'a: 001\nb: 1e5\nc: 0x10\nd: .5\ne: 1.50\nf: 1_000\ng: -0\nh: .inf\ni: 12345678901234567890\nj: +1\nk: 0o7';
    const { value } = documentOf(text);
    const kept = {
      a: '001',
      b: '1e5',
      c: '0x10',
      d: '.5',
      e: '1.50',
      f: '1_000',
      g: '-0',
      h: '.inf',
      i: '12345678901234567890',
      j: '+1',
      k: '0o7',
    };
    expect(value).toEqual(kept);
  });

  it('reads numbers, truth values and nothing as YAML 1.2 does', () => {
    const { value } = documentOf('a: 12\nb: -3\nc: 1.5\nd: true\ne: ~\nf:\ng: no\nh: yes\ni: 2026-11-21\nj: "7"');
    expect(value).toEqual({
      a: 12,
      b: -3,
      c: 1.5,
      d: true,
      e: null,
      f: null,
      g: 'no',
      h: 'yes',
      i: '2026-11-21',
      j: '7',
    });
  });

  it('keeps keys as they are written', () => {
    const { value } = documentOf('codes: { 01: a, 1: b, 0x1: c, 1.0: d, true: e, ~: f, "q": g, N: h, "": i }');
    expect(value).toEqual({
      codes: { '01': 'a', '1': 'b', '0x1': 'c', '1.0': 'd', true: 'e', '~': 'f', q: 'g', N: 'h', '': 'i' },
    });
  });

  it('gives ordinary objects, in which nothing of the file reaches the prototype', () => {
    const { value } = documentOf('constructor: 1\ntoString: 2');
    expect(Object.getPrototypeOf(value)).toBe(Object.prototype);
    expect(codesOf('a: { __proto__: { x: 1 } }')).toEqual(['YAML110 1:6']);
    expect(Reflect.get({}, 'x')).toBeUndefined();
  });

  it('repeats the value of an alias, the latest of that name', () => {
    expect(documentOf('a: &x [1]\nb: *x\nc: &x [2]\nd: *x').value).toEqual({ a: [1], b: [1], c: [2], d: [2] });
  });

  it('reads a byte order mark, CRLF and comments', () => {
    const document = documentOf('\ufeff# first\r\na: 1 # one\r\nb: |\r\n  x\r\n  y\r\n');
    expect(document.value).toEqual({ a: 1, b: 'x\ny\n' });
    expect(document.place(['a'])).toEqual({ file: 'x.yaml', line: 2, column: 4, length: 1 });
    expect(document.place(['b'], 'value', { offset: 2, length: 9 })).toEqual({
      file: 'x.yaml',
      line: 5,
      column: 3,
      length: 1,
    });
  });
});

describe('parseProfile: refusals', () => {
  const bomb = [
    'a: &a [x,x,x,x,x,x,x,x,x]',
    ...'bcdefgh'.split('').map((name, i) => {
      const before = 'abcdefg'[i];
      return `${name}: &${name} [${Array(9).fill(`*${before}`).join(',')}]`;
    }),
  ].join('\n');

  it.each([
    ['a: 1\na: 2', 'YAML103 2:1'],
    ['a: { b: 1, b: 2 }', 'YAML103 1:12'],
    ['a:\n\tb: 1', 'YAML102 2:1'],
    ['a: *x', 'YAML104 1:4'],
    ['a: &x { b: *x }', 'YAML105 1:12'],
    [bomb, 'YAML105 5:8'],
    ['a: 1\n---\nb: 2', 'YAML106 2:1'],
    ['a: &x { b: 1 }\nc: { <<: *x }', 'YAML107 2:6'],
    ['a: !secret x', 'YAML108 1:4'],
    ['a: !!int "1"', 'YAML108 1:4'],
    ['%YAML 1.1\n---\na: yes', 'YAML108 1:1'],
    ['', 'YAML109 1:1'],
    ['# nothing', 'YAML109 1:1'],
    ['- a', 'YAML109 1:1'],
    ['just text', 'YAML109 1:1'],
    ['[a]: 1', 'YAML111 1:1'],
    ['a: { : 1 }', 'YAML111 1:5'],
    [`a: ${'['.repeat(70)}${']'.repeat(70)}`, 'YAML112 1:67'],
    ['a: b: c', 'YAML101 1:4'],
    ['a: "x', 'YAML101 1:4'],
    ['a: { b: 1\n', 'YAML101 1:4'],
    ['a: @x', 'YAML101 1:4'],
    ['a: "\\q"', 'YAML101 1:5'],
    ['a: {{ sku }}', 'MAP108 1:4'],
    ['a: {{ sku }} is unknown', 'MAP108 1:4'],
    ['a: [x, {{ sku }}]', 'MAP108 1:8'],
    ['a: { b: $f(x, 0, 3), c: d }', 'MAP109 1:9'],
    ['a: [$f(x, 1), y]', 'MAP109 1:5'],
  ])('%j is %s', (text, wanted) => {
    expect(codesOf(text)).toEqual([wanted]);
  });

  it('never throws, at any depth', () => {
    for (const count of [100, 1000, 100_000]) expect(codesOf(`a: ${'['.repeat(count)}`).length).toBe(1);
  });

  it('continues after a fault that it can repair, so that the rest is also checked', () => {
    const text = 'a: 1\na: 2\nb: { c: "$x", d: $f(x, 0, 0), e: 5 }\nf: {{ g }}\nh: !tag i';
    const { document, diagnostics } = parseProfile(text, 'x.yaml');
    expect(diagnostics.map(({ code }) => code)).toEqual(['YAML103', 'MAP109', 'MAP108', 'YAML108']);
    expect(document?.value).toEqual({ a: 1, b: { c: '$x', d: '$f(x, 0, 0)', e: 5 }, f: '{{ g }}', h: 'i' });
    expect(document && at(text, document.place(['b', 'd'], 'value', { offset: 6, length: 1 }))).toBe('0');
  });

  it('leaves out the value of a refused alias, so that it causes no other finding', () => {
    const { document, diagnostics } = parseProfile('a: *x\nb: [*x, 1]', 'x.yaml');
    expect(diagnostics.map(({ code }) => code)).toEqual(['YAML104', 'YAML104']);
    expect(document?.value).toEqual({ b: [1] });
  });

  it('reports nothing after a broken bracket', () => {
    expect(codesOf('a: { b: ${c} }\nd:\n  e: f\n')).toEqual(['YAML101 1:9']);
  });

  it('leaves brackets in quotes and in blocks alone', () => {
    expect(documentOf('a: { b: "$f(x, 1)", c: x (y) }\nd: $f(x, 1)').value).toEqual({
      a: { b: '$f(x, 1)', c: 'x (y)' },
      d: '$f(x, 1)',
    });
  });

  it('does not show one broken line as many', () => {
    expect(codesOf('a: [1, 2\nb: 3\nc: 4').length).toBeLessThanOrEqual(2);
  });
});

describe('place', () => {
  const text = [
    'profile: acme',
    'endpoints:',
    '  /a:',
    '    query: &q |1-',
    '      SELECT x,',
    '',
    "        'y' AS name",
    '      FROM t',
    '    order: [-b, c]',
    '    fields: { n: "a \\"b\\" & c", m:',
    '      one two',
    '      three }',
    '    since:',
    '  /b:',
    '    query: *q',
  ].join('\n');
  const document = documentOf(text);
  const shown = (path: Path, target?: 'key' | 'value', range?: { offset: number; length: number }): string =>
    at(text, document.place(path, target, range));

  it('finds keys and values', () => {
    expect(shown(['profile'])).toBe('acme');
    expect(shown(['profile'], 'key')).toBe('profile');
    expect(shown(['endpoints', '/a', 'order', 0])).toBe('-b');
    expect(shown(['endpoints', '/a', 'order', 1])).toBe('c');
    expect(shown(['endpoints', '/a', 'fields', 'm'], 'key')).toBe('m');
    expect(shown(['endpoints', '/a', 'since'])).toBe('since');
  });

  it('takes the nearest part of a path that exists', () => {
    expect(shown(['endpoints', '/a', 'nothing', 'x'])).toBe('/a');
    expect(shown(['endpoints', '/c'])).toBe('endpoints');
    expect(shown(['sources'])).toBe('profile');
    expect(shown(['endpoints', '/a', 'order', 7])).toBe('order');
  });

  it('points into block scalars, quotes and folds', () => {
    const sql = " SELECT x,\n\n   'y' AS name\n FROM t";
    expect(Reflect.get(Object(document.value), 'endpoints')['/a'].query).toBe(sql);
    const find = (word: string) =>
      shown(['endpoints', '/a', 'query'], 'value', { offset: sql.indexOf(word), length: word.length });
    expect(find('SELECT')).toBe('SELECT');
    expect(find("'y'")).toBe("'y'");
    expect(find('FROM t')).toBe('FROM t');
    const expression = 'a "b" & c';
    expect(shown(['endpoints', '/a', 'fields', 'n'], 'value', { offset: expression.indexOf('&'), length: 1 })).toBe(
      '&',
    );
    expect(shown(['endpoints', '/a', 'fields', 'n'], 'value', { offset: expression.indexOf('b'), length: 1 })).toBe(
      'b',
    );
    expect(shown(['endpoints', '/a', 'fields', 'm'], 'value', { offset: 'one two thr'.length, length: 2 })).toBe('ee');
  });

  it('distinguishes the blanks of a text from its indentation, and finds its line breaks', () => {
    const blank = (offset: number): Place =>
      document.place(['endpoints', '/a', 'query'], 'value', { offset, length: 1 });
    expect([12, 13, 14].map(blank)).toMatchObject([6, 7, 8].map((column) => ({ line: 7, column })));
    expect([10, 11].map(blank)).toMatchObject([
      { line: 5, column: 16 },
      { line: 6, column: 1 },
    ]);
  });

  it('follows aliases to their values', () => {
    expect(document.place(['endpoints', '/b', 'query'], 'value', { offset: 1, length: 6 })).toMatchObject({
      line: 5,
      column: 7,
    });
  });

  it('cuts a range at the end of its line, and points behind the last word at the end', () => {
    expect(shown(['endpoints', '/a', 'query'], 'value', { offset: 8, length: 20 })).toBe('x,');
    expect(document.place(['endpoints', '/a', 'query'], 'value', { offset: 99, length: 1 })).toMatchObject({
      line: 8,
      column: 13,
      length: 1,
    });
  });
});

describe('parseProfile: hostile texts', () => {
  const levels = 100_000;
  const lines = (line: string): string => `${line}\n`.repeat(4_000);

  it.each([
    ['brackets', `a: ${'['.repeat(levels)}`, 'YAML112 1:'],
    ['closed brackets', `a: ${'['.repeat(levels)}${']'.repeat(levels)}`, 'YAML112 1:'],
    ['maps', `a: ${'{a: '.repeat(50_000)}`, 'YAML112 1:'],
    ['lists', `a:\n  ${'- '.repeat(levels)}x`, 'YAML112 2:'],
    ['long keys', '? '.repeat(levels), 'YAML112 1:'],
    ['ten megabytes', 'a: b\n'.repeat(2_000_000), 'YAML114 1:1'],
  ])('%s end in one finding with a place, without the recursion of the library', (_name, text, finding) => {
    expect(codesOf(text)).toEqual([expect.stringContaining(finding)]);
  });

  it.each([
    ['duplicates', lines('a: b'), 'YAML103 2:1'],
    ['merge keys', lines('<<: b'), 'YAML107 1:1'],
    ['split expressions', `a: { ${'k: f(a, b), '.repeat(4_000)} }`, 'YAML103 1:19'],
    ['expressions that never end', `a: { ${'k: f(a, '.repeat(4_000)} }`, 'YAML103 1:'],
  ])('%s: the first hundred faults are reported', (_name, text, finding) => {
    const codes = codesOf(text);
    expect(codes).toHaveLength(100);
    expect(codes).toContainEqual(expect.stringContaining(finding));
  });

  it('aliases of aliases are not expanded', () => {
    const bomb = Array.from({ length: 12 }, (_, i) => `k${i}: &k${i} [${`*k${i - 1}, `.repeat(10)}]`).join('\n');
    expect(codesOf(bomb.replace(/\[.*/, '[1, 2, 3]'))).toEqual([expect.stringContaining('YAML105 5:')]);
  });
});
