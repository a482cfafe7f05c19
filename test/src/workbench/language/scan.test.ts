/** The structure of YAML texts, complete ones and others. A shipped profile is compared with the parser of the program. */
import { describe, expect, it } from 'vitest';
import { isMap, isScalar, isSeq, parseDocument } from 'yaml';
import { scanYaml } from '../../../../src/workbench/language/index.ts';
import { profileText, shippedProfiles } from '../../../support/shipped-profiles.ts';

/** The paths of all keys, with the offsets of the keys, by the YAML library. */
function keysOf(text: string): readonly string[] {
  const keys: string[] = [];
  function walk(node: unknown, path: readonly (string | number)[]): void {
    if (isMap(node)) {
      for (const { key, value } of node.items) {
        if (!isScalar(key) || key.range == null) throw new Error('A key is no text.');
        const keyPath = [...path, key.source ?? ''];
        const start = key.range[0] + (key.type === 'PLAIN' ? 0 : 1);
        keys.push(`${JSON.stringify(keyPath)} ${start}`);
        walk(value, keyPath);
      }
    } else if (isSeq(node)) for (const [index, item] of node.items.entries()) walk(item, [...path, index]);
  }
  walk(parseDocument(text, { version: '1.2', schema: 'core' }).contents, []);
  return keys;
}

describe('keys', () => {
  it.each(shippedProfiles)('of the profile %s are those of the YAML library, at the same offsets', (name) => {
    const text = profileText(name);
    const scannedKeys = scanYaml(text).flatMap(({ path, key, bare }) =>
      key === undefined || bare ? [] : [`${JSON.stringify(path)} ${key.start}`],
    );
    const expected = keysOf(text);
    expect(expected.length).toBeGreaterThan(100);
    expect(scannedKeys.sort()).toEqual([...expected].sort());
  });
});

const shown = (text: string): readonly string[] =>
  scanYaml(text).map(({ path, value, style, bare }) => {
    return `${path.join('.')}${bare ? '?' : ''} ${style} ${JSON.stringify(text.slice(value.start, value.end))}`;
  });

describe('values', () => {
  it.each([
    [
      'plain and quoted',
      "a: x y # c\nb: \"x: \\\"y\"\nc: 'it''s'\n",
      ['a plain "x y"', 'b double "x: \\\\\\"y"', 'c single "it\'\'s"'],
    ],
    ['over several lines', 'a: SELECT x\n  FROM t\nb: 1\n', ['a plain "SELECT x\\n  FROM t"', 'b plain "1"']],
    ['a block', 'a: |\n  x: 1\n\n  y\nb: 2\n', ['a block "  x: 1\\n\\n  y"', 'b plain "2"']],
    [
      'brackets',
      'a: { b: [x, { c: d }], e }\n',
      [
        'a map "{ b: [x, { c: d }], e }"',
        'a.b list "[x, { c: d }]"',
        'a.b.0 plain "x"',
        'a.b.1 map "{ c: d }"',
        'a.b.1.c plain "d"',
        'a.e? none ""',
      ],
    ],
    ['lists', 'a:\n  - x\n  - b: 1\n    c: 2\n', ['a none ""', 'a.0 plain "x"', 'a.1.b plain "1"', 'a.1.c plain "2"']],
    [
      'a bracket that is not closed',
      'a:\n  b: { c: [x,\n  d: 1\n',
      ['a none ""', 'a.b map "{ c: [x,"', 'a.b.c list "[x,"', 'a.b.c.0 plain "x"', 'a.d plain "1"'],
    ],
    ['a quote that is not closed', 'a:\n  b: "x\n  d: 1\n', ['a none ""', 'a.b double "x"', 'a.d plain "1"']],
    ['a word', 'a:\n  que\n  d: 1\n', ['a none ""', 'a.que? none ""', 'a.d plain "1"']],
    ['line breaks of Windows', 'a: x\r\nb: |\r\n  y\r\n', ['a plain "x"', 'b block "  y"']],
  ])('%s', (_what, text, expected) => {
    expect(shown(text)).toEqual(expected);
  });
});
