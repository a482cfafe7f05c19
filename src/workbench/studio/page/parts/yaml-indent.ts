/** The indentation of a new line in YAML: deeper behind a key without a value and in a block of text, otherwise that of the line before. */
import { indentService } from '@codemirror/language';
import type { Extension } from '@codemirror/state';

const blanksOf = (line: string): string => /^ */.exec(line)?.[0] ?? '';

/** A line whose value is on the next lines: a key without one, or the mark of a block. */
const opens = /(?:^|\s|["'\w/-])(?::|:\s*[|>][+-]?\d?)\s*(?:#.*)?$/;

/** Enter behind `endpoints:` begins an entry of it. A list item is indented by its dash. */
export const yamlIndent: Extension = indentService.of((context, position) => {
  if (context.simulatedBreak !== position) return null;
  const { text, from } = context.state.doc.lineAt(position);
  const before = text.slice(0, position - from);
  const indent = blanksOf(before).length;
  if (before.trim() === '') return indent;
  return opens.test(before) ? indent + (/^\s*- /.test(before) ? 4 : 2) : indent;
});
