/** A menu at the cursor, for the keyboard: arrow keys, Enter, Escape. */
import type { EditorView } from '@codemirror/view';
import { leavePopup, showPopup } from './popup.ts';

export interface Choice {
  readonly title: string;
  /** The place of a line of text, before it. */
  readonly location?: string;
  readonly choose: () => void;
}

function buttonOf({ title, location }: Choice): HTMLButtonElement {
  const button = document.createElement('button');
  button.type = 'button';
  button.role = 'menuitem';
  if (location === undefined) button.textContent = title;
  else {
    const [before, text] = [document.createElement('span'), document.createElement('code')];
    before.className = 'quiet';
    before.textContent = location;
    text.textContent = title;
    button.append(before, ' ', text);
  }
  return button;
}

/** `label`: what is chosen. The first choice has the focus. */
export function openChoices(view: EditorView, label: string, choices: readonly Choice[]): void {
  const dom = document.createElement('div');
  dom.className = 'choice-menu';
  dom.role = 'menu';
  dom.ariaLabel = label;
  const buttons = choices.map((choice) => {
    const button = buttonOf(choice);
    button.onclick = () => {
      leavePopup(view);
      choice.choose();
    };
    return button;
  });
  dom.append(...buttons);
  dom.onkeydown = (event) => {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    const at = buttons.findIndex((button) => button.matches(':focus'));
    if (step !== undefined) buttons[(at + step + buttons.length) % buttons.length]?.focus();
    else if (event.key === 'Home' || event.key === 'End') buttons.at(event.key === 'Home' ? 0 : -1)?.focus();
    else if (event.key === 'Escape' || event.key === 'Tab') leavePopup(view);
    else return;
    event.preventDefault();
  };
  const pos = view.state.selection.main.head;
  showPopup(view, { pos, create: () => ({ dom, mount: () => buttons[0]?.focus() }) });
}
