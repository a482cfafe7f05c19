/** A file in the editor, with its findings or the last call beside it. */
import type { Text } from '@codemirror/state';
import type { EditorView } from '@codemirror/view';
import { useEffect, useMemo, useRef, useState } from 'preact/hooks';
import type { OpenedFile } from '../../../../operations/protocol/files.ts';
import type { KnownTables } from '../../../../operations/protocol/language.ts';
import type { Board, Project } from '../../../../operations/protocol/project.ts';
import type { WriteLock } from '../../../../operations/protocol/write-lock.ts';
import { setProfileEditor } from '../../insertion.ts';
import type { Resource } from '../../resource.ts';
import { go, linkTo } from '../../route.ts';
import type { CallsState } from '../calls.ts';
import { type Editing, useEditing } from '../editing.ts';
import { Editor, type Target } from '../editor.tsx';
import { isInDialog } from '../keys.ts';
import { beginEndpoint } from '../language/begin-endpoint.ts';
import type { CheckedText } from '../language/checked.ts';
import { profileLanguage } from '../language/index.ts';
import { asksForValue } from '../missing-value.ts';
import { useProfileCheck } from '../profile-check.ts';
import { showBelow } from '../show-below.ts';
import { AnswerPanel } from './answer-panel.tsx';
import { endpointAt } from './endpoint-at.ts';
import { FindingsPanel } from './findings-panel.tsx';
import { SidePanel, type SideTab } from './side-panel.tsx';

interface OpenFileInput {
  readonly project: Project;
  readonly board: Resource<Board>;
  readonly lock: WriteLock | undefined;
  readonly calls: CallsState;
  readonly params: URLSearchParams;
  readonly path: string;
  readonly isShown: boolean;
  readonly opened: OpenedFile;
}

/** The endpoint at the cursor, or the one that was chosen until the cursor moves to another one. */
function useEndpoint({ project }: OpenFileInput) {
  const endpoints = project.endpoints.filter(({ kind }) => kind !== 'service');
  const [path, setPath] = useState<string>();
  const atCursor = useRef<string>(undefined);
  const onCursor = (text: Text, line: number): void => {
    const next = endpointAt(text, line);
    if (next === undefined || next === atCursor.current) return;
    atCursor.current = next;
    setPath(next);
  };
  return { endpoints, endpoint: endpoints.find((one) => one.path === path) ?? endpoints[0], onCursor, pick: setPath };
}

/** Saves, and calls with the last request: Ctrl Enter in the text and beside it. */
function useRun(input: OpenFileInput, editing: Editing, endpoint: Project['endpoints'][number] | undefined) {
  const [tab, setTab] = useState<SideTab>('findings');
  const run = async (): Promise<void> => {
    if (endpoint === undefined) return;
    setTab('answer');
    showBelow(place.current?.querySelector('.side'));
    // The request is shown then.
    await new Promise(requestAnimationFrame);
    const isAsking = asksForValue(place.current?.querySelector('.side'));
    const isSaved = editing.isChanged ? await editing.save() : true;
    if (!isSaved || isAsking) return;
    await input.calls.run(endpoint);
    showBelow(place.current?.querySelector('.side .result'));
  };
  const latest = useRef(run);
  latest.current = run;
  const save = useRef(editing.save);
  save.current = editing.save;
  const { isShown } = input;
  const place = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const press = (event: KeyboardEvent): void => {
      const isHere = isShown && place.current?.checkVisibility() === true && !isInDialog();
      if (!isHere || !(event.ctrlKey || event.metaKey) || event.defaultPrevented) return;
      if (event.key === 'Enter') void latest.current();
      if (event.key !== 's') return;
      event.preventDefault();
      void save.current();
    };
    addEventListener('keydown', press);
    return () => removeEventListener('keydown', press);
  }, [isShown]);
  return { tab, setTab, run: () => void latest.current(), place };
}

/** `opened`: the file as it was first read. */
export function OpenFile(input: OpenFileInput) {
  const { project, board, params, path, isShown, opened, lock, calls } = input;
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
  const connects = project.sources.some(({ kind }) => kind === 'sql');
  const { checked, tables, databases, askDatabases } = useProfileCheck({
    ...{ path, text: editing.text, isProfile, connects },
  });
  const [view, setView] = useState<EditorView>();
  const onView = (one: EditorView | undefined): void => {
    setView(one);
    if (isProfile) setProfileEditor(one);
  };
  // The user can write at once after opening the view.
  useEffect(() => {
    if (isShown) view?.focus();
  }, [view, isShown, params]);
  const begun = params.get('begin');
  useEffect(() => {
    if (begun === null || view === undefined || !isShown || !isProfile) return;
    // The address without it: going back to the view begins nothing.
    history.replaceState(null, '', linkTo('profile', {}));
    void beginEndpoint(view, begun);
  }, [begun, view, isShown, isProfile]);
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
  const { endpoints, endpoint, onCursor, pick } = useEndpoint(input);
  const { tab, setTab, run, place } = useRun(input, editing, endpoint);
  const findings = (isProfile ? checked?.findings : undefined) ?? board.value?.findings ?? [];
  const isRunning = endpoint !== undefined && calls.get(endpoint).isRunning;
  const verb = endpoint === undefined ? undefined : endpoint.kind === 'write' ? 'Rehearse' : 'Call';
  return (
    <div class={`file-columns with-${tab}`} ref={place}>
      <section class="panel editor" aria-label={`Text of ${path}`}>
        <Tabs {...{ project, path }} isChanged={editing.isChanged} />
        <Notices {...{ editing }} onTaken={() => view?.focus()} />
        <Editor
          {...{ path, target, onView, onCursor, language }}
          initial={editing.start}
          readOnly={editing.saved.readOnly !== undefined}
          checked={fileChecks ?? onDisk}
          label={`Text of ${path}`}
          onChange={editing.setText}
          onSave={() => void editing.save()}
          onRun={run}
        />
        {isProfile && tables && <TablesLine tables={tables} />}
      </section>
      <SidePanel
        {...{ tab, editing, isRunning, verb }}
        count={findings.length}
        onTab={(next) => {
          setTab(next);
          showBelow(place.current?.querySelector('.side'));
        }}
        onRun={run}
        onLeave={() => view?.focus()}
      >
        {tab === 'findings' ? (
          <FindingsPanel {...{ view, isProfile, findings, databases, askDatabases }} />
        ) : (
          endpoint && <AnswerPanel {...{ project, lock, calls, endpoints, endpoint }} onPick={pick} onRun={run} />
        )}
      </SidePanel>
    </div>
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

interface NoticesInput {
  readonly editing: Editing;
  /** Called when the notice is gone: the focus goes back to the text. */
  readonly onTaken: () => void;
}

function Notices({ editing: { notice, take, keep, saved }, onTaken }: NoticesInput) {
  return (
    <>
      {notice && (
        <div class={`notice ${notice.tone} row wrap`} role={notice.tone === 'good' ? 'status' : 'alert'}>
          <span>{notice.text}</span>
          {notice.isConflict && (
            <>
              <button type="button" class="spread" onClick={() => void take().then(onTaken)}>
                Take the text on disk
              </button>
              <button type="button" onClick={() => void keep().then(onTaken)}>
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
