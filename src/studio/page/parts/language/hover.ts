/** Meanings of names in the profile: where the mouse rests, or of the name at the cursor. */
import { type EditorState, type Extension, StateEffect, StateField } from '@codemirror/state';
import { type EditorView, hoverTooltip, keymap, showTooltip, type Tooltip } from '@codemirror/view';
import { operations } from '../../../protocol/operations.ts';
import { call } from '../../api.ts';
import { markdownElement } from './markdown.ts';

async function meaningAt(state: EditorState, at: number): Promise<Tooltip | null> {
  const { hover } = await call(operations.hover, { text: state.doc.toString(), at });
  if (hover === undefined) return null;
  return {
    ...{ pos: hover.from, end: hover.to, above: true },
    create: () => ({ dom: markdownElement(hover.text) }),
  };
}

const show = StateEffect.define<Tooltip | null>();

/** The meaning that a key has opened; the next change or movement closes it. */
const opened = StateField.define<Tooltip | null>({
  create: () => null,
  update(value, { effects, docChanged, selection }) {
    const shown = effects.find((effect) => effect.is(show));
    if (shown !== undefined) return shown.value;
    return docChanged || selection !== undefined ? null : value;
  },
  provide: (field) => showTooltip.from(field),
});

function explain(view: EditorView): boolean {
  const { state } = view;
  void meaningAt(state, state.selection.main.head).then((tooltip) => {
    if (view.state.doc === state.doc) view.dispatch({ effects: show.of(tooltip) });
  });
  return true;
}

function close(view: EditorView): boolean {
  if (view.state.field(opened) === null) return false;
  view.dispatch({ effects: show.of(null) });
  return true;
}

export const profileHover: Extension = [
  hoverTooltip((view, at) => meaningAt(view.state, at), { hoverTime: 350 }),
  opened,
  keymap.of([
    { key: 'F1', run: explain, preventDefault: true },
    { key: 'Escape', run: close },
  ]),
];
