/** Meanings of names in the profile: where the mouse rests, or of the name at the cursor. */
import type { EditorState, Extension } from '@codemirror/state';
import { type EditorView, hoverTooltip, keymap, type Tooltip } from '@codemirror/view';
import { operations } from '../../../../operations/protocol/operations.ts';
import { call } from '../../api.ts';
import { markdownElement } from './markdown.ts';
import { showPopup } from './popup.ts';

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

export const profileHover: Extension = [
  hoverTooltip((view, at) => meaningAt(view.state, at), { hoverTime: 350 }),
  keymap.of([{ key: 'F1', run: explain, preventDefault: true }]),
];
