/** One box beside the text at a time: a meaning, cures, uses, a new name. The next change or movement of the cursor closes it. */
import { type Extension, StateEffect, StateField } from '@codemirror/state';
import { type EditorView, keymap, showTooltip, type Tooltip } from '@codemirror/view';

const show = StateEffect.define<Tooltip | null>();

const shown = StateField.define<Tooltip | null>({
  create: () => null,
  update(value, { effects, docChanged, selection }) {
    const set = effects.find((effect) => effect.is(show));
    if (set !== undefined) return set.value;
    return docChanged || selection !== undefined ? null : value;
  },
  provide: (field) => showTooltip.from(field),
});

/** Null closes the box. */
export const showPopup = (view: EditorView, tooltip: Tooltip | null): void =>
  view.dispatch({ effects: show.of(tooltip) });

/** Closes the box, and goes back to the text. */
export function leavePopup(view: EditorView): void {
  showPopup(view, null);
  view.focus();
}

function close(view: EditorView): boolean {
  if (view.state.field(shown) === null) return false;
  showPopup(view, null);
  return true;
}

export const popup: Extension = [shown, keymap.of([{ key: 'Escape', run: close }])];
