/** Snippets of the language service, in the form of the page's editor. */
import { expect, it } from 'vitest';
import { editorSnippet } from '../../../../src/workbench/operations/editor-snippet.ts';

it.each([
  ['page:\n      $0', '    ', 'page:\n  ${}'],
  ['kind: ${1:Europe/Berlin} $2', '', 'kind: ${1:Europe/Berlin} ${2}'],
  ['{ sql: ${1:sqlite} }', '', '\\{ sql: ${1:sqlite} \\}'],
  ['\\$settings.branch', '', '$settings.branch'],
  ['\\${db_host}', '', '$\\{db_host\\}'],
  ['url: ${1:\\${address\\}} $0', '', 'url: $\\{address\\} ${}'],
  ['a $ b', '', 'a $ b'],
])('%j with the indentation %j', (given, indent, expected) => {
  expect(editorSnippet(given, indent)).toBe(expected);
});
