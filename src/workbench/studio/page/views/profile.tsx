/** The texts of the profile: edited with the language service, checked while typing, and saved to disk. */
import type { EditorView } from '@codemirror/view';
import { useEffect, useMemo, useRef, useState } from 'preact/hooks';
import type { OpenedFile } from '../../../operations/protocol/files.ts';
import type { ShownFinding } from '../../../operations/protocol/findings.ts';
import type { KnownTables } from '../../../operations/protocol/language.ts';
import { operations } from '../../../operations/protocol/operations.ts';
import type { Board, Project } from '../../../operations/protocol/project.ts';
import { call } from '../api.ts';
import { setProfileEditor } from '../insertion.ts';
import { type Editing, useEditing } from '../parts/editing.ts';
import { Editor, type Target } from '../parts/editor.tsx';
import { FindingList } from '../parts/findings.tsx';
import { applyFix, type CheckedText } from '../parts/language/checked.ts';
import { profileLanguage } from '../parts/language/index.ts';
import { MergedProfile } from '../parts/merged-profile.tsx';
import { useProfileCheck } from '../parts/profile-check.ts';
import { Loaded } from '../parts/status.tsx';
import { type Resource, useResource } from '../resource.ts';
import { go } from '../route.ts';

interface ProfileViewInput {
  readonly project: Project;
  readonly board: Resource<Board>;
  readonly params: URLSearchParams;
}

/** The editors of the opened files, or the merged profile. `params`: `file`, `line`, `column`, `merged` and `origin` of the address. */
export function ProfileView({ project, board, params }: ProfileViewInput) {
  const path = project.files.some((one) => one.path === params.get('file')) ? String(params.get('file')) : project.file;
  const isMerged = params.get('merged') !== null;
  // A file that was opened stays: with what was typed into it, and what can be undone.
  const opened = useRef(new Set<string>());
  if (!isMerged) opened.current.add(path);
  return (
    <div class="profile">
      <div class="view-head">
        <h2>Profile</h2>
        <span class="quiet small keys">
          <kbd>Ctrl Space</kbd> complete <kbd>Ctrl .</kbd> fix <kbd>F1</kbd> explain <kbd>F12</kbd> definition{' '}
          <kbd>Shift F12</kbd> uses <kbd>F2</kbd> rename <kbd>F8</kbd> next finding
        </span>
        <label class="row small spread">
          <input
            type="checkbox"
            checked={isMerged}
            onChange={({ currentTarget }) => go('profile', { merged: currentTarget.checked ? 1 : undefined })}
          />
          Merged with its bases
        </label>
      </div>
      {isMerged && <MergedProfile profileName={project.name} origin={params.get('origin')} />}
      {[...opened.current].map((one) => (
        <FileView key={one} {...{ project, board, params }} path={one} isShown={!isMerged && one === path} />
      ))}
    </div>
  );
}

interface FileViewInput extends ProfileViewInput {
  readonly path: string;
  readonly isShown: boolean;
}

function FileView(input: FileViewInput) {
  const file = useResource(() => call(operations.read, { path: input.path }), input.path);
  return (
    <div class="file" hidden={!input.isShown}>
      <Loaded resource={file}>{(opened) => <OpenFile {...input} opened={opened} />}</Loaded>
    </div>
  );
}

