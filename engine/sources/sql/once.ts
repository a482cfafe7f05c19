/** A function that runs its work at the first call, and gives the same result to all calls. */
export function once<T>(work: () => T): () => T {
  let result: { readonly value: T } | undefined;
  return () => {
    result ??= { value: work() };
    return result.value;
  };
}
