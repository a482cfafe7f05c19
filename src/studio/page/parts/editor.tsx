/** The text editor: CodeMirror with findings in the margin. */
import { closeBrackets, closeBracketsKeymap } from '@codemirror/autocomplete';
import { defaultKeymap, history, historyKeymap, indentWithTab } from '@codemirror/commands';
import { json } from '@codemirror/lang-json';
import { sql } from '@codemirror/lang-sql';
import { yaml } from '@codemirror/lang-yaml';
import { bracketMatching, foldGutter, foldKeymap, indentOnInput, indentUnit } from '@codemirror/language';
import { type Diagnostic, lintGutter, lintKeymap, setDiagnostics } from '@codemirror/lint';
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
import { useEffect, useRef } from 'preact/hooks';
import type { Finding } from '../../protocol/findings.ts';
import { editorTheme } from './editor-theme.ts';

const nonce = document.querySelector<HTMLMetaElement>('meta[name="csp-nonce"]')?.content ?? '';

function languageOf(path: string): Extension {
  if (/\.ya?ml$/.test(path)) return yaml();
  if (path.endsWith('.sql')) return sql();
  return path.endsWith('.json') ? json() : [];
}

const severities = { error: 'error', warning: 'warning', advice: 'info' } as const;

/** A finding in the form of the editor. Its place may be behind the end of a text that is being edited. */
function diagnosticOf({ place, severity, code, message, hint }: Finding, text: Text): readonly Diagnostic[] {
  if (place === undefined) return [];
  const line = text.line(Math.min(Math.max(1, place.line), text.lines));
  const from = Math.min(line.from + Math.max(0, place.column - 1), line.to);
  const to = Math.min(from + Math.max(1, place.length), line.to);
  return [
    { from, to: Math.max(from, to), severity: severities[severity], source: code, message: `${message}\n${hint}` },
  ];
}

/** Where the cursor goes. A new object goes there again. */
export interface Target {
  readonly line: number;
  readonly column: number;
}

export interface EditorInput {
  readonly label: string;
  readonly path: string;
  /** The text as it was read; a change of it replaces the edited text. */
  readonly text: string;
  readonly readOnly?: boolean;
  readonly findings?: readonly Finding[];
  readonly target?: Target | undefined;
  readonly onChange?: (text: string) => void;
  readonly onSave?: () => void;
  readonly onRun?: () => void;
}

type Callbacks = { readonly [Name in 'onChange' | 'onSave' | 'onRun']: EditorInput[Name] | undefined };

function extensionsOf(
  { path, label }: EditorInput,
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
    keymap.of([
      { key: 'Mod-s', run: run('onSave'), preventDefault: true },
      { key: 'Mod-Enter', run: run('onRun') },
      ...[...closeBracketsKeymap, ...defaultKeymap, ...searchKeymap, ...historyKeymap, ...foldKeymap, ...lintKeymap],
      indentWithTab,
    ]),
    EditorView.updateListener.of((update) => {
      if (update.docChanged) callbacks.current.onChange?.(update.state.doc.toString());
    }),
  ];
}

export function Editor(input: EditorInput) {
  const { path, text, readOnly = false, findings = [], target, onChange, onSave, onRun } = input;
  const host = useRef<HTMLDivElement>(null);
  const view = useRef<EditorView>(undefined);
  const editing = useRef(new Compartment());
  const callbacks = useRef<Callbacks>({ onChange, onSave, onRun });
  callbacks.current = { onChange, onSave, onRun };
  useEffect(() => {
    if (host.current === null) return;
    const state = EditorState.create({
      doc: text,
      extensions: extensionsOf(input, callbacks, editing.current.of(EditorState.readOnly.of(readOnly))),
    });
    view.current = new EditorView({ state, parent: host.current });
    // A region that scrolls has to be reachable by keyboard.
    view.current.scrollDOM.tabIndex = 0;
    return () => view.current?.destroy();
  }, [path]);
  useEffect(() => {
    const { current } = view;
    if (current === undefined || current.state.doc.toString() === text) return;
    current.dispatch({ changes: { from: 0, to: current.state.doc.length, insert: text } });
  }, [text]);
  useEffect(() => {
    view.current?.dispatch({ effects: editing.current.reconfigure(EditorState.readOnly.of(readOnly)) });
  }, [readOnly]);
  useEffect(() => {
    const { current } = view;
    current?.dispatch(
      setDiagnostics(
        current.state,
        findings.flatMap((one) => diagnosticOf(one, current.state.doc)),
      ),
    );
  }, [findings]);
  useEffect(() => {
    const { current } = view;
    if (current === undefined || target === undefined) return;
    const line = current.state.doc.line(Math.min(Math.max(1, target.line), current.state.doc.lines));
    const anchor = Math.min(line.from + target.column - 1, line.to);
    current.dispatch({ selection: { anchor }, effects: EditorView.scrollIntoView(anchor, { y: 'center' }) });
    current.focus();
  }, [target, path]);
  return <div class="host" ref={host} />;
}
