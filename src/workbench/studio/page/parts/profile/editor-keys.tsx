/** What the editor of the profile can do at the cursor, each as a button with its key. */
import { runScopeHandlers } from '@codemirror/view';
import { profileEditor } from '../../insertion.ts';
import { modifier } from '../keys.ts';

const isMac = modifier !== 'Ctrl';

interface EditorKey {
  readonly shown: string;
  readonly what: string;
  readonly pressed: KeyboardEventInit;
}

const keys: readonly EditorKey[] = [
  { shown: 'Ctrl Space', what: 'complete', pressed: { key: ' ', code: 'Space', keyCode: 32, ctrlKey: true } },
  { shown: `${modifier} .`, what: 'fix', pressed: { key: '.', keyCode: 190, ctrlKey: !isMac, metaKey: isMac } },
  { shown: 'F1', what: 'explain', pressed: { key: 'F1', keyCode: 112 } },
  { shown: 'F12', what: 'definition', pressed: { key: 'F12', keyCode: 123 } },
  { shown: 'Shift F12', what: 'uses', pressed: { key: 'F12', keyCode: 123, shiftKey: true } },
  { shown: 'F2', what: 'rename', pressed: { key: 'F2', keyCode: 113 } },
  { shown: 'F8', what: 'next finding', pressed: { key: 'F8', keyCode: 119 } },
  {
    ...{ shown: `${modifier} Shift F`, what: 'format' },
    pressed: { key: 'F', keyCode: 70, shiftKey: true, ctrlKey: !isMac, metaKey: isMac },
  },
];

/** The text keeps the focus and its cursor. */
function press({ pressed }: EditorKey): void {
  const view = profileEditor();
  view?.focus();
  if (view !== undefined) runScopeHandlers(view, new KeyboardEvent('keydown', pressed), 'editor');
}

/** A row of buttons, which scrolls in a narrow window. */
export const EditorKeys = () => (
  <span class="keys small" role="toolbar" aria-label="At the cursor">
    {keys.map((one) => (
      <button
        key={one.shown}
        type="button"
        class="plain small"
        onMouseDown={(event) => event.preventDefault()}
        onClick={() => press(one)}
      >
        <kbd>{one.shown}</kbd> {one.what}
      </button>
    ))}
  </span>
);
