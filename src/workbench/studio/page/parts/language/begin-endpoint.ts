/** Writes the first lines of an endpoint into the editor, with the cursor in the name of the table. */
import { snippet } from '@codemirror/autocomplete';
import type { EditorView } from '@codemirror/view';
import { operations } from '../../../../operations/protocol/operations.ts';
import { call } from '../../api.ts';

/** Does nothing if the text has the endpoint, or changes meanwhile. */
export async function beginEndpoint(view: EditorView, endpoint: string): Promise<void> {
  const { doc } = view.state;
  const { begun } = await call(operations.beginEndpoint, { text: doc.toString(), endpoint });
  if (begun === undefined || view.state.doc !== doc) return;
  const { from, to, insert } = begun;
  // The editor indents the lines of a template like the line where it begins: that has to be an empty one.
  view.dispatch({ changes: { from, to, insert: '\n' }, selection: { anchor: from + 1 } });
  snippet(insert.slice(1))(view, null, from + 1, from + 1);
  view.dispatch({ scrollIntoView: true });
  view.focus();
}
