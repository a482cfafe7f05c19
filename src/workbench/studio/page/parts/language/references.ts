/** The declaration and the uses of the name at the cursor, as a menu that leads to them. */
import type { Extension } from '@codemirror/state';
import { type EditorView, keymap } from '@codemirror/view';
import { operations } from '../../../../operations/protocol/operations.ts';
import { call } from '../../api.ts';
import { openChoices } from './choice-menu.ts';
import { goToPlace } from './go-to-place.ts';

async function showReferences(view: EditorView): Promise<void> {
  const { doc, selection } = view.state;
  const { name, places } = await call(operations.references, { text: doc.toString(), at: selection.main.head });
  if (name === undefined || view.state.doc !== doc) return;
  const choices = places.map(({ place, isOpen, line }) => ({
    ...{ lead: `${place.file}:${place.line}`, title: line },
    choose: () => goToPlace(place, isOpen),
  }));
  openChoices(view, `${places.length} places of ${name.text}`, choices);
}

export const profileReferences: Extension = keymap.of([
  {
    key: 'Shift-F12',
    preventDefault: true,
    run: (view) => {
      void showReferences(view);
      return true;
    },
  },
]);
