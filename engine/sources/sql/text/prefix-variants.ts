/**
 * Beginnings in every spelling of their case. A comparison that folds the case of a column hides the column from its index; one
 * of these besides it, which every hit fulfils, brings the index back.
 */
import type { Narrowing } from './search.ts';

/** Letters beyond ASCII whose small letter is one of ASCII, and the other way round, in some language or other. */
const odd: Readonly<Record<string, readonly string[]>> = { i: ['\u0130', '\u0131'], k: ['\u212a'] };

/** More spellings than these would cost more than they save. */
const maximum = 16;

function spellings(character: string): readonly string[] {
  const small = character.toLowerCase();
  const capital = character.toUpperCase();
  return small === capital ? [character] : [small, capital, ...(odd[small] ?? [])];
}

const ascii = /^[\0-\x7f]*/;
const withoutOdd = /^[\0-HJL-hjl-\x7f]*/;

/** Characters that tell enough; patterns may not be of any length. */
const longest = 64;

/** The first characters of a text that are ASCII, 64 at most; `plain`: up to the first that has a relative beyond ASCII. */
export function asciiStart(text: string, plain: boolean): string {
  return ((plain ? withoutOdd : ascii).exec(text)?.[0] ?? '').slice(0, longest);
}

/**
 * Ways to spell the beginning of `text`, of which any text that begins with it in whatever case begins with one: at most 16, and
 * a power of two of them, so that few statements exist. None where nothing is known of the beginning. Give it what `asciiStart` gives.
 */
export function spelledStarts(text: string): readonly string[] {
  let starts: readonly string[] = [''];
  for (const character of text) {
    const next = spellings(character);
    if (starts.length * next.length > maximum) break;
    starts = starts.flatMap((start) => next.map((one) => start + one));
    // A dot of its own may follow, which is lost when case is folded.
    if (character.toLowerCase() === 'i') break;
  }
  const [last] = starts.slice(-1);
  if (last === undefined || last === '') return [];
  const size = 2 ** Math.ceil(Math.log2(starts.length));
  return [...starts, ...Array.from({ length: size - starts.length }, () => last)];
}

const orderly = /[0-9A-Ya-y](?=[^0-9A-Ya-y]*$)/;

/**
 * Bounds of a range, the second one excluded, that texts which begin with `start` (ASCII) lie in by every collation. All collations agree
 * on the order of digits and Latin letters alone, so that the range begins with less than `start` where it ends in something
 * else. Undefined where there is none.
 */
export function rangeOf(start: string): readonly [string, string] | undefined {
  const last = orderly.exec(start);
  if (last === null) return undefined;
  const [character] = last;
  const next = character === '9' ? 'a' : String.fromCharCode(character.charCodeAt(0) + 1);
  const before = start.slice(0, last.index);
  return [before + character, before + next];
}

/** The whole of a text in every spelling; none where there would be too many, or it is not ASCII alone. */
export function spelledWhole(text: string, plain: boolean): readonly string[] {
  const starts = asciiStart(text, plain) === text ? spelledStarts(text) : [];
  return starts[0]?.length === text.length ? starts : [];
}

/** The text with the wildcards of LIKE as ordinary characters, for patterns with `escape '!'`. */
export const escapeLike = (text: string): string => text.replaceAll(/[!%_]/g, '!$&');

/** LIKE with `!` as the escape character. Not the backslash: databases differ in what that means. */
export const plainLike = (column: string, slot: string): string => `${column} like ${slot} escape '!'`;

/** Narrows by patterns of LIKE. `literal` makes a text's wildcards ordinary characters, `like` compares a column with a placeholder. */
export function narrowByLike(
  literal: (text: string) => string,
  like: (column: string, slot: string) => string,
): Narrowing {
  return {
    starts: (text) => spelledStarts(asciiStart(text, false)).map((start) => `${literal(start)}%`),
    test: (column, slots) => anyOf(slots, (slot) => like(column, slot)),
  };
}

export function anyOf(slots: readonly string[], test: (slot: string) => string): string {
  return `(${slots.map(test).join(' or ')})`;
}
