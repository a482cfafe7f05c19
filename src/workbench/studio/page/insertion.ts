/** The editor of the profile, for views that insert into it at its cursor. */
import type { EditorView } from '@codemirror/view';

let editor: EditorView | undefined;

/** `view`: undefined if there is no editor any more. */
export function setProfileEditor(view: EditorView | undefined): void {
  editor = view;
}

/** The editor of the profile's text; undefined if the view Profile has not been opened. */
export const profileEditor = (): EditorView | undefined => editor;

interface ProfileCursor {
  readonly text: string;
  readonly at: number;
  /** Replaces the selection and sets the cursor behind the text. */
  insert(text: string): void;
}

/** The cursor of the profile's text; undefined if the view Profile has not been opened, or if the text cannot be changed. */
export function profileCursor(): ProfileCursor | undefined {
  const view = editor;
  if (view === undefined || view.state.readOnly) return undefined;
  const { doc, selection } = view.state;
  return {
    text: doc.toString(),
    at: selection.main.from,
    insert(text) {
      view.dispatch(view.state.replaceSelection(text), { scrollIntoView: true, userEvent: 'input' });
      // The editor is hidden until its view is shown again.
      addEventListener('hashchange', () => requestAnimationFrame(() => view.focus()), { once: true });
    },
  };
}
