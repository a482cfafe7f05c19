/** The text of one file with what has been typed, and its state on disk. */
import { useCallback, useEffect, useState } from 'preact/hooks';
import type { OpenedFile } from '../../../operations/protocol/files.ts';
import { operations } from '../../../operations/protocol/operations.ts';
import { call, listen } from '../api.ts';

export interface Notice {
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
  readonly save: () => Promise<void>;
  /** The server has saved this text. */
  readonly adopt: (text: string, version: string, message: string) => void;
  /** Takes the text on disk. */
  readonly take: () => Promise<void>;
  /** Keeps the typed text, which the next save writes. */
  readonly keep: () => Promise<void>;
}

/** `opened`: the file as it was first read; `onSaved` is called after each save. */
export function useEditing(path: string, opened: OpenedFile, onSaved: () => void): Editing {
  const [saved, setSaved] = useState(opened);
  const [text, setText] = useState(opened.text);
  const [start, setStart] = useState({ text: opened.text });
  const [notice, setNotice] = useState<Notice>();
  const isChanged = text !== saved.text;
  const save = useCallback(async () => {
    try {
      const result = await call(operations.save, { path, text, version: saved.version });
      if (result.kind === 'conflict')
        return setNotice({ tone: 'warn', text: 'The file has changed on disk since it was read.', isConflict: true });
      setSaved({ text, version: result.version });
      setNotice(undefined);
      onSaved();
    } catch (error) {
      setNotice({ tone: 'bad', text: error instanceof Error ? error.message : String(error), isConflict: false });
    }
  }, [path, text, saved, onSaved]);
  const adopt = useCallback(
    (fresh: string, version: string, message: string) => {
      setSaved({ text: fresh, version });
      setText(fresh);
      setNotice({ tone: 'good', text: message, isConflict: false });
      onSaved();
    },
    [onSaved],
  );
  const take = useCallback(async () => {
    const fresh = await call(operations.read, { path });
    setSaved(fresh);
    setText(fresh.text);
    setStart({ text: fresh.text });
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
  return { text, setText, start, saved, isChanged, save, adopt, take, keep, notice };
}
