/** How messages about the grammar call types, values and places. */
import type { Path } from '../../base/place.ts';

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

/** Words of YAML 1.1, and others, for true and false. */
export const truths: Readonly<Record<string, boolean>> = {
  yes: true,
  on: true,
  y: true,
  true: true,
  no: false,
  off: false,
  n: false,
  false: false,
};

/** How a message calls the value at a path: its key, or its number in a list. */
export function label(path: Path): string {
  const last = path.at(-1) ?? 'profile';
  return typeof last === 'number' ? `Entry ${last + 1} of "${String(path.at(-2))}"` : `"${last}"`;
}

/** The value at a path of the parsed file; undefined when there is none. */
export function valueAt(value: unknown, path: Path): unknown {
  let current = value;
  for (const segment of path) {
    if (typeof current !== 'object' || current === null || !Object.hasOwn(current, segment)) return undefined;
    current = Reflect.get(current, segment);
  }
  return current;
}
