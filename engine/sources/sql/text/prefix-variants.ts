/**
 * Prefixes of a text in every combination of upper and lower case. A comparison that folds the case of a column cannot use its index; a
 * second condition on these prefixes, which every hit fulfils, can.
 */
import type { Narrowing } from './search.ts';

/** Letters beyond ASCII that some language folds to an ASCII letter, or the reverse. */
const odd: Readonly<Record<string, readonly string[]>> = { i: ['\u0130', '\u0131'], k: ['\u212a'] };

/** Variants at most: more would cost more than they save. */
const maximum = 16;

function spellings(character: string): readonly string[] {
  const small = character.toLowerCase();
  const capital = character.toUpperCase();
  return small === capital ? [character] : [small, capital, ...(odd[small] ?? [])];
}

const ascii = /^[\0-\x7f]*/;
const withoutOdd = /^[\0-HJL-hjl-\x7f]*/;

/** Characters of a prefix at most: databases limit the length of patterns. */
const longest = 64;

/** The ASCII characters at the start of a text, 64 at most; `plain`: up to the first that folds to or from a letter beyond ASCII. */
export function asciiStart(text: string, plain: boolean): string {
  return ((plain ? withoutOdd : ascii).exec(text)?.[0] ?? '').slice(0, longest);
}

/**
 * Variants of the start of `text`: every text that starts with it, in any case, starts with one of them. At most 16, and a power of two,
 * so that few statements exist. None where the start has no variants. Expects the result of `asciiStart`.
 */
export function spelledStarts(text: string): readonly string[] {
  let starts: readonly string[] = [''];
  /** Characters without case that follow the variants. */
  let same = '';
  for (const character of text) {
    const next = spellings(character);
    if (next.length === 1) {
      same += character;
      continue;
    }
    if (starts.length * next.length > maximum) break;
    starts = starts.flatMap((start) => next.map((one) => start + same + one));
    same = '';
    // A combining dot may follow, which is lost when case is folded.
    if (character.toLowerCase() === 'i') break;
  }
  starts = starts.map((start) => start + same);
  const last = starts.at(-1);
  if (last === undefined || last === '') return [];
  const size = 2 ** Math.ceil(Math.log2(starts.length));
  return [...starts, ...Array.from({ length: size - starts.length }, () => last)];
}

const orderly = /[0-9A-Ya-y](?=[^0-9A-Ya-y]*$)/;

/**
 * Bounds of a range that contains every text that starts with `start` (ASCII), in every collation; the second bound is excluded. All
 * collations agree only on the order of digits and Latin letters: where `start` ends in something else, the range is wider. Undefined where
 * there is none.
 */
export function rangeOf(start: string): readonly [string, string] | undefined {
  const last = orderly.exec(start);
  if (last === null) return undefined;
  const [character] = last;
  const next = character === '9' ? 'a' : String.fromCharCode(character.charCodeAt(0) + 1);
  const before = start.slice(0, last.index);
  return [before + character, before + next];
}

/** All variants of the whole text; none where there are too many, or it has characters beyond ASCII. */
export function spelledWhole(text: string, plain: boolean): readonly string[] {
  const starts = asciiStart(text, plain) === text ? spelledStarts(text) : [];
  return starts[0]?.length === text.length ? starts : [];
}

/** The text with the wildcards of LIKE as ordinary characters, for patterns with `escape '!'`. */
export const escapeLike = (text: string): string => text.replaceAll(/[!%_]/g, '!$&');

/** The values of a search with LIKE; the words of `containsAll` are a JSON list. `literal` escapes a text's wildcards. */
export const likeTexts = (literal: (text: string) => string) => ({
  equals: (text: string) => text,
  startsWith: (text: string) => `${literal(text)}%`,
  contains: (text: string) => `%${literal(text)}%`,
  containsAll: (words: readonly string[]) => JSON.stringify(words),
});

/**
 * A pattern of LIKE for a word. Only ASCII characters that fold to and from no other character stay, so that every text that
 * contains the word in any case also fulfils it in upper case, and without accents. `literal` escapes a text's wildcards.
 */
export const asciiPattern = (word: string, literal: (text: string) => string): string =>
  `%${word
    .split(/[^\0-HJL-hjl-\x7f]+/)
    .filter((part) => part !== '')
    .map((part) => `${literal(part)}%`)
    .join('')}`;

/** LIKE with `!` as the escape character. Not the backslash: databases differ in what that means. */
export const plainLike = (column: string, slot: string): string => `${column} like ${slot} escape '!'`;

/** Narrows by patterns of LIKE. `literal` escapes a text's wildcards, `like` compares a column with a placeholder. */
export function narrowByLike(
  literal: (text: string) => string,
  like: (column: string, slot: string) => string,
): Narrowing {
  return {
    starts: (text) => spelledStarts(asciiStart(text, false)).map((start) => `${literal(start)}%`),
    test: (column, slots) => anyOf(slots, (slot) => like(column, slot)),
  };
}

/** A condition in parentheses that holds where `test` holds for one of the slots; at least one slot is needed. */
export function anyOf(slots: readonly string[], test: (slot: string) => string): string {
  return `(${slots.map(test).join(' or ')})`;
}
