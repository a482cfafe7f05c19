/** The house style of YAML texts: written expectations, the files of the project, and texts whose white space has been changed. */
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { describe, expect, inject, it } from 'vitest';
import { isScalar, parseDocument, visit } from 'yaml';
import { formatYaml, withEdits } from '../../../../../src/workbench/language/format/format-yaml.ts';

const root = join(import.meta.dirname, '../../../../..');
const format = (text: string): string => withEdits(text, formatYaml(text) ?? []);

describe('the house style', () => {
  it.each<[what: string, text: string, expected: string]>([
    ['two spaces for each level', 'a:\n    b:\n        c: 1\n', 'a:\n  b:\n    c: 1\n'],
    ['lists deeper than their key', 'a:\n- b: 1\n  c: 2\n- d\n', 'a:\n  - b: 1\n    c: 2\n  - d\n'],
    ['lists of lists', 'a:\n-   -   b\n    -   c: 1\n        d: 2\n', 'a:\n  - - b\n    - c: 1\n      d: 2\n'],
    ['blanks in maps, and none in lists', 'a: {b:   [ 1,2 , 3 ],c: {  }}\n', 'a: { b: [1, 2, 3], c: {} }\n'],
    ['one blank behind colons and dashes', 'a:   1\nb :  2\nc:\n  -    3\n', 'a: 1\nb: 2\nc:\n  - 3\n'],
    ['a key that is an alias', 'x: &k y\nm: { *k :  1 }\n', 'x: &k y\nm: { *k : 1 }\n'],
    ['no blanks at the end of a line', 'a: 1  \nb: 2 # two \t\n', 'a: 1\nb: 2 # two\n'],
    ['one empty line', '\n\na: 1\n\n\n  \nb: 2\n\n\n', 'a: 1\n\nb: 2\n'],
    ['a line break at the end', 'a: 1', 'a: 1\n'],
    [
      'block texts two spaces deeper than their key, with their inner indentation and blanks',
      'a:\n    sql: |\n         SELECT 1  \n           FROM  x\n\n\n         WHERE y\nb: 1\n',
      'a:\n  sql: |\n    SELECT 1  \n      FROM  x\n\n\n    WHERE y\nb: 1\n',
    ],
    ['block texts in lists', '-   |\n    one\n-   >-\n      two\n', '- |\n  one\n- >-\n  two\n'],
    ['a block text that says its indentation', 'a:\n    b: |2\n         c\n', 'a:\n  b: |2\n       c\n'],
    ['empty lines that a block text keeps', 'a: |+\n  b\n\n\n\nc: 1\n', 'a: |+\n  b\n\n\n\nc: 1\n'],
    [
      'further lines of a value as far as its first one',
      'a:\n    b: SELECT 1\n       FROM x\n    c: { d: 1,\n         e: 2 }\n    f: "g\n\n      h"\n',
      'a:\n  b: SELECT 1\n     FROM x\n  c: { d: 1,\n       e: 2 }\n  f: "g\n\n    h"\n',
    ],
    ['values below their key', 'a:\n    b:\n          long\n          text\n', 'a:\n  b:\n    long\n    text\n'],
    ['anchors and tags', 'a:   &x   { b: 1 }\nc: *x\nd: &y\n    e: 1\n', 'a: &x { b: 1 }\nc: *x\nd: &y\n  e: 1\n'],
    [
      'comments with the entry below',
      '# top\na:\n    # of b\n    b: 1\n    # of the list\n    c:\n    # of the item\n    - d\n\n# end\n',
      '# top\na:\n  # of b\n  b: 1\n  # of the list\n  c:\n    # of the item\n    - d\n\n# end\n',
    ],
    [
      'comments at the end of a collection',
      'a:\n    b:\n        c: 1\n        # last of b\n    # last of a\nd: 1\n',
      'a:\n  b:\n    c: 1\n    # last of b\n  # last of a\nd: 1\n',
    ],
    [
      'a comment below a block text, which does not become a part of it',
      'a:\n    b: |\n            c\n       # d\ne: 1\n',
      'a:\n  b: |\n    c\n  # d\ne: 1\n',
    ],
    ['the place of a comment behind a value', 'a: 1    # one\nbb: 2   # two\n', 'a: 1    # one\nbb: 2   # two\n'],
    ['lines that end with CRLF', 'a:\r\n    b: {c: 1}  \r\n', 'a:\r\n  b: { c: 1 }\r\n'],
  ])('has %s', (_what, text, expected) => {
    expect(format(text)).toBe(expected);
    expect(formatYaml(expected)).toEqual([]);
  });

  it.each([
    ['a text that is no YAML', 'a: [1\n  b:  2\n'],
    ['several documents', 'a:   1\n---\nb:   2\n'],
    ['explicit keys', '? a\n:   b\n'],
  ])('leaves %s as it is', (_what, text) => {
    expect(formatYaml(text)).toBeUndefined();
  });
});

