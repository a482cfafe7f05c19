/** The menu of cures for the findings on the line of the cursor: Ctrl and a full stop, as in other editors. */
import { forEachDiagnostic } from '@codemirror/lint';
import type { Extension } from '@codemirror/state';
import { type EditorView, keymap } from '@codemirror/view';
import { type Choice, openChoices } from './choice-menu.ts';

/** The cures of the findings on the line of the cursor. */
function choicesAt(view: EditorView): readonly Choice[] {
  const { state } = view;
  const line = state.doc.lineAt(state.selection.main.head);
  const choices: Choice[] = [];
  forEachDiagnostic(state, ({ actions = [] }, from, to) => {
    if (from > line.to || to < line.from) return;
    for (const { name, apply } of actions) choices.push({ title: name, choose: () => apply(view, from, to) });
  });
  return choices;
}

function open(view: EditorView): boolean {
  const choices = choicesAt(view);
  if (choices.length === 0) return false;
  openChoices(view, 'Quick fixes', choices);
  return true;
}

export const fixMenu: Extension = keymap.of([{ key: 'Mod-.', run: open, preventDefault: true }]);
