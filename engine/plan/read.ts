/** Plan of a read: the branches that its rows come from, and the steps that follow. */
import type { SqlValue } from '../sources/source.ts';
import type { Match } from '../sources/sql/text/search.ts';
import type { Expression } from '../transform/expression.ts';
import type { ErpPaging, ExchangePlan } from './exchange.ts';
import type { OrderTerm } from './order.ts';
import type { QueryPlan } from './query.ts';
import type { EachPlan, RowProcessing } from './row-processing.ts';

/** `since` by columns that hold a time. */
interface SinceTime {
  readonly kind: 'time';
  /** Milliseconds that are subtracted from `modifiedSince`. */
  readonly overlap: number;
  /** Values that the columns are compared with, for a point in time in milliseconds since the epoch. */
  readonly bound: (ms: number) => readonly SqlValue[];
}

/** `since` by a column that counts changes. */
export interface VersionPlan {
  readonly kind: 'version';
  readonly overlap: number;
  /** Reads the counter's current value. */
  readonly query: QueryPlan;
  /** The text of `query`, which identifies the counter. */
  readonly text: string;
  readonly form: 'integer' | 'binary';
}

/** One entry of `since`. */
export type SincePlan = SinceTime | VersionPlan;

export type BranchPlan = QueryBranch | ExchangeBranch;

/** A read by SQL: the database searches, sorts and pages. */
export interface QueryBranch {
  readonly kind: 'query';
  readonly query: QueryPlan;
  /** The request field that is searched for. */
  readonly search: string | undefined;
  /** The dialect has a second comparison, for texts with characters that a column cannot hold. */
  readonly searchRare: boolean;
  readonly since: readonly SincePlan[] | undefined;
  /** The database sorts NULL keys after all others. */
  readonly emptyLast: boolean;
  /** The columns that a page continues after; undefined where pages are counted by offset. */
  readonly key: readonly string[] | undefined;
  readonly processing: RowProcessing;
}

/** A read over HTTP. The ERP filters and pages; what it cannot search or sort, the engine does with the returned rows. */
export interface ExchangeBranch {
  readonly kind: 'exchange';
  readonly exchange: ExchangePlan;
  readonly paging: ErpPaging;
  /** A request for each record of a page, whose rows take the place of the record. */
  readonly details: Pick<EachPlan, 'exchange' | 'paging' | 'concurrency'> | undefined;
  readonly search: { readonly field: string; readonly columns: readonly string[]; readonly match: Match } | undefined;
  readonly order: readonly OrderTerm[];
  readonly processing: RowProcessing;
}

/** `first`: the first branch that has rows. `union`: the rows of all branches, in one order. `expression`: rows of the request itself. */
type RowsPlan =
  | { readonly kind: 'first' | 'union'; readonly branches: readonly BranchPlan[]; readonly order: readonly OrderTerm[] }
  /** `list`: the rows are a list by the expression's type, also where JSONata gives a single value or none. */
  | { readonly kind: 'expression'; readonly expression: Expression; readonly list: boolean };

export interface ReadPlan {
  readonly rows: RowsPlan;
  readonly processing: RowProcessing;
}
