/** Keeps what was read of the texts of a compilation, which reads each statement dozens of times: for its checks and for each combination of facts. */

/** Texts that are kept at most. */
const most = 1_000;

/**
 * The same function, which reads equal texts once. The garbage collector may drop the results at any time, so that a service keeps none. The
 * results must not be changed.
 */
export function keptTexts<Owner extends object, Result>(
  read: (text: string, owner: Owner) => Result,
): (text: string, owner: Owner) => Result {
  const kept = new WeakMap<Owner, WeakRef<Map<string, Result>>>();
  return (text, owner) => {
    let results = kept.get(owner)?.deref();
    if (results === undefined || results.size >= most) {
      results = new Map();
      kept.set(owner, new WeakRef(results));
    }
    const earlierResult = results.get(text);
    if (earlierResult !== undefined) return earlierResult;
    const result = read(text, owner);
    results.set(text, result);
    return result;
  };
}
