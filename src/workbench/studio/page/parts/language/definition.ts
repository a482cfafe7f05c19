/** Goes to the declaration of the name at the cursor, or at a click with Ctrl. */
import type { Extension } from '@codemirror/state';
import { EditorView, keymap } from '@codemirror/view';
import { operations } from '../../../../operations/protocol/operations.ts';
import { call } from '../../api.ts';
import { goToPlace } from './go-to-place.ts';

async function goToDefinition(view: EditorView, at: number): Promise<void> {
  const { places } = await call(operations.definition, { text: view.state.doc.toString(), at });
  const [first] = places;
  if (first === undefined) return;
  goToPlace(first.place, first.isOpen);
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
