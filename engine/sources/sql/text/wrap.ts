/** What a read asks of the columns of its query, beyond the query itself: search, conditions, order, page. */
import type { StatementDescription } from '../../source.ts';
import type { Match } from './search.ts';

/** One column that is at or after a bound; or two: a day, and a column that orders the times of one day. */
export interface SinceTerm {
  readonly columns: readonly string[];
  /** The form in which the bound of the last column is given. */
  readonly value: 'text' | 'integer' | 'binary';
}

export interface SearchWrap {
  readonly columns: readonly string[];
  readonly match: Match;
  /** By column: the form of the search for words that an index serves, where that is not the usual one. */
  readonly forms?: StatementDescription['searchForms'];
  /** Orders hits of equal rank. */
  readonly name?: string | undefined;
  /** Orders hits of equal name. */
  readonly id: string;
}

/** Known at start; columns are those that the query gives. */
export interface Wrap {
  readonly search?: SearchWrap | undefined;
  /** Rows at or after the bounds that a call gives; of several terms one is enough. */
  readonly since?: readonly SinceTerm[] | undefined;
  /** `value` is the name of a value, as in `:name`. */
  readonly where?:
    | readonly { readonly column: string; readonly operator: '>=' | '<'; readonly value: string }[]
    | undefined;
  readonly order?: readonly { readonly column: string; readonly descending: boolean }[] | undefined;
  /** Columns that order the rows, ascending, and identify a row: a page begins after the key of the row before it. */
  readonly after?: readonly string[] | undefined;
  readonly limit?: boolean | undefined;
  readonly offset?: boolean | undefined;
  /** `sum`: one row with `total` (exact sum of column `amount`), `n` (rows) and `filled` (rows whose amount is not null). */
  readonly select?: 'rows' | 'sum' | undefined;
}

/** The parts of a wrap that one call uses. They decide the text of the frame. */
export interface WrapUse {
  readonly words: number;
  /** Values of the dialect's `Narrowing`. */
  readonly starts: number;
  readonly rest: boolean;
  /** A search with a text that is not empty. */
  readonly searching: boolean;
  /** A search that nothing can match. */
  readonly matchesNothing: boolean;
  /** A search with characters that not every column can hold: see the dialect's `searchRare`. */
  readonly rare: boolean;
  readonly since: boolean;
  /** The key of the last row before the page is given. */
  readonly after: boolean;
  /** Only the rows whose key begins with NULL, which sort behind all keys. */
  readonly empty: boolean;
}

/** True when the wrap asks for anything, so that the query needs a frame. */
export function needsFrame(wrap: Wrap): boolean {
  return (
    Boolean(wrap.search || wrap.since || wrap.where?.length || wrap.order?.length || wrap.limit || wrap.offset) ||
    wrap.select === 'sum'
  );
}
