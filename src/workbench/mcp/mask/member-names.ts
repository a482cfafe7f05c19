/** The names in a document. */

/** The names of all members of a value, at any depth. */
export function memberNamesOf(value: unknown): ReadonlySet<string> {
  if (typeof value !== 'object' || value === null) return new Set();
  const names = Array.isArray(value) ? [] : Object.keys(value);
  return new Set([...names, ...Object.values(value).flatMap((inner: unknown) => [...memberNamesOf(inner)])]);
}