function OpenFile({ project, board, params, path, isShown, opened }: FileViewInput & { readonly opened: OpenedFile }) {
  const editing = useEditing(path, opened, board.reload);
  const isProfile = path === project.file;
  const latest = useRef(editing);
  latest.current = editing;
  const language = useMemo(
    () =>
      isProfile
        ? profileLanguage({
            version: () => latest.current.saved.version,
            saved: (...given) => latest.current.adopt(...given),
          })
        : [],
    [isProfile],
  );
  const { checked, tables } = useProfileCheck(editing.text, isProfile);
  const [view, setView] = useState<EditorView>();
  const onView = (one: EditorView | undefined): void => {
    setView(one);
    if (isProfile) setProfileEditor(one);
  };
  // The user can write at once after opening the view.
  useEffect(() => {
    if (isShown) view?.focus();
  }, [view, isShown, params]);
  const target = useMemo<Target | undefined>(() => {
    const line = params.get('line');
    return line === null || !isShown ? undefined : { line: Number(line), column: Number(params.get('column') ?? 1) };
  }, [params, isShown]);
  const onDisk = useMemo<CheckedText | undefined>(() => {
    const findings = board.value?.findings.filter(({ place }) => place?.file === path);
    return isProfile || findings === undefined ? undefined : { text: editing.text, findings, tokens: [] };
  }, [isProfile, board.value, path]);
  const fileChecks = useMemo(
    () => checked && { ...checked, findings: checked.findings.filter(({ place }) => place?.file === path) },
    [checked, path],
  );
  return (
    <>
      <section class="panel editor" aria-label={`Text of ${path}`}>
        <Tabs {...{ project, path }} isChanged={editing.isChanged} />
        <Notices {...{ editing }} />
        <Editor
          {...{ path, target, onView }}
          initial={editing.start}
          readOnly={editing.saved.readOnly !== undefined}
          checked={fileChecks ?? onDisk}
          language={language}
          label={`Text of ${path}`}
          onChange={editing.setText}
          onSave={editing.save}
        />
        {isProfile && tables && <TablesLine tables={tables} />}
      </section>
      <Findings
        {...{ editing, view, isProfile }}
        findings={(isProfile ? checked?.findings : undefined) ?? board.value?.findings ?? []}
      />
    </>
  );
}

function Tabs({
  project,
  path,
  isChanged,
}: {
  readonly project: Project;
  readonly path: string;
  readonly isChanged: boolean;
}) {
  return (
    <div class="tabs" role="tablist" aria-label="Files">
      {project.files.map((one) => (
        <button
          key={one.path}
          type="button"
          role="tab"
          aria-selected={one.path === path}
          onClick={() => go('profile', { file: one.path })}
        >
          {one.path}
          {one.path === path && isChanged ? ' •' : ''}
        </button>
      ))}
    </div>
  );
}

function Notices({ editing: { notice, take, keep, saved } }: { readonly editing: Editing }) {
  return (
    <>
      {notice && (
        <div class={`notice ${notice.tone} row`} role={notice.tone === 'good' ? 'status' : 'alert'}>
          <span>{notice.text}</span>
          {notice.isConflict && (
            <>
              <button type="button" class="spread" onClick={take}>
                Take the text on disk
              </button>
              <button type="button" onClick={keep}>
                Keep mine
              </button>
            </>
          )}
        </div>
      )}
      {saved.readOnly !== undefined && <div class="notice warn">{saved.readOnly}</div>}
    </>
  );
}

/** What completion knows of the tables of the ERP. */
function TablesLine({ tables }: { readonly tables: KnownTables }) {
  const text = {
    known: () => (tables.kind === 'known' ? `Completes the ${tables.count} tables of ${origin[tables.from]}.` : ''),
    reading: () => 'The tables of the ERP are being read.',
    unknown: () => (tables.kind === 'unknown' ? `Tables and columns are not completed: ${tables.reason}` : ''),
  }[tables.kind]();
  return <p class="status-line quiet small">{text}</p>;
}

const origin = { database: 'the database', saved: 'the saved file' } as const;

interface FindingsInput {
  readonly editing: Editing;
  readonly view: EditorView | undefined;
  readonly isProfile: boolean;
  readonly findings: CheckedText['findings'];
}

function Findings({ editing, view, isProfile, findings }: FindingsInput) {
  const { isChanged, saved, save } = editing;
  const [connected, setConnected] = useState<readonly ShownFinding[] | string>();
  const checkDatabases = (): Promise<void> =>
    call(operations.checkDatabases, {}).then(
      (answer) => setConnected(answer.findings),
      (error: unknown) => setConnected(error instanceof Error ? error.message : String(error)),
    );
  return (
    <aside class="panel side" aria-label="Findings">
      <div class="row head">
        <h3>Findings</h3>
        <button type="button" class="spread" disabled={!isChanged || saved.readOnly !== undefined} onClick={save}>
          Save <kbd>Ctrl S</kbd>
        </button>
      </div>
      <FindingList
        findings={findings}
        onFix={isProfile && view !== undefined ? (fix) => applyFix(view, fix) : undefined}
      />
      {isProfile && (
        <div class="connected">
          <button type="button" class="plain small" disabled={isChanged} onClick={checkDatabases}>
            Check against the databases
          </button>
          {typeof connected === 'string' && <p class="small">{connected}</p>}
          {typeof connected === 'object' && <FindingList findings={connected} />}
        </div>
      )}
    </aside>
  );
}
