/** Where the cursor is after Enter in the editor of the page. The mark § is the cursor. */
import { insertNewlineAndIndent } from '@codemirror/commands';
import { yaml } from '@codemirror/lang-yaml';
import { indentUnit } from '@codemirror/language';
import { EditorState } from '@codemirror/state';
import { expect, it } from 'vitest';
import { yamlIndent } from '../../../../src/workbench/studio/page/parts/yaml-indent.ts';

/** The text with the cursor after Enter. */
function entered(marked: string): string {
  const doc = marked.replace('§', '');
  const extensions = [yaml(), indentUnit.of('  '), yamlIndent];
  let state = EditorState.create({ doc, selection: { anchor: marked.indexOf('§') }, extensions });
  insertNewlineAndIndent({
    state,
    dispatch: (transaction) => {
      state = transaction.state;
    },
  });
  const { head } = state.selection.main;
  return `${state.sliceDoc(0, head)}§${state.sliceDoc(head)}`;
}

it.each([
  ['behind a section', 'endpoints:§', 'endpoints:\n  §'],
  ['behind an endpoint', 'endpoints:\n  /debtors/list:§', 'endpoints:\n  /debtors/list:\n    §'],
  ['behind a key that a comment follows', 'parts: # shared§', 'parts: # shared\n  §'],
  ['behind the mark of a block', '    query: |§', '    query: |\n      §'],
  ['behind a key of a list item', '  - order:§', '  - order:\n      §'],
  ['behind a value', '  title: Acme 9§', '  title: Acme 9\n  §'],
  ['in a block of text', '    query: |\n      SELECT 1§', '    query: |\n      SELECT 1\n      §'],
])('%s', (_where, before, after) => {
  expect(entered(before)).toBe(after);
});
