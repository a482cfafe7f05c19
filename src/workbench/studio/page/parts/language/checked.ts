/** The last check of a text in the editor: findings in the margin with their cures, and highlighting of SQL and expressions. */
import { type Action, type Diagnostic, setDiagnostics } from '@codemirror/lint';
import { ChangeSet, type Extension, StateEffect, StateField, type Text } from '@codemirror/state';
import { Decoration, type DecorationSet, EditorView } from '@codemirror/view';
import type { ShownFinding } from '../../../../operations/protocol/findings.ts';
import type { Fix, TextToken } from '../../../../operations/protocol/language.ts';

/** A finding, and the changes of the text that cure it. */
export type CurableFinding = ShownFinding & { readonly fixes?: readonly Fix[] };

export interface CheckedText {
  /** The text that the places are about. */
  readonly text: string;
  readonly findings: readonly CurableFinding[];
  readonly tokens: readonly TextToken[];
}

const severities = { error: 'error', warning: 'warning', advice: 'info' } as const;

const setTokens = StateEffect.define<readonly TextToken[]>();

const tokens = StateField.define<DecorationSet>({
  create: () => Decoration.none,
  update(value, { changes, effects }) {
    const fresh = effects.find((effect) => effect.is(setTokens));
    if (fresh === undefined) return value.map(changes);
    const marks = fresh.value.map(({ from, to, type }) => Decoration.mark({ class: `tok-${type}` }).range(from, to));
    return Decoration.set(marks, true);
  },
  provide: (field) => EditorView.decorations.from(field),
});

/** What has been typed since the last check. */
const typed = StateField.define<ChangeSet>({
  create: ({ doc }) => ChangeSet.empty(doc.length),
  update(value, { changes, effects, newDoc }) {
    return effects.some((effect) => effect.is(setTokens)) ? ChangeSet.empty(newDoc.length) : value.compose(changes);
  },
});

/** Changes the text as a cure says. The cursor goes to the end of what it has written. */
export function applyFix(view: EditorView, { edits }: Fix): void {
  const since = view.state.field(typed);
  const changes = ChangeSet.of([...edits], since.length).map(since);
  const last = edits.at(-1);
  const end = last === undefined ? 0 : changes.mapPos(since.mapPos(last.from), 1);
  const isLine = last?.insert.endsWith('\n') === true;
  view.dispatch({
    changes,
    selection: { anchor: isLine ? end - 1 : end },
    scrollIntoView: true,
    userEvent: 'input.fix',
  });
  view.focus();
}

const actionOf = (fix: Fix): Action => ({ name: fix.title, apply: (view) => applyFix(view, fix) });

/** A finding in the form of the editor. Its place may be behind the end of a text that has become shorter. */
function diagnosticOf({ place, severity, code, message, hint, fixes = [] }: CurableFinding, text: Text): Diagnostic[] {
  if (place === undefined) return [];
  const line = text.line(Math.min(Math.max(1, place.line), text.lines));
  const from = Math.min(line.from + Math.max(0, place.column - 1), line.to);
  const to = Math.max(from, Math.min(from + Math.max(1, place.length), line.to));
  const actions = fixes.map(actionOf);
  return [{ from, to, severity: severities[severity], source: code, message: `${message}\n${hint}`, actions }];
}

/** Shows a check. One of an older text is left out: the next one follows. */
export function showChecked(view: EditorView, { text, findings, tokens: nextTokens }: CheckedText): void {
  const { state } = view;
  if (state.doc.toString() !== text) return;
  view.dispatch({ effects: setTokens.of(nextTokens) });
  const diagnostics = findings.flatMap((one) => diagnosticOf(one, state.doc));
  view.dispatch(setDiagnostics(view.state, diagnostics));
}

export const checkedText: Extension = [tokens, typed];
