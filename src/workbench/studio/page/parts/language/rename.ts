/** Gives the name at the cursor another one, in all files of the profile. */
import type { Extension } from '@codemirror/state';
import { EditorView, keymap } from '@codemirror/view';
import type { References } from '../../../../operations/protocol/names.ts';
import { operations } from '../../../../operations/protocol/operations.ts';
import { call } from '../../api.ts';
import { leavePopup, showPopup } from './popup.ts';

/** The text in the editor and its file, for a change that the server saves. */
export interface EditedFile {
  /** The version on disk which the text has been made from. */
  readonly version: () => string;
  /** The server has saved a text. `message`: what it has changed. */
  readonly saved: (text: string, version: string, message: string) => void;
}

const counted = (count: number): string => (count === 1 ? 'one place' : `${count} places`);

interface Renaming {
  readonly view: EditorView;
  readonly file: EditedFile;
  readonly name: NonNullable<References['name']>;
  readonly places: References['places'];
}

/** Returns why the name cannot be changed; undefined if it has been. */
async function apply({ view, file, name }: Renaming, wanted: string): Promise<string | undefined> {
  const { doc } = view.state;
  const request = { text: doc.toString(), at: name.from, name: wanted, version: file.version() };
  const renamed = await call(operations.rename, request);
  if (renamed.kind === 'refused') return renamed.reason;
  // A user who types meanwhile has another text: the page reports that the file has changed on disk.
  if (view.state.doc !== doc) return undefined;
  leavePopup(view);
  const changes = view.state.changes(renamed.edits);
  const message = `${wanted} is in ${counted(renamed.edits.length)} of this text.`;
  view.dispatch({
    changes,
    selection: { anchor: changes.mapPos(name.from, -1) },
    scrollIntoView: true,
    userEvent: 'input.rename',
    effects: EditorView.announce.of(message),
  });
  if (renamed.saved === undefined) return undefined;
  const others = renamed.others.map(({ path, count }) => `${counted(count)} of ${path}`);
  file.saved(
    view.state.doc.toString(),
    renamed.saved,
    `${wanted} is also in ${others.join(', ')}. All files are saved.`,
  );
  return undefined;
}

function element<Name extends keyof HTMLElementTagNameMap>(
  name: Name,
  className: string,
  text = '',
): HTMLElementTagNameMap[Name] {
  const made = document.createElement(name);
  made.className = className;
  made.textContent = text;
  return made;
}

/** The box with the name, in which Enter renames and Escape leaves. `fixed`: why it cannot be changed. */
function renameBox(renaming: Renaming, fixed: string | undefined): { readonly dom: HTMLElement; mount(): void } {
  const { view, name, places } = renaming;
  const form = element('form', 'rename-box');
  const label = element('label', '', 'New name ');
  const input = element('input', 'mono');
  input.value = name.text;
  input.readOnly = fixed !== undefined;
  input.autocomplete = 'off';
  input.spellcheck = false;
  const files = new Set(places.map(({ place }) => place.file)).size;
  const where = `${counted(places.length)}${files === 1 ? '' : ` in ${files} files`}`;
  const alert = element('p', 'small refused', fixed);
  alert.role = 'alert';
  label.append(input);
  form.append(
    label,
    element('p', 'quiet small', fixed === undefined ? `${where}. Enter renames, Esc leaves.` : where),
    alert,
    ...(fixed === undefined ? [element('button', 'primary', 'Rename')] : []),
  );
  form.onsubmit = (event) => {
    event.preventDefault();
    if (fixed !== undefined || input.value === name.text) return leavePopup(view);
    apply(renaming, input.value).then(
      (reason) => {
        alert.textContent = reason ?? '';
      },
      (error: unknown) => {
        alert.textContent = error instanceof Error ? error.message : String(error);
      },
    );
  };
  form.onkeydown = (event) => {
    if (event.key !== 'Escape') return;
    event.preventDefault();
    leavePopup(view);
  };
  const mount = (): void => {
    input.focus();
    input.select();
  };
  return { dom: form, mount };
}

async function open(view: EditorView, file: EditedFile): Promise<void> {
  const { doc, selection, readOnly } = view.state;
  if (readOnly) return;
  const at = selection.main.head;
  const { name, fixed, places } = await call(operations.references, { text: doc.toString(), at });
  if (view.state.doc !== doc || view.state.selection.main.head !== at) return;
  const create =
    name === undefined
      ? () => ({ dom: element('p', 'explained', fixed) })
      : () => renameBox({ view, file, name, places }, fixed);
  showPopup(view, { pos: name?.from ?? at, create });
}

/** F2 opens a box in which the name at the cursor is changed; nothing happens in an editor that is read-only. `file`: the text that is renamed. */
export const profileRename = (file: EditedFile): Extension =>
  keymap.of([
    {
      key: 'F2',
      preventDefault: true,
      run: (view) => {
        void open(view, file);
        return true;
      },
    },
  ]);
