/** The findings of the text in the editor, and what the databases have said. */
import type { EditorView } from '@codemirror/view';
import { FindingList } from '../findings.tsx';
import { applyFix, type CurableFinding } from '../language/checked.ts';
import type { DatabaseState } from '../profile-check.ts';

interface FindingsPanelInput {
  readonly view: EditorView | undefined;
  readonly isProfile: boolean;
  readonly findings: readonly CurableFinding[];
  readonly databases: DatabaseState;
  readonly askDatabases: () => void;
}

/** One list: a finding of a database goes when its line is corrected. */
export function FindingsPanel({ view, isProfile, findings, databases, askDatabases }: FindingsPanelInput) {
  return (
    <>
      <FindingList
        findings={findings}
        onFix={isProfile && view !== undefined ? (fix) => applyFix(view, fix) : undefined}
      />
      {isProfile && (
        <div class="connected">
          <button type="button" class="plain small" disabled={databases.kind === 'asking'} onClick={askDatabases}>
            Check against the databases
          </button>
          <p class="quiet small" role="status">
            {databaseText(databases, findings)}
          </p>
        </div>
      )}
    </>
  );
}

/** Errors of a profile that is not finished: an endpoint is missing, a decision is open. They do not keep a database from describing the others. */
const unfinished = new Set(['MAP261', 'MAP284']);

/** Not each other error leaves statements undescribed; but without one all are described. */
function databaseText(state: DatabaseState, findings: readonly CurableFinding[]): string {
  switch (state.kind) {
    case 'not asked':
      return '';
    case 'asking':
      return 'The databases are being asked.';
    case 'asked':
      return findings.some(({ severity, code }) => severity === 'error' && !unfinished.has(code))
        ? 'The errors may keep the databases from describing all statements of this text.'
        : 'The databases have described the statements of this text.';
    case 'failed':
      return state.reason;
  }
}
