/** How messages about the grammar call types and values. */
const names: Readonly<Record<string, string>> = {
  string: 'a text',
  number: 'a number',
  int: 'a whole number',
  boolean: 'true or false',
  array: 'a list',
  tuple: 'a list',
  object: 'a map',
  record: 'a map',
};

/** `a, b or c`. */
export function or(words: readonly string[]): string {
  const last = words.at(-1) ?? '';
  return words.length < 2 ? last : `${words.slice(0, -1).join(', ')} or ${last}`;
}

/** What a message calls a type of the grammar. */
export const typeWords = (type: string): string => names[type] ?? type;

/** What a message calls a value that is of another type. */
export function describe(value: unknown): string {
  if (value === null) return 'nothing';
  if (Array.isArray(value)) return 'a list';
  switch (typeof value) {
    case 'string':
      return 'a text';
    case 'number':
      return `the number ${value}`;
    case 'boolean':
      return `the value ${value}`;
    default:
      return 'a map';
  }
}
