/** The text editor: CodeMirror with findings in the margin. */
import { closeBrackets, closeBracketsKeymap } from '@codemirror/autocomplete';
import { defaultKeymap, history, historyKeymap, indentWithTab } from '@codemirror/commands';
import { json } from '@codemirror/lang-json';
import { sql } from '@codemirror/lang-sql';
import { yaml } from '@codemirror/lang-yaml';
import { bracketMatching, foldGutter, foldKeymap, indentOnInput, indentUnit } from '@codemirror/language';
import { lintGutter, lintKeymap } from '@codemirror/lint';
import { highlightSelectionMatches, search, searchKeymap } from '@codemirror/search';
import { Compartment, EditorState, type Extension, type Text } from '@codemirror/state';
import {
  drawSelection,
  EditorView,
  highlightActiveLine,
  highlightActiveLineGutter,
  keymap,
  lineNumbers,
} from '@codemirror/view';
import { useLayoutEffect, useRef } from 'preact/hooks';
import { editorTheme } from './editor-theme.ts';
import { type CheckedText, checkedText, showChecked } from './language/checked.ts';
import { fixMenu } from './language/fix-menu.ts';
import { popup } from './language/popup.ts';
import { newText } from './new-text.ts';
import { yamlIndent } from './yaml-indent.ts';

const nonce = document.querySelector<HTMLMetaElement>('meta[name="csp-nonce"]')?.content ?? '';

function languageOf(path: string): Extension {
  if (/\.ya?ml$/.test(path)) return [yaml(), yamlIndent];
  if (path.endsWith('.sql')) return sql();
  return path.endsWith('.json') ? json() : [];
}

/** Where the cursor goes. A new object goes there again. */
export interface Target {
  readonly line: number;
  readonly column: number;
}

interface EditorInput {
  readonly label: string;
  readonly path: string;
  /** The text as it was read; a new object replaces the edited text. */
  readonly initial: { readonly text: string };
  readonly readOnly?: boolean;
  /** Findings and highlighting of a text. */
  readonly checked?: CheckedText | undefined;
  /** The language service of the text; that of the first rendering counts. */
  readonly language?: Extension;
  readonly target?: Target | undefined;
  readonly onChange?: (text: string) => void;
  readonly onSave?: () => void;
  readonly onRun?: () => void;
  /** Gets the text and the line of the cursor, counted from 1, when one of them changes. */
  readonly onCursor?: ((text: Text, line: number) => void) | undefined;
  /** Gets the editor when it is there, and undefined when it is gone. */
  readonly onView?: (view: EditorView | undefined) => void;
}

type Callbacks = { readonly [Name in 'onChange' | 'onSave' | 'onRun' | 'onCursor']: EditorInput[Name] | undefined };

function extensionsOf(
  { path, label, language = [] }: EditorInput,
  callbacks: { readonly current: Callbacks },
  editing: Extension,
): Extension {
  const run = (name: 'onSave' | 'onRun') => () => {
    callbacks.current[name]?.();
    return callbacks.current[name] !== undefined;
  };
  return [
    EditorView.cspNonce.of(nonce),
    EditorView.contentAttributes.of({ 'aria-label': label }),
    ...[lineNumbers(), foldGutter(), history(), drawSelection(), indentOnInput(), bracketMatching(), closeBrackets()],
    ...[highlightActiveLine(), highlightActiveLineGutter(), highlightSelectionMatches(), search({ top: true })],
    ...[indentUnit.of('  '), lintGutter(), languageOf(path), editorTheme, editing],
    ...[language, checkedText, fixMenu, popup],
    keymap.of([
      { key: 'Mod-s', run: run('onSave'), preventDefault: true },
      { key: 'Mod-Enter', run: run('onRun') },
      ...[...closeBracketsKeymap, ...defaultKeymap, ...searchKeymap, ...historyKeymap, ...foldKeymap, ...lintKeymap],
      indentWithTab,
    ]),
    EditorView.updateListener.of((update) => {
      const { state, docChanged, selectionSet } = update;
      if (docChanged) callbacks.current.onChange?.(state.doc.toString());
      if (docChanged || selectionSet)
        callbacks.current.onCursor?.(state.doc, state.doc.lineAt(state.selection.main.head).number);
    }),
  ];
}

/**
 * An editor whose state belongs to one `path`: another path creates a new editor, without the history of the first. Saving is Ctrl S, running
 * is Ctrl Enter.
 */
export function Editor(input: EditorInput) {
  const { path, initial, readOnly = false, checked, target, onChange, onSave, onRun, onCursor, onView } = input;
  const host = useRef<HTMLDivElement>(null);
  const view = useRef<EditorView>(undefined);
  const editing = useRef(new Compartment());
  const callbacks = useRef<Callbacks>({ onChange, onSave, onRun, onCursor });
  callbacks.current = { onChange, onSave, onRun, onCursor };
  // Layout effects run before the page handles the next key: an ordinary effect with a given text would overwrite what was typed in between.
  useLayoutEffect(() => {
    if (host.current === null) return;
    const state = EditorState.create({
      doc: initial.text,
      extensions: extensionsOf(input, callbacks, editing.current.of(EditorState.readOnly.of(readOnly))),
    });
    view.current = new EditorView({ state, parent: host.current });
    // A region that scrolls has to be reachable by keyboard.
    view.current.scrollDOM.tabIndex = 0;
    onView?.(view.current);
    return () => {
      onView?.(undefined);
      view.current?.destroy();
    };
  }, [path]);
  useLayoutEffect(() => {
    const { current } = view;
    if (current === undefined || current.state.doc.toString() === initial.text) return;
    current.dispatch(newText(current.state, initial.text));
  }, [initial]);
  useLayoutEffect(() => {
    view.current?.dispatch({ effects: editing.current.reconfigure(EditorState.readOnly.of(readOnly)) });
  }, [readOnly]);
  useLayoutEffect(() => {
    if (view.current !== undefined && checked !== undefined) showChecked(view.current, checked);
  }, [checked]);
  useLayoutEffect(() => {
    const { current } = view;
    if (current === undefined || target === undefined) return;
    const line = current.state.doc.line(Math.min(Math.max(1, target.line), current.state.doc.lines));
    const anchor = Math.min(line.from + target.column - 1, line.to);
    current.dispatch({ selection: { anchor }, effects: EditorView.scrollIntoView(anchor, { y: 'center' }) });
    current.focus();
  }, [target, path]);
  return <div class="host" ref={host} />;
}
