/** Work that must not run at the same time. */

/** Creates a queue, which runs one work after the other. Work that fails does not stop the work behind it. */
export function createQueue(): <T>(work: () => Promise<T>) => Promise<T> {
  let last: Promise<unknown> = Promise.resolve();
  return (work) => {
    const result = last.then(work);
    last = result.catch(() => undefined);
    return result;
  };
}
