/** The wording of types, values and paths in messages about the grammar. */
import type { Path } from '../../base/place.ts';

const typeNames: Readonly<Record<string, string>> = {
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
export function joinWithOr(words: readonly string[]): string {
  const last = words.at(-1) ?? '';
  return words.length < 2 ? last : `${words.slice(0, -1).join(', ')} or ${last}`;
}

/** A type of the grammar in words: `string` is `a text`. */
export const describeType = (type: string): string => typeNames[type] ?? type;

/** The type of a value in words; numbers and booleans include the value itself. */
export function describeValue(value: unknown): string {
  if (value === null) return 'empty';
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

/** Words for booleans in YAML 1.1 and elsewhere, in lower case, which are texts in YAML 1.2. */
export const booleanWords: Readonly<Record<string, boolean>> = {
  yes: true,
  on: true,
  y: true,
  true: true,
  no: false,
  off: false,
  n: false,
  false: false,
};

/** The value at a path as the subject of a sentence: its key, or its position in a list. */
export function describePath(path: Path): string {
  const last = path.at(-1) ?? 'profile';
  return typeof last === 'number' ? `Entry ${last + 1} of "${String(path.at(-2))}"` : `"${last}"`;
}
