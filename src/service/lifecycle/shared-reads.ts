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
