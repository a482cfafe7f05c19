/** YAML1xx: the file is not YAML that a profile may be written in. */
import type { CodeEntry } from './code-entry.ts';

export const yamlCodes = {
  YAML101: {
    title: 'not valid YAML',
    explanation:
      'The file cannot be read as YAML. Most often a text with a colon, a quote, a brace or a hash in it stands without quotes. Quote it, or write it as a block with | below the key.',
    wrong: 'title: Acme: the ERP',
    right: 'title: "Acme: the ERP"',
  },
  YAML102: {
    title: 'tab in the indentation',
    explanation:
      'YAML is indented with spaces alone, since the width of a tab is different everywhere. Replace the tab by spaces.',
    wrong: 'sources:\n\terp: {}',
    right: 'sources:\n  erp: {}',
  },
  YAML103: {
    title: 'key given twice',
    explanation:
      'Two equal keys in one map: one of them would be lost without a word. Remove one, or put their contents together.',
    wrong: 'title: Acme\ntitle: Acme ERP',
    right: 'title: Acme ERP',
  },
  YAML104: {
    title: 'alias without an anchor',
    explanation:
      'A value that begins with * repeats the value that was marked with & earlier in the file, and there is no such mark. Define the anchor above, or quote the text when a star is meant.',
    wrong: 'probe: *check',
    right: 'probe: "*check"',
  },
  YAML105: {
    title: 'too many aliases',
    explanation:
      'Aliases that repeat values with aliases in them grow beyond any bound, and an alias inside its own value never ends. Write the repeated piece as a part, or repeat it by hand.',
    wrong: 'parts: &p { a: *p }',
    right: 'parts: { a: SELECT 1 }',
  },
  YAML106: {
    title: 'several documents in one file',
    explanation:
      'A line of three dashes begins a second document, and what stands below it would be ignored. Keep one profile in each file.',
    wrong: 'profile: a\n---\nprofile: b',
    right: 'profile: a',
  },
  YAML107: {
    title: 'merge key',
    explanation:
      'The key << is not part of YAML 1.2, and which of two equal keys wins then depends on the reader. Repeat the keys, or use a part for shared SQL.',
    wrong: 'order: { <<: *common, query: SELECT 1 }',
    right: 'order: { query: SELECT 1 }',
  },
  YAML108: {
    title: 'tag or directive',
    explanation:
      'Tags such as !secret or !!int and directives such as %YAML change how values are read. A profile needs none: quote a value to make it a text, and use a setting for what comes from outside.',
    wrong: 'password: !secret db',
    right: 'password: "${db_password}"',
  },
  YAML109: {
    title: 'the file holds no map',
    explanation:
      'A profile is a map of keys and values, and this file is empty or holds something else. Begin with the key `profile`.',
    wrong: '- profile',
    right: 'profile: acme',
  },
  YAML110: {
    title: 'key that cannot be used',
    explanation:
      'The key __proto__ has a meaning of its own in JavaScript and is never taken from a file. Choose another name.',
    wrong: 'settings: { __proto__: { default: x } }',
    right: 'settings: { prototype: { default: x } }',
  },
  YAML111: {
    title: 'key that is no text',
    explanation:
      'A key is a plain text; here it is a map, a list, an alias or nothing at all. Quote the key when its characters are meant literally.',
    wrong: '[a, b]: x',
    right: '"[a, b]": x',
  },
  YAML112: {
    title: 'nested too deeply',
    explanation:
      'The maps and lists of this file stand inside one another deeper than any profile needs; most often a bracket is repeated by mistake.',
    wrong: '[[[[[[[[ ... ]]]]]]]]',
    right: '[a]',
  },
  YAML113: {
    title: 'not written in UTF-8',
    explanation:
      'The file holds bytes that are no characters in UTF-8: an editor has saved it in another encoding, such as Windows-1252 or UTF-16. Save it as UTF-8. In place of such a byte the frame shows a mark.',
    wrong: 'title: Gro\ufffdhandel',
    right: 'title: Großhandel',
  },
  YAML114: {
    title: 'file is too large',
    explanation:
      'A profile has some hundred lines, and this file is many times as large as the largest one could be: it is another file, or something was written into it over and over. It is not looked into.',
    wrong: 'engine check backup.sql',
    right: 'engine check profile.yaml',
  },
} as const satisfies Readonly<Record<string, CodeEntry>>;
