/** The texts of the profile: edited, checked while typing, and saved to disk. */
import { useCallback, useEffect, useMemo, useState } from 'preact/hooks';
import type { OpenedFile } from '../../protocol/files.ts';
import type { Finding } from '../../protocol/findings.ts';
import { operations } from '../../protocol/operations.ts';
import type { Board, Project } from '../../protocol/project.ts';
import { call, listen } from '../api.ts';
import { Editor, type Target } from '../parts/editor.tsx';
import { FindingList } from '../parts/findings.tsx';
import { Loaded } from '../parts/status.tsx';
import { type Resource, useResource } from '../resource.ts';
import { go } from '../route.ts';

/** Milliseconds without a key press before the text is checked. */
const checkDelay = 250;

export interface ProfileViewInput {
  readonly project: Project;
  readonly board: Resource<Board>;
  readonly given: URLSearchParams;
}

export function ProfileView({ project, board, given }: ProfileViewInput) {
  const path = project.files.some((one) => one.path === given.get('file')) ? String(given.get('file')) : project.file;
  const isMerged = given.get('merged') !== null;
  const file = useResource(() => call(operations.read, { path }), path);
  return (
    <div class="profile">
      <div class="view-head">
        <h2>Profile</h2>
        <label class="row small spread">
          <input
            type="checkbox"
            checked={isMerged}
            onChange={({ currentTarget }) => go('profile', { merged: currentTarget.checked ? 1 : undefined })}
          />
          Merged with its bases
        </label>
      </div>
      {isMerged ? (
        <Merged own={project.name} />
      ) : (
        <Loaded resource={file}>
          {(opened) => <OpenFile key={path} {...{ project, board, given, path, opened, reload: file.reload }} />}
        </Loaded>
      )}
    </div>
  );
}

interface OpenFileInput extends ProfileViewInput {
  readonly path: string;
  readonly opened: OpenedFile;
  readonly reload: () => void;
}

type Notice = { readonly tone: 'warn' | 'bad' | ''; readonly text: string; readonly isConflict: boolean };

/** The text of one file with what has been typed. */
function useEditing({ path, opened, board }: Pick<OpenFileInput, 'path' | 'opened' | 'board'>) {
  const [saved, setSaved] = useState(opened);
  const [text, setText] = useState(opened.text);
  // What the editor shows first. It does not follow the typed text: the editor would get its own text back, late.
  const [start, setStart] = useState(opened.text);
  const [notice, setNotice] = useState<Notice>();
  const isChanged = text !== saved.text;
  const reloadBoard = board.reload;
  const save = useCallback(async () => {
    try {
      const result = await call(operations.save, { path, text, version: saved.version });
      if (result.kind === 'conflict')
        return setNotice({ tone: 'warn', text: 'The file has changed on disk since it was read.', isConflict: true });
      setSaved({ text, version: result.version });
      setNotice(undefined);
      reloadBoard();
    } catch (error) {
      setNotice({ tone: 'bad', text: error instanceof Error ? error.message : String(error), isConflict: false });
    }
  }, [path, text, saved, reloadBoard]);
  const take = useCallback(async () => {
    const fresh = await call(operations.read, { path });
    setSaved(fresh);
    setText(fresh.text);
    setStart(fresh.text);
    setNotice(undefined);
  }, [path]);
  const keep = useCallback(async () => {
    setSaved(await call(operations.read, { path }));
    setNotice(undefined);
  }, [path]);
  useEffect(
    () =>
      listen(async (event) => {
        if (event.kind !== 'files' || !event.paths.includes(path)) return;
        const fresh = await call(operations.read, { path });
        if (fresh.version === saved.version) return;
        if (isChanged) setNotice({ tone: 'warn', text: 'The file has changed on disk.', isConflict: true });
        else await take();
      }),
    [path, saved, isChanged, take],
  );
  return { text, setText, start, saved, isChanged, save, take, keep, notice };
}

/** Findings of a text while it is typed. Only the profile itself is checked; other files keep those of the board. */
function useFindings(text: string, isProfile: boolean, board: Resource<Board>): readonly Finding[] {
  const [found, setFound] = useState<readonly Finding[]>();
  useEffect(() => {
    if (!isProfile) return;
    let isCurrent = true;
    const timer = setTimeout(async () => {
      const { findings } = await call(operations.check, { text, connect: false });
      if (isCurrent) setFound(findings);
    }, checkDelay);
    return () => {
      isCurrent = false;
      clearTimeout(timer);
    };
  }, [text, isProfile]);
  return found ?? board.value?.findings ?? [];
}

function OpenFile({ project, board, given, path, opened }: OpenFileInput) {
  const { text, setText, start, saved, isChanged, save, take, keep, notice } = useEditing({ path, opened, board });
  const findings = useFindings(text, path === project.file, board);
  const own = useMemo(() => findings.filter(({ place }) => place?.file === path), [findings, path]);
  const [line, column] = [given.get('line'), given.get('column')];
  const target = useMemo<Target | undefined>(
    () => (line === null ? undefined : { line: Number(line), column: Number(column ?? 1) }),
    [line, column],
  );
  const isReadOnly = saved.readOnly !== undefined;
  return (
    <>
      <section class="panel editor" aria-label={`Text of ${path}`}>
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
        {notice && (
          <div class={`notice ${notice.tone} row`} role="alert">
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
        {isReadOnly && <div class="notice warn">{saved.readOnly}</div>}
        <Editor
          {...{ path, text: start, readOnly: isReadOnly, findings: own, target }}
          label={`Text of ${path}`}
          onChange={setText}
          onSave={save}
        />
      </section>
      <aside class="panel side" aria-label="Findings">
        <div class="row" style={{ padding: '10px 14px', borderBottom: '1px solid var(--line)' }}>
          <h3>Findings</h3>
          <button type="button" class="spread" disabled={!isChanged || isReadOnly} onClick={save}>
            Save <kbd>Ctrl S</kbd>
          </button>
        </div>
        <FindingList findings={findings} />
      </aside>
    </>
  );
}

/** The profile merged with what it extends, with the origin of each line. */
function Merged({ own }: { readonly own: string }) {
  const merged = useResource(() => call(operations.overlay, {}), 'overlay', { onFiles: true });
  return (
    <Loaded resource={merged}>
      {({ lines, findings }) => (
        <>
          {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls has to be reachable by keyboard */}
          <section class="panel editor" aria-label="Merged profile" tabIndex={0}>
            <div class="merged">
              {lines.map(({ text, origin }, index) => (
                <div key={index}>
                  <span class="text">{text}</span>
                  <span class={origin?.startsWith(`${own}:`) ? 'own' : 'base'}>{origin ?? ''}</span>
                </div>
              ))}
            </div>
          </section>
          <aside class="panel side" aria-label="Findings">
            <FindingList findings={findings} />
          </aside>
        </>
      )}
    </Loaded>
  );
}
