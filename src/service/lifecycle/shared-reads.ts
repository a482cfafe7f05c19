/** Readings of the configuration that serve several services. */

/**
 * A function that gives the result of a reading which began after a time of `clock`: one reading serves all services that a change concerns. Without that a reload
 * of a thousand services would read the configuration a thousand times, each of which takes a second and blocks all requests.
 */
export function sharedReads<T>(read: () => T, clock: () => number): (since: number) => T {
  let last: { readonly at: number; readonly result: T } | undefined;
  return (since) => {
    if (last === undefined || last.at <= since) last = { at: clock(), result: read() };
    return last.result;
  };
}

/** One reading of the configuration serves all services that ask for it in the same turn of the event loop: a change of engine.yaml concerns all of them. */
export function inOneTurn<T>(read: () => T): () => T {
  let last: { readonly value: T } | undefined;
  return () => {
    if (last === undefined) {
      setImmediate(() => {
        last = undefined;
      });
      last = { value: read() };
    }
    return last.value;
  };
}
