/** The one rule of searching, in every dialect: how a text becomes words, and what is asked of the database about them. */

/** Words that are compared one by one; what is beyond goes to the database as one list. */
const maximumWords = 32;

/** How a search text is matched against columns. */
export type Match = 'words' | 'prefix' | 'exact';

/** A search text, taken apart. */
export interface SearchTerms {
  /** The whole text; for `words` with single spaces between words. Empty: everything matches. */
  readonly whole: string;
  /** Distinct words without regard to case, at most 32, the longest ones. Only for `words`. */
  readonly words: readonly string[];
  /** Words beyond those 32. */
  readonly rest: readonly string[];
  /** For `prefix` and `exact`: the values of the dialect's `Narrowing`. */
  readonly starts: readonly string[];
  /** The text holds U+0000, which no column can hold: nothing matches. */
  readonly nothing: boolean;
}

/** Text without difference of case, by Unicode's rules. The same function is registered in SQLite as `engine_fold`. */
export function foldCase(text: string): string {
  // A sigma at the end of a word has a form of its own, which would hide the word inside a longer one.
  // A capital I with a dot would become two characters, of which the dot is in no other word.
  return text.toLowerCase().replaceAll('i\u0307', 'i').replaceAll('ς', 'σ');
}

/** Takes a search text apart. Halves of surrogate pairs, which no database accepts, become U+FFFD. */
export function searchTerms(text: string, match: Match, narrow?: Narrowing): SearchTerms {
  const nothing = text.includes('\u0000');
  const given = text.toWellFormed();
  if (nothing || match !== 'words') {
    const narrowing = match === 'words' ? [] : (narrow?.starts(given, match) ?? []);
    return { whole: given, words: [], rest: [], starts: nothing ? [] : narrowing, nothing };
  }
  const all = given.split(/\s+/).filter((word) => word !== '');
  const distinct = [...new Map(all.map((word) => [foldCase(word), word])).values()];
  if (distinct.length > maximumWords) distinct.sort((a, b) => b.length - a.length);
  return {
    whole: all.join(' '),
    words: distinct.slice(0, maximumWords),
    rest: distinct.slice(maximumWords),
    starts: [],
    nothing,
  };
}

/**
 * A condition that every text with a given beginning fulfils, whatever its case, and that an index on the column serves. It
 * may let others pass: it stands besides the comparison that decides.
 */
export interface Narrowing {
  /** Values for a text; their number decides the statement. None where nothing can be said. */
  starts(text: string, match: 'prefix' | 'exact'): readonly string[];
  /** `slots` are the placeholders of these values, in their order. */
  test(column: string, slots: readonly string[], match: 'prefix' | 'exact'): string;
}

/** How one dialect searches. Columns are quoted references, slots are placeholders such as `:engine_word0`. */
export interface SearchSql {
  /** Sorts and compares without regard to case. */
  folded(column: string): string;
  equals(column: string, slot: string): string;
  startsWith(column: string, slot: string): string;
  contains(column: string, slot: string): string;
  /** Every word of a JSON array is contained in one of the columns. */
  containsAll(columns: readonly string[], slot: string): string;
  readonly narrow: Narrowing;
  /** The value to bind for each of the four. */
  readonly bind: {
    equals(text: string): string;
    startsWith(text: string): string;
    contains(text: string): string;
    containsAll(words: readonly string[]): string;
  };
}
