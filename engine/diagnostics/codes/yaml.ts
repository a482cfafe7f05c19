/** YAML1xx: text that is not valid YAML, or uses YAML features that profiles do not support. */
import type { CodeEntry } from './code-entry.ts';

export const yamlCodes = {
  YAML101: {
    title: 'invalid YAML',
    explanation:
      'The file cannot be parsed as YAML. The usual cause is an unquoted text that contains a colon, a quote, a brace or a hash. Quote the text, or write it as a block with | below the key.',
    wrong: 'title: Acme: the ERP',
    right: 'title: "Acme: the ERP"',
  },
  YAML102: {
    title: 'tab in the indentation',
    explanation:
      'YAML is indented with spaces only, because editors show tabs at different widths. Replace the tab with spaces.',
    wrong: 'sources:\n\terp: {}',
    right: 'sources:\n  erp: {}',
  },
  YAML103: {
    title: 'duplicate key',
    explanation:
      'A map contains the same key twice, so one of the two values would be lost silently. Remove one, or merge their contents.',
    wrong: 'title: Acme\ntitle: Acme ERP',
    right: 'title: Acme ERP',
  },
  YAML104: {
    title: 'alias without an anchor',
    explanation:
      'A value that begins with * is an alias for a value that was marked with & earlier in the file. This anchor does not exist. Define it above, or quote the text if a literal asterisk is meant.',
    wrong: 'probe: *check',
    right: 'probe: "*check"',
  },
  YAML105: {
    title: 'too many aliases',
    explanation:
      'Aliases that refer to values with more aliases expand without limit, and an alias inside its own value never ends. Move the repeated SQL into a part, or write it out.',
    wrong: 'parts: &p { a: *p }',
    right: 'parts: { a: SELECT 1 }',
  },
  YAML106: {
    title: 'several documents in one file',
    explanation: 'A line of three dashes starts a second document, which would be ignored. Keep one profile per file.',
    wrong: 'profile: a\n---\nprofile: b',
    right: 'profile: a',
  },
  YAML107: {
    title: 'merge key',
    explanation:
      'The merge key << is not part of YAML 1.2, and readers disagree about which of two equal keys wins. Repeat the keys, or use a part for shared SQL.',
    wrong: 'order: { <<: *common, query: SELECT 1 }',
    right: 'order: { query: SELECT 1 }',
  },
  YAML108: {
    title: 'tag or directive',
    explanation:
      'Tags such as !secret or !!int and directives such as %YAML change how values are read. Profiles do not support them. Quote a value to make it a text, and use a setting for a value that comes from outside.',
    wrong: 'password: !secret db',
    right: 'password: "${db_password}"',
  },
  YAML109: {
    title: 'file is not a map',
    explanation:
      'A profile is a map of keys and values, but this file is empty or holds something else. Start with the key `profile`.',
    wrong: '- profile',
    right: 'profile: acme',
  },
  YAML110: {
    title: 'reserved key',
    explanation:
      'The key __proto__ has a special meaning in JavaScript and is never read from a file. Choose another name.',
    wrong: 'settings: { __proto__: { default: x } }',
    right: 'settings: { prototype: { default: x } }',
  },
  YAML111: {
    title: 'key is not a text',
    explanation:
      'Keys are plain texts, but this one is a map, a list, an alias or empty. Quote the key if its characters are meant literally.',
    wrong: '[a, b]: x',
    right: '"[a, b]": x',
  },
  YAML112: {
    title: 'nested too deeply',
    explanation:
      'The maps and lists of this file are nested deeper than any profile needs. The usual cause is a bracket that is repeated by mistake.',
    wrong: '[[[[[[[[ ... ]]]]]]]]',
    right: '[a]',
  },
  YAML113: {
    title: 'file is not UTF-8',
    explanation:
      'The file contains bytes that are not valid UTF-8: an editor saved it in another encoding, such as Windows-1252 or UTF-16. Save it as UTF-8. The code frame shows a replacement character for each invalid byte.',
    wrong: 'title: Gro\ufffdhandel',
    right: 'title: Großhandel',
  },
  YAML114: {
    title: 'file is too large',
    explanation:
      'A profile has a few hundred lines, and this file is many times larger than the limit. It is probably another file, or its content was written repeatedly. The file was not parsed.',
    wrong: 'engine check backup.sql',
    right: 'engine check profile.yaml',
  },
} as const satisfies Readonly<Record<string, CodeEntry>>;
