/** Plan of the steps that rows go through after a source has returned them. */
import type { Generated } from '../emit/generate.ts';
import type { Expression } from '../transform/expression.ts';
import type { Message } from '../transform/message.ts';
import type { ComputePlan, FieldExpressions, MutableRow } from './compute-row.ts';
import type { ErpPaging, ExchangePlan } from './exchange.ts';
import type { JoinKey } from './join-key.ts';
import type { QueryPlan } from './query.ts';

/** Steps for the rows of a read, in this order: attached reads, requests per row, condition, fields, finish, codes. */
export interface RowProcessing {
  readonly attach: readonly AttachPlan[];
  readonly each: readonly EachPlan[];
  /** Rows for which it is not true are left out. */
  readonly where: Expression | undefined;
  readonly fields: FieldExpressions;
  /** Computes `fields`; undefined: there is nothing to compute. */
  readonly compute: ComputePlan | undefined;
  /** Converts how a source writes values, before the codes are looked up. It may change the row. */
  readonly finish: { readonly run: (row: MutableRow) => MutableRow } | undefined;
  /** Names of the fields whose codes `mapCodes` maps. */
  readonly codes: readonly string[];
  readonly mapCodes: Generated<(row: MutableRow) => void> | undefined;
}

/** Sets the joined rows in a row. */
type JoinRows = Generated<(row: MutableRow, joined: unknown) => void>;

/** Where the rows of an `attach` are read from. */
export type AttachedRead =
  | { readonly kind: 'query'; readonly query: QueryPlan }
  | {
      readonly kind: 'exchange';
      readonly exchange: ExchangePlan;
      readonly paging: ErpPaging;
      /** Number of outer rows that one request covers. */
      readonly batch: number;
      /** Number of requests in flight at the same time. */
      readonly concurrency: number;
    };

/** `each` of a read: one request per row; its rows become a list in that row. */
export interface EachPlan {
  readonly name: string;
  readonly join: JoinRows;
  readonly exchange: ExchangePlan;
  readonly paging: ErpPaging;
  /** Number of requests in flight at the same time. */
  readonly concurrency: number;
  readonly processing: RowProcessing;
  /** Present where exactly one row is required: the refusal where there is none, or more than one. */
  readonly one: Message | undefined;
}

/** `attach` of a read: one read for all rows; its rows are joined by equal columns and become a list in each row. */
export interface AttachPlan {
  readonly name: string;
  readonly join: JoinRows;
  readonly read: AttachedRead;
  readonly processing: RowProcessing;
  /** The key of the attached rows; compared with `outer`, whose columns have the same order. */
  readonly inner: JoinKey;
  /** The key of the rows that are attached to. */
  readonly outer: JoinKey;
  /** Present where exactly one row is required: the refusal where there is none, or more than one. */
  readonly one: Message | undefined;
}
