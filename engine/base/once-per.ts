/** Results that are made once for each argument. */

/** A `Map`, or a `WeakMap` for arguments that the results shall not keep alive. */
interface Results<K, V> {
  get(key: K): V | undefined;
  set(key: K, result: V): unknown;
}

/** A function that calls `make` once for each argument, and again only after a failure or an undefined result. */
export const oncePer =
  <K, V>(make: (key: K) => V, results: Results<K, V> = new Map<K, V>()): ((key: K) => V) =>
  (key) => {
    const earlier = results.get(key);
    if (earlier !== undefined) return earlier;
    const result = make(key);
    results.set(key, result);
    return result;
  };
