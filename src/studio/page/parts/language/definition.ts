/** Goes to the declaration of the name at the cursor, or at a click with Ctrl. */
import type { Extension } from '@codemirror/state';
import { EditorView, keymap } from '@codemirror/view';
import { operations } from '../../../protocol/operations.ts';
import { call } from '../../api.ts';
import { go } from '../../route.ts';

async function goToDefinition(view: EditorView, at: number): Promise<void> {
  const { places } = await call(operations.definition, { text: view.state.doc.toString(), at });
  const [first] = places;
  if (first === undefined) return;
  const { file, line, column } = first.place;
  // A base of the profile is no file of this page; the merged profile names the file and line of each of its lines.
  if (first.isOpen) go('profile', { file, line, column });
  else go('profile', { merged: 1, origin: `${file}:${line}` });
}

export const profileDefinition: Extension = [
  keymap.of([
    {
      key: 'F12',
      preventDefault: true,
      run: (view) => {
        void goToDefinition(view, view.state.selection.main.head);
        return true;
      },
    },
  ]),
  EditorView.domEventHandlers({
    mousedown(event, view) {
      const at = event.ctrlKey || event.metaKey ? view.posAtCoords({ x: event.clientX, y: event.clientY }) : null;
      if (at === null) return false;
      event.preventDefault();
      void goToDefinition(view, at);
      return true;
    },
  }),
];
