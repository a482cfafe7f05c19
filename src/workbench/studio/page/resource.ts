/** The answer of an operation as a state of a component. */
import { useCallback, useEffect, useRef, useState } from 'preact/hooks';
import { listen } from './api.ts';

export interface Resource<T> {
  /** The last answer; also while a new one is loaded. */
  readonly value: T | undefined;
  readonly error: string | undefined;
  readonly isLoading: boolean;
  reload(): void;
}

/** Loads on the first use and when `key` changes; with `onFiles`, also when files of the profile change on disk. */
export function useResource<T>(load: () => Promise<T>, key: string, { onFiles = false } = {}): Resource<T> {
  const [state, setState] = useState<Omit<Resource<T>, 'reload'>>({
    value: undefined,
    error: undefined,
    isLoading: true,
  });
  // Only the last request counts: answers may arrive in another order.
  const last = useRef(0);
  const latest = useRef(load);
  latest.current = load;
  const reload = useCallback(() => {
    const requestNumber = ++last.current;
    const end = (next: Pick<Resource<T>, 'value' | 'error'>): void => {
      if (requestNumber === last.current) setState({ ...next, isLoading: false });
    };
    setState((before) => ({ ...before, isLoading: true }));
    latest.current().then(
      (value) => end({ value, error: undefined }),
      (error: unknown) => end({ value: undefined, error: error instanceof Error ? error.message : String(error) }),
    );
  }, []);
  useEffect(() => {
    setState((before) => ({ ...before, value: undefined }));
    reload();
  }, [key, reload]);
  useEffect(() => (onFiles ? listen((event) => event.kind === 'files' && reload()) : undefined), [onFiles, reload]);
  return { ...state, reload };
}
