/** The text of one file with what has been typed, and its state on disk. */
import { useCallback, useEffect, useRef, useState } from 'preact/hooks';
import type { OpenedFile } from '../../../operations/protocol/files.ts';
import { operations } from '../../../operations/protocol/operations.ts';
import { call, listen } from '../api.ts';

interface Notice {
  readonly tone: 'good' | 'warn' | 'bad';
  readonly text: string;
  /** Whether the person has to choose between the text on disk and the typed one. */
  readonly isConflict: boolean;
}

export interface Editing {
  readonly text: string;
  readonly setText: (text: string) => void;
  /** What the editor shows first. It does not follow the typed text: the editor would get its own text back, late. */
  readonly start: { readonly text: string };
  readonly saved: OpenedFile;
  readonly isChanged: boolean;
  readonly notice: Notice | undefined;
  /** Whether the text is on disk then. */
  readonly save: () => Promise<boolean>;
  /** The server has saved this text. */
  readonly adopt: (text: string, version: string, message: string) => void;
  /** Takes the text on disk. */
  readonly take: () => Promise<void>;
  /** Keeps the typed text, which the next save writes. */
  readonly keep: () => Promise<void>;
}

interface State {
  readonly text: string;
  readonly saved: OpenedFile;
}

/** `opened`: the file as it was first read; `onSaved` is called after each save. */
export function useEditing(path: string, opened: OpenedFile, onSaved: () => void): Editing {
  const [state, setState] = useState<State>({ text: opened.text, saved: opened });
  const [start, setStart] = useState({ text: opened.text });
  const [notice, setNotice] = useState<Notice>();
  /** The state that is not rendered yet, too. */
  const latest = useRef(state);
  const change = useCallback((part: Partial<State>) => {
    latest.current = { ...latest.current, ...part };
    setState(latest.current);
  }, []);
  const last = useRef(Promise.resolve());
  /** Reads and saves run one after the other: a save that begins before the answer to the last one would name the version before it, and conflict. */
  const inTurn = useCallback((work: () => Promise<void>) => {
    last.current = last.current.then(work).catch((error: unknown) => {
      setNotice({ tone: 'bad', text: error instanceof Error ? error.message : String(error), isConflict: false });
    });
    return last.current;
  }, []);
  const setText = useCallback((text: string) => change({ text }), [change]);
  const show = useCallback(
    (fresh: OpenedFile) => {
      change({ text: fresh.text, saved: fresh });
      setStart({ text: fresh.text });
      setNotice(undefined);
    },
    [change],
  );
  const save = useCallback(async () => {
    const { text } = latest.current;
    await inTurn(async () => {
      const result = await call(operations.save, { path, text, version: latest.current.saved.version });
      if (result.kind === 'conflict')
        return setNotice({ tone: 'warn', text: 'The file has changed on disk since it was read.', isConflict: true });
      change({ saved: { text, version: result.version } });
      setNotice(undefined);
      onSaved();
    });
    return latest.current.saved.text === text;
  }, [path, onSaved, change, inTurn]);
  const adopt = useCallback(
    (text: string, version: string, message: string) => {
      change({ text, saved: { text, version } });
      setNotice({ tone: 'good', text: message, isConflict: false });
      onSaved();
    },
    [onSaved, change],
  );
  const take = useCallback(() => inTurn(async () => show(await call(operations.read, { path }))), [path, show, inTurn]);
  const keep = useCallback(
    () =>
      inTurn(async () => {
        change({ saved: await call(operations.read, { path }) });
        setNotice(undefined);
      }),
    [path, change, inTurn],
  );
  useEffect(
    () =>
      listen((event) => {
        if (event.kind !== 'files' || !event.paths.includes(path)) return;
        void inTurn(async () => {
          const fresh = await call(operations.read, { path });
          const { text, saved } = latest.current;
          if (fresh.version === saved.version) return;
          if (text === saved.text) show(fresh);
          else setNotice({ tone: 'warn', text: 'The file has changed on disk.', isConflict: true });
        });
      }),
    [path, show, inTurn],
  );
  return { ...state, setText, start, isChanged: state.text !== state.saved.text, save, adopt, take, keep, notice };
}
