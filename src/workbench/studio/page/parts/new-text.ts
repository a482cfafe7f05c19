/** Replaces the text of an editor with that of its file. */
import { ChangeSet, type EditorState, type TransactionSpec } from '@codemirror/state';

/**
 * Changes only what differs, so that the cursor stays at its text. A selection becomes a cursor: if all of it were replaced, it would grow to the whole text, which
 * the next key deletes.
 */
export function newText(state: EditorState, written: string): TransactionSpec {
  const { doc, selection } = state;
  // With the line breaks of the editor.
  const [before, text] = [doc.toString(), state.toText(written).toString()];
  const shorter = Math.min(before.length, text.length);
  let start = 0;
  while (start < shorter && before[start] === text[start]) start += 1;
  let end = 0;
  while (end < shorter - start && before[before.length - 1 - end] === text[text.length - 1 - end]) end += 1;
  const changes = ChangeSet.of(
    { from: start, to: before.length - end, insert: text.slice(start, text.length - end) },
    before.length,
  );
  return { changes, selection: { anchor: changes.mapPos(selection.main.head) } };
}
