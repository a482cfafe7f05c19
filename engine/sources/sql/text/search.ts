/** The rule of searching, which is the same on every database: how a text becomes words, and which conditions they become. */

import type { Searched, WordsForm } from '../../source.ts';

/** Words with a condition each; further words are given to the database as one list. */
const maximumWords = 32;

/** How a search text is matched against columns. */
export type Match = Searched['match'];

/** The parts of a search text. */
export interface SearchTerms {
  /** The whole text; for `words` with single spaces between words. Empty: everything matches. */
  readonly whole: string;
  /** Distinct words, ignoring case: the longest ones, at most 32. Only for `words`. */
  readonly words: readonly string[];
  /** Words beyond those 32. */
  readonly rest: readonly string[];
  /** For `prefix` and `exact`: the values of the dialect's `Narrowing`. */
  readonly starts: readonly string[];
  /** The text holds U+0000 or half of a surrogate pair, which no column can hold: nothing matches. */
  readonly matchesNothing: boolean;
}

/** The text with its case folded by Unicode's rules. The same function is registered in SQLite as `engine_fold`. */
export function foldCase(text: string): string {
  // A sigma at the end of a word has a different form, so that the word would not be found inside a longer one.
  // A capital I with a dot becomes two characters; no other word contains the second, a combining dot.
  return text.toLowerCase().replaceAll('i\u0307', 'i').replaceAll('ς', 'σ');
}

/** Splits a search text. */
export function searchTerms(text: string, match: Match, narrow?: Narrowing): SearchTerms {
  const matchesNothing = text.includes('\u0000') || !text.isWellFormed();
  if (matchesNothing || match !== 'words') {
    const narrowing = match === 'words' ? [] : (narrow?.starts(text, match) ?? []);
    return { whole: text, words: [], rest: [], starts: matchesNothing ? [] : narrowing, matchesNothing };
  }
  const all = text.split(/\s+/).filter((word) => word !== '');
  const distinct = [...new Map(all.map((word) => [foldCase(word), word])).values()];
  if (distinct.length > maximumWords) distinct.sort((a, b) => b.length - a.length);
  return {
    whole: all.join(' '),
    words: distinct.slice(0, maximumWords),
    rest: distinct.slice(maximumWords),
    starts: [],
    matchesNothing,
  };
}

/**
 * A condition that every text with a given prefix fulfils, in upper or lower case, and that an index on the column serves. It may be true
 * for other texts, too: it is combined with the exact comparison.
 */
export interface Narrowing {
  /** Values for a text; their number decides the statement. None where the text cannot be narrowed. */
  starts(text: string, match: 'prefix' | 'exact'): readonly string[];
  /** `slots` are the placeholders of these values, in their order. */
  test(column: string, slots: readonly string[], match: 'prefix' | 'exact'): string;
}

/** How one kind of database searches. Columns are quoted references, slots are placeholders such as `:engine_word0`. */
export interface SearchSql {
  /** The column with its case folded, for sorting and comparing. */
  folded(column: string): string;
  equals(column: string, slot: string): string;
  startsWith(column: string, slot: string): string;
  contains(column: string, slot: string): string;
  /** `equals` and `startsWith` for the order of hits, where no index has to serve them. Undefined where they are the same. */
  readonly rank?: {
    equals(column: string, slot: string): string;
    startsWith(column: string, slot: string): string;
  };
  /**
   * The same condition, in a form that an index on this expression serves. The same rows fulfil it. `ascii`: the placeholder of the word as `bind.ascii` gives it.
   * Undefined where the database has no such forms.
   */
  readonly containsBy?: (
    form: WordsForm,
    column: string,
    slots: { readonly word: string; readonly ascii: string },
  ) => string;
  /**
   * `startsWith` in a form that an index on the column in lower case, in the order of its characters, serves whatever the value is. `whole`: the placeholder of the
   * text, `pattern`: that of `bind.startsWith`. Undefined where the database has no such form.
   */
  readonly startsBy?: (column: string, slots: { readonly whole: string; readonly pattern: string }) => string;
  /** Every word of a JSON array is contained in one of the columns. */
  containsAll(columns: readonly string[], slot: string): string;
  readonly narrow: Narrowing;
  /** The value to bind for each of them. */
  readonly bind: {
    equals(text: string): string;
    startsWith(text: string): string;
    contains(text: string): string;
    containsAll(words: readonly string[]): string;
    /** For `containsBy`. */
    readonly ascii?: (word: string) => string;
  };
}
