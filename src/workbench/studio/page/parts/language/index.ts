/** The language service in the editor of the profile. */
import type { EditorState, Extension } from '@codemirror/state';
import { EditorView, hoverTooltip, keymap, type Tooltip } from '@codemirror/view';
import { operations } from '../../../../operations/protocol/operations.ts';
import { call } from '../../api.ts';
import { type Choice, openChoices } from './choice-menu.ts';
import { profileCompletion } from './completion.ts';
import { profileFormat } from './format.ts';
import { goToPlace } from './go-to-place.ts';
import { markdownElement } from './markdown.ts';
import { showPopup } from './popup.ts';
import { type EditedFile, profileRename } from './rename.ts';

async function meaningAt(state: EditorState, at: number): Promise<Tooltip | null> {
  const { hover } = await call(operations.hover, { text: state.doc.toString(), at });
  if (hover === undefined) return null;
  return {
    ...{ pos: hover.from, end: hover.to, above: true },
    create: () => ({ dom: markdownElement(hover.text) }),
  };
}

function explain(view: EditorView): boolean {
  const { state } = view;
  void meaningAt(state, state.selection.main.head).then((tooltip) => {
    if (view.state.doc === state.doc) showPopup(view, tooltip);
  });
  return true;
}

/** Meanings of names in the profile: where the mouse rests, or of the name at the cursor. */
const profileHover: Extension = [
  hoverTooltip((view, at) => meaningAt(view.state, at), { hoverTime: 350 }),
  keymap.of([{ key: 'F1', run: explain, preventDefault: true }]),
];

async function showReferences(view: EditorView): Promise<void> {
  const { doc, selection } = view.state;
  const { name, places } = await call(operations.references, { text: doc.toString(), at: selection.main.head });
  if (name === undefined || view.state.doc !== doc) return;
  const choices = places.map(
    ({ place, isOpen, line }): Choice => ({
      location: `${place.file}:${place.line}`,
      title: line,
      choose: () => goToPlace(place, isOpen),
    }),
  );
  openChoices(view, `${places.length} places of ${name.text}`, choices);
}

/** The declaration and the uses of the name at the cursor, as a menu that leads to them. */
const profileReferences: Extension = keymap.of([
  {
    key: 'Shift-F12',
    preventDefault: true,
    run: (view) => {
      void showReferences(view);
      return true;
    },
  },
]);

async function goToDefinition(view: EditorView, at: number): Promise<void> {
  const { places } = await call(operations.definition, { text: view.state.doc.toString(), at });
  const [first] = places;
  if (first === undefined) return;
  goToPlace(first.place, first.isOpen);
}

/** Goes to the declaration of the name at the cursor, or at a click with Ctrl. */
const profileDefinition: Extension = [
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

/** Completion, meanings, definitions, uses and new names. Findings and their cures are shown for every text that has some. */
export const profileLanguage = (file: EditedFile): Extension => [
  ...[profileCompletion, profileHover, profileDefinition, profileReferences, profileFormat],
  profileRename(file),
];
