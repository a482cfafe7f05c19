/** One call for all who ask at the same time. */

/** A function whose callers get the result of the call in progress; without one it calls. */
export function sharedCall<T>(call: () => Promise<T>): () => Promise<T> {
  let current: Promise<T> | undefined;
  return () => {
    current ??= call().finally(() => {
      current = undefined;
    });
    return current;
  };
}