const files = globSync(
  ['profiles/*/*.yaml', 'profiles/*/cases/*.yaml', 'examples/*/*.yaml', 'examples/*/cases/*.yaml'],
  { cwd: root },
).sort();
const fileText = (file: string): string => readFileSync(join(root, file), 'utf8');

describe('the files of the project', () => {
  it.each(files)('%s has the house style', (file) => {
    const text = fileText(file);
    expect(format(text)).toBe(text);
  });
});

/** The value and all comments in their order, as the library reads them. */
function meaningOf(text: string): unknown {
  const document = parseDocument(text, { uniqueKeys: false });
  expect(document.errors).toEqual([]);
  const comments: string[] = [];
  const add = (comment: string | null | undefined): void => {
    if (comment)
      comments.push(
        ...comment
          .split('\n')
          .map((line) => line.trim())
          .filter((line) => line !== ''),
      );
  };
  add(document.commentBefore);
  visit(document, {
    Pair: (_key, pair) => {
      if (isScalar(pair.key)) add(pair.key.commentBefore);
    },
    Node: (key, node) => {
      if (key !== 'key') add(node.commentBefore);
      if (isScalar(node)) add(node.comment);
    },
  });
  return { value: JSON.stringify(document.contents), comments: comments.sort() };
}

/** Changes white space between tokens of lines that are outside of texts of several lines; where a line might be inside of one, it stays. */
function disturbed(text: string, numbers: readonly number[]): string {
  let at = 0;
  const next = (below: number): number => {
    at += 1;
    return (numbers[at % numbers.length] ?? 0) % below;
  };
  let textIndent: number | undefined;
  const width = 2 + next(3);
  const lines = text.split('\n').map((line) => {
    const indent = line.length - line.trimStart().length;
    if (textIndent !== undefined && (line.trim() === '' || indent > textIndent))
      return line === '' ? '' : `${' '.repeat(textIndent * (width / 2 - 1))}${line}`;
    textIndent = /(?:[|>][-+]?|[^\s#,[\]{}'"]['"]?)(?:\s#.*)?$/.test(line) ? indent : undefined;
    const isPlain = /^\s*(?:-\s+)?[\w/]+: [\w/.]+$/.test(line);
    const spaced = isPlain ? line.replace(': ', `:${' '.repeat(1 + next(3))}`) : line;
    return `${' '.repeat(indent * (width / 2 - 1))}${spaced}${isPlain ? ' '.repeat(next(3)) : ''}`;
  });
  return lines.join('\n');
}

describe('a text with other white space', () => {
  it('keeps its meaning and its comments, and a second time nothing changes', () => {
    const profiles = files.filter((file) => /profile\.yaml$|cases\/[a-m]/.test(file)).map(fileText);
    fc.assert(
      fc.property(
        fc.constantFrom(...profiles),
        fc.array(fc.nat(), { minLength: 5, maxLength: 40 }),
        (text, numbers) => {
          const written = disturbed(text, numbers);
          fc.pre(parseDocument(written, { uniqueKeys: false }).errors.length === 0);
          const once = format(written);
          expect(meaningOf(once)).toEqual(meaningOf(written));
          expect(formatYaml(once)).toEqual([]);
        },
      ),
      { seed: inject('seed'), numRuns: 40 },
    );
  });

  it('of a profile is given back the house style', () => {
    for (const file of files.filter((one) => /profiles\/[^/]+\/profile\.yaml$/.test(one))) {
      const text = fileText(file);
      // Blanks at brackets, commas and colons of short maps, and at the end of lines with a key alone.
      const written = text
        .replaceAll(/^( *[\w/]+:) \{ (\w+: \w+) \}$/gm, '$1   {$2}')
        .replaceAll(/^( *[\w/]+:) \[(\w+), (\w+)\]$/gm, '$1 [ $2 ,$3  ]')
        .replaceAll(/^( *[\w/]+:)$/gm, '$1  ');
      expect(written).not.toBe(text);
      expect(format(written)).toBe(text);
    }
  });
});
