/** "Make a case of this": shows what would be written, and writes it under the name that the person gives. */
import { useEffect, useRef, useState } from 'preact/hooks';
import type { CasePreview } from '../../../operations/protocol/make-case.ts';
import { operations } from '../../../operations/protocol/operations.ts';
import { call } from '../api.ts';
import { linkTo } from '../route.ts';
import { Scrolled } from './scrolled-text.tsx';
import { TableHead } from './table-head.tsx';

type Ready = Extract<CasePreview, { kind: 'ready' }>;

/** Milliseconds without a key press before the files are shown for another name. */
const typingMs = 250;

const messageOf = (error: unknown): string => (error instanceof Error ? error.message : String(error));

interface MakeCaseInput {
  /** The number of the call. */
  readonly number: number;
  readonly onClose: () => void;
  readonly onMade: (files: readonly string[]) => void;
}

/** A modal dialog with the files of a case of one call, which submitting writes. `onMade` gets their paths. The dialog shows errors. */
export function MakeCase({ number, onClose, onMade }: MakeCaseInput) {
  const dialog = useRef<HTMLDialogElement>(null);
  const name = useRef<HTMLInputElement>(null);
  const [title, setTitle] = useState<string>();
  const [preview, setPreview] = useState<CasePreview>();
  const [error, setError] = useState<string>();
  useEffect(() => dialog.current?.showModal(), []);
  const isShown = preview?.kind === 'ready' && preview.title === title?.trim();
  useEffect(() => {
    if (isShown) return;
    let isCurrent = true;
    const load = async (): Promise<void> => {
      try {
        const next = await call(operations.previewCase, { call: number, ...(title === undefined ? {} : { title }) });
        if (!isCurrent) return;
        setPreview(next);
        if (title === undefined && next.kind === 'ready') setTitle(next.title);
      } catch (failure) {
        if (isCurrent) setError(messageOf(failure));
      }
    };
    const timer = setTimeout(load, title === undefined ? 0 : typingMs);
    return () => {
      isCurrent = false;
      clearTimeout(timer);
    };
  }, [number, title, isShown]);
  const isReady = preview?.kind === 'ready';
  // The proposed name can be typed over at once.
  useEffect(() => name.current?.select(), [isReady]);
  const write = async (): Promise<void> => {
    if (!isShown || preview.problem !== undefined) return;
    try {
      const { files } = await call(operations.makeCase, { call: number, title: preview.title });
      onMade(files);
      dialog.current?.close();
    } catch (failure) {
      setError(messageOf(failure));
    }
  };
  return (
    <dialog ref={dialog} class="wide" aria-labelledby="make-case-title" onClose={onClose}>
      <form
        class="stack"
        onSubmit={(event) => {
          event.preventDefault();
          void write();
        }}
      >
        <h3 id="make-case-title">Make a case of this call</h3>
        {preview === undefined && error === undefined && (
          <p class="quiet" role="status">
            Replacing all values, and replaying the call over the invented ones…
          </p>
        )}
        {preview?.kind === 'impossible' && (
          <p class="notice warn" role="alert">
            {preview.reason}
          </p>
        )}
        {preview?.kind === 'ready' && (
          <>
            <div class="field">
              <label for="case-name">Name: what the case shows</label>
              <input
                id="case-name"
                ref={name}
                value={title}
                maxLength={150}
                dir="auto"
                autocomplete="off"
                aria-invalid={preview.problem !== undefined}
                onInput={({ currentTarget }) => setTitle(currentTarget.value)}
              />
            </div>
            <Files preview={preview} />
          </>
        )}
        {error !== undefined && (
          <p class="notice bad" role="alert">
            {error}
          </p>
        )}
        <div class="row">
          <button type="button" class="spread" onClick={() => dialog.current?.close()}>
            {isReady ? 'Write nothing' : 'Close'} <kbd>Esc</kbd>
          </button>
          {preview?.kind === 'ready' && (
            <button type="submit" class="primary" disabled={!isShown || preview.problem !== undefined}>
              Write the case <kbd>Enter</kbd>
            </button>
          )}
        </div>
      </form>
    </dialog>
  );
}

/** What will be written, file by file. */
function Files({ preview: { files, notes, replaced, problem } }: { readonly preview: Ready }) {
  return (
    <>
      {problem !== undefined && (
        <p class="notice warn small" role="alert">
          {problem}
        </p>
      )}
      {notes.map((note) => (
        <p key={note} class="quiet small">
          {note}
        </p>
      ))}
      {files.map(({ path, text }) => (
        <section key={path.replace(/^.*\//, '')} class="stack">
          <h4 class="mono">{path}</h4>
          <Scrolled label={`Text of ${path}`} class="code">
            <pre>{text}</pre>
          </Scrolled>
        </section>
      ))}
      {replaced.length > 0 && (
        <details>
          <summary>Replaced: {replaced.length} columns and members, with an example of each</summary>
          <Scrolled label="Replaced values" class="scroll panel">
            <table class="grid">
              <TableHead names={['Place', 'Class', 'In the ERP', 'In the case']} />
              <tbody>
                {replaced.map(({ place, what, real, invented }) => (
                  <tr key={place}>
                    <td>{place}</td>
                    <td>{what}</td>
                    <td dir="auto" title={real}>
                      {real}
                    </td>
                    <td dir="auto" title={invented}>
                      {invented}
                    </td>
                  </tr>
                ))}
              </tbody>
            </table>
          </Scrolled>
        </details>
      )}
    </>
  );
}

/** The files that were written, each as a link to its text. */
export function WrittenCase({ files }: { readonly files: readonly string[] }) {
  const [file, ...others] = files;
  return (
    <div class="notice small row wrap" role="status">
      <span>Written:</span>
      <a class="mono" href={linkTo('profile', { file })}>
        {file}
      </a>
      {others.map((path) => (
        <a key={path} class="mono" href={linkTo('profile', { file: path })}>
          {path}
        </a>
      ))}
      <a class="plain spread" href={linkTo('proof', { kind: 'cases' })}>
        Run the cases
      </a>
    </div>
  );
}
