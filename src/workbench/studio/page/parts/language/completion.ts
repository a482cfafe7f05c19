/** Completion in the text of the profile, from the language service. */
import {
  acceptCompletion,
  autocompletion,
  type Completion,
  type CompletionContext,
  type CompletionResult,
  pickedCompletion,
  snippet,
} from '@codemirror/autocomplete';
import type { Extension } from '@codemirror/state';
import { type EditorView, keymap } from '@codemirror/view';
import type { Proposal } from '../../../../operations/protocol/language.ts';
import { operations } from '../../../../operations/protocol/operations.ts';
import { call } from '../../api.ts';
import { markdownElement } from './markdown.ts';

/** Texts after which proposals appear without a key: part of a word, or a word of SQL that a name follows. */
const begins = /[\p{L}\p{N}_:.$/{]$|\b(?:from|join|on|as|into|update)\s$/iu;

type Apply = (view: EditorView, completion: Completion, from: number, to: number) => void;

/** Inserts a proposal. `queried`: the offset of the cursor when it was asked for. */
function apply({ from, to, insert, isSnippet }: Proposal, first: number, queried: number): Apply {
  return (view, completion, start, end) => {
    const [insertAt, last] = [start + from - first, end + to - queried];
    if (isSnippet) {
      snippet(insert)(view, completion, insertAt, last);
      return;
    }
    view.dispatch({
      changes: { from: insertAt, to: last, insert },
      selection: { anchor: insertAt + insert.length },
      annotations: pickedCompletion.of(completion),
      userEvent: 'input.complete',
      scrollIntoView: true,
    });
  };
}

function options(items: readonly Proposal[], first: number, queried: number): readonly Completion[] {
  return items.map((item, index) => {
    const { label, kind, detail, documentation } = item;
    return {
      ...{ label, type: kind, apply: apply(item, first, queried) },
      ...(detail === undefined ? {} : { detail }),
      ...(documentation === undefined ? {} : { info: () => markdownElement(documentation) }),
      // Equally good fits keep the order of the service.
      boost: Math.max(-50, 50 - index),
    };
  });
}

async function proposals({ state, pos, explicit, aborted }: CompletionContext): Promise<CompletionResult | null> {
  const line = state.doc.lineAt(pos);
  const before = line.text.slice(0, pos - line.from);
  if (!explicit && !begins.test(before)) return null;
  const { items, isIncomplete } = await call(operations.complete, { text: state.doc.toString(), at: pos });
  if (aborted || items.length === 0) return null;
  const from = Math.min(...items.map((item) => item.from));
  const written = state.sliceDoc(from, pos);
  return {
    from,
    options: options(items, from, pos),
    // A proposal that replaces another text than a word is not compared with it.
    filter: items.every(({ isFiltered }) => isFiltered),
    // More letters of the same word only make the list shorter.
    ...(isIncomplete
      ? {}
      : { validFor: (text: string) => text.startsWith(written) && /^:?[\p{L}\p{N}_$/ -]*$/u.test(text) }),
  };
}

/** The kind of a proposal at its end. */
function kindLabel({ type = '' }: Completion): Node {
  const element = document.createElement('span');
  element.className = 'kind';
  element.textContent = type;
  return element;
}

export const profileCompletion: Extension = [
  autocompletion({
    override: [proposals],
    icons: false,
    addToOptions: [{ render: kindLabel, position: 90 }],
    maxRenderedOptions: 100,
  }),
  keymap.of([{ key: 'Tab', run: (view: EditorView) => acceptCompletion(view) }]),
];
