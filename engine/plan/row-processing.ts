/** Plan of the steps that rows go through after a source has returned them. */
import type { Expression } from '../transform/expression.ts';
import type { Message } from '../transform/message.ts';
import type { ErpPaging, ExchangePlan } from './exchange.ts';
import type { QueryPlan } from './query.ts';

/** A copy of a row that the processing may change. */
export type MutableRow = Record<string, unknown>;

/** The `codes` of one field: values of the ERP and what the contract calls them. */
export interface CodeMap {
  readonly entries: Pick<ReadonlyMap<string, string>, 'get'>;
  /** Result for values without an entry; undefined: such a value is an error. */
  readonly otherwise: string | undefined;
}

/** The members of rows that do not keep all of them. */
export interface KeptMembers {
  /** Names of members that are no fields. */
  readonly names: readonly string[];
  /** Recognises values that mean "none" in this ERP: such a member or field is left out. */
  readonly isMissing: (value: unknown) => boolean;
}

/** Steps for the rows of a read, in this order: attached reads, requests per row, condition, fields, finish, codes. */
export interface RowProcessing {
  readonly attach: readonly AttachPlan[];
  readonly each: readonly EachPlan[];
  /** Rows for which it is not true are left out. */
  readonly where: Expression | undefined;
  readonly fields: readonly (readonly [string, Expression])[];
  /** The other members that a row keeps beside its fields: the joined rows. Undefined: all. */
  readonly kept: KeptMembers | undefined;
  /** Converts how a source writes values, before the codes are looked up. It may change the row. */
  readonly finish: ((row: MutableRow) => MutableRow) | undefined;
  readonly codes: readonly (readonly [string, CodeMap])[];
}

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
  readonly read: AttachedRead;
  readonly processing: RowProcessing;
  /** Join columns of the attached rows; compared with `outerColumns` in the same order. */
  readonly innerColumns: readonly string[];
  /** Join columns of the rows that are attached to. */
  readonly outerColumns: readonly string[];
  /** Present where exactly one row is required: the refusal where there is none, or more than one. */
  readonly one: Message | undefined;
}
