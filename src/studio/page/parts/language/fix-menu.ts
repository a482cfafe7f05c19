/** The menu of cures for the findings on the line of the cursor: Ctrl and a full stop, as in other editors. */
import { forEachDiagnostic } from '@codemirror/lint';
import { type Extension, StateEffect, StateField } from '@codemirror/state';
import { type EditorView, keymap, showTooltip, type Tooltip } from '@codemirror/view';

interface Choice {
  readonly title: string;
  readonly choose: () => void;
}

const show = StateEffect.define<Tooltip | null>();

const menu = StateField.define<Tooltip | null>({
  create: () => null,
  update(value, { effects, docChanged, selection }) {
    const shown = effects.find((effect) => effect.is(show));
    if (shown !== undefined) return shown.value;
    return docChanged || selection !== undefined ? null : value;
  },
  provide: (field) => showTooltip.from(field),
});

/** The cures of the findings on the line of the cursor. */
function choicesAt(view: EditorView): readonly Choice[] {
  const { state } = view;
  const line = state.doc.lineAt(state.selection.main.head);
  const found: Choice[] = [];
  forEachDiagnostic(state, ({ actions = [] }, from, to) => {
    if (from > line.to || to < line.from) return;
    for (const { name, apply } of actions) found.push({ title: name, choose: () => apply(view, from, to) });
  });
  return found;
}

function menuElement(view: EditorView, choices: readonly Choice[]): HTMLElement {
  const host = document.createElement('div');
  host.className = 'fix-menu';
  host.role = 'menu';
  host.ariaLabel = 'Quick fixes';
  const leave = (): void => {
    view.dispatch({ effects: show.of(null) });
    view.focus();
  };
  const buttons = choices.map(({ title, choose }) => {
    const button = document.createElement('button');
    button.type = 'button';
    button.role = 'menuitem';
    button.textContent = title;
    button.onclick = () => {
      leave();
      choose();
    };
    return button;
  });
  host.append(...buttons);
  host.onkeydown = (event) => {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    const at = buttons.findIndex((button) => button.matches(':focus'));
    if (step !== undefined) buttons[(at + step + buttons.length) % buttons.length]?.focus();
    else if (event.key === 'Escape' || event.key === 'Tab') leave();
    else return;
    event.preventDefault();
  };
  return host;
}

function open(view: EditorView): boolean {
  const choices = choicesAt(view);
  if (choices.length === 0) return false;
  const dom = menuElement(view, choices);
  const pos = view.state.selection.main.head;
  const mount = (): void => dom.querySelector('button')?.focus();
  view.dispatch({ effects: show.of({ pos, create: () => ({ dom, mount }) }) });
  return true;
}

export const fixMenu: Extension = [menu, keymap.of([{ key: 'Mod-.', run: open, preventDefault: true }])];
