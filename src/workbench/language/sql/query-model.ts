/** The queries of an SQL text. */
import type { Span } from '../text/positions.ts';
import type { Output } from './outputs.ts';

export interface Aliased {
  /** The name that qualifies its columns. */
  readonly alias: string;
  /** Where the text gives the alias, without quotes; undefined if it is the name of the table. */
  readonly aliasSpan: Span | undefined;
  /** Names of the columns, where the text gives them: `t (id, total)`. */
  readonly columns: readonly string[];
}

/** One of the things that a query reads from. */
export type Source = Aliased &
  /** `nameSpan`: that of the last name of a path, without quotes. */
  (
    | { readonly kind: 'table'; readonly name: string; readonly nameSpan: Span }
    | { readonly kind: 'query'; readonly query: Query }
    /** A function that gives rows. */
    | { readonly kind: 'function' }
  );

/** A query with a name: `WITH totals AS (SELECT ...)`. */
export interface NamedQuery {
  readonly name: string;
  /** Without quotes. */
  readonly nameSpan: Span;
  readonly columns: readonly string[];
  readonly query: Query;
}

/** One SELECT, or a change. */
export interface Select {
  readonly span: Span;
  readonly sources: readonly Source[];
  readonly outputs: readonly Output[];
  /** Where the names of outputs are known: GROUP BY and ORDER BY. */
  readonly sorting: readonly Span[];
  /** Queries in its expressions. */
  readonly inner: readonly Query[];
}

/** Several of them are connected by UNION, and the first one names the columns. */
export interface Query {
  readonly span: Span;
  readonly named: readonly NamedQuery[];
  readonly selects: readonly Select[];
  /** Whether it sees the tables of the query around it. */
  readonly seesOuter: boolean;
}
