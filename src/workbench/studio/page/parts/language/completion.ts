/** Completion in the text of the profile, from the language service. */
import {
  acceptCompletion,
  autocompletion,
  type Completion,
  type CompletionContext,
  type CompletionResult,
  completionStatus,
  hasNextSnippetField,
  hasPrevSnippetField,
  nextSnippetField,
  pickedCompletion,
  snippet,
  startCompletion,
} from '@codemirror/autocomplete';
import { type EditorState, type Extension, Prec } from '@codemirror/state';
import { type EditorView, keymap, type PluginValue, ViewPlugin, type ViewUpdate } from '@codemirror/view';
import type { Proposal } from '../../../../operations/protocol/language.ts';
import { operations } from '../../../../operations/protocol/operations.ts';
import { call, listen } from '../../api.ts';
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

/** The selected place of a template that waits for a name, such as `your_table`. */
function placeholder({
  doc,
  selection: { main },
}: EditorState): { readonly from: number; readonly to: number } | undefined {
  const { from, to } = main;
  return to - from < 40 && /^your_\w+$/.test(doc.sliceString(from, to)) ? { from, to } : undefined;
}

/** What can stand in place of a placeholder. */
async function replacements(state: EditorState, from: number, to: number): Promise<CompletionResult | null> {
  const text = state.sliceDoc(0, from) + state.sliceDoc(to);
  const { items } = await call(operations.complete, { text, at: from });
  const names = items.filter(({ kind }) => kind === 'table' || kind === 'column');
  return names.length === 0 ? null : { from, to, options: options(names, from, from), filter: false };
}

async function proposals({ state, pos, explicit, aborted }: CompletionContext): Promise<CompletionResult | null> {
  const waiting = placeholder(state);
  if (waiting !== undefined) return replacements(state, waiting.from, waiting.to);
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

/** Whether the cursor is in a template that has other places. */
const isInTemplate = (state: EditorState): boolean => hasNextSnippetField(state) || hasPrevSnippetField(state);

/** Offers names at the places of a template without a key, also where the tables are read only after the cursor has come there. */
class TemplateCompletion implements PluginValue {
  readonly #view: EditorView;
  readonly #stop: () => void;

  constructor(view: EditorView) {
    this.#view = view;
    this.#stop = listen(({ kind }) => {
      if (kind === 'tables' && view.hasFocus && isInTemplate(view.state) && completionStatus(view.state) === null)
        startCompletion(view);
    });
  }

  update({ state, startState, selectionSet }: ViewUpdate): void {
    const [now, before] = [placeholder(state), placeholder(startState)];
    if (!selectionSet || now === undefined || now.from === before?.from) return;
    // An update cannot start another one.
    setTimeout(() => this.#view.hasFocus && startCompletion(this.#view));
  }

  destroy(): void {
    this.#stop();
  }
}

/** Milliseconds between two looks at proposals that are being asked for, and how many there are. */
const [pendingMs, mostLooks] = [25, 60];

/** Takes a proposal, and goes to the next place of the template that waits for a name. In a template, proposals that are being asked for are awaited. */
function acceptAndGoOn(view: EditorView, looks = 0): boolean {
  const { state } = view;
  if (acceptCompletion(view)) {
    if (view.state.selection.main.empty) nextSnippetField(view);
    return true;
  }
  if (completionStatus(state) === null || !isInTemplate(state) || looks === mostLooks)
    return looks > 0 && nextSnippetField(view);
  setTimeout(() => view.hasFocus && view.state.doc === state.doc && acceptAndGoOn(view, looks + 1), pendingMs);
  return true;
}

export const profileCompletion: Extension = [
  ViewPlugin.fromClass(TemplateCompletion),
  autocompletion({
    override: [proposals],
    icons: false,
    addToOptions: [{ render: kindLabel, position: 90 }],
    maxRenderedOptions: 100,
  }),
  // Before the key of templates, which would go on without the proposal.
  Prec.highest(keymap.of([{ key: 'Tab', run: (view: EditorView) => acceptAndGoOn(view) }])),
];
