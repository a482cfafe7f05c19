/** Gives the text of the profile the house style. */
import type { Extension } from '@codemirror/state';
import { EditorView, keymap } from '@codemirror/view';
import { operations } from '../../../../operations/protocol/operations.ts';
import { call } from '../../api.ts';

async function format(view: EditorView): Promise<void> {
  const { doc, readOnly } = view.state;
  if (readOnly) return;
  const { edits } = await call(operations.format, { text: doc.toString() });
  if (view.state.doc !== doc) return;
  const message = edits.length === 0 ? 'Nothing to format.' : 'The text is formatted.';
  view.dispatch({ changes: edits, userEvent: 'input.format', effects: EditorView.announce.of(message) });
}

/** Ctrl Shift F formats; nothing happens if the text changes meanwhile. */
export const profileFormat: Extension = keymap.of([
  {
    key: 'Mod-Shift-f',
    preventDefault: true,
    run: (view) => {
      void format(view);
      return true;
    },
  },
]);
