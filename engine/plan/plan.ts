/** A plan: what a profile has become, once, at start. A request runs it; nothing is parsed or looked up again. */
import type { Endpoint } from '../base/contract.ts';
import type { ObjectEncoder, WorkRow } from '../shape/encode.ts';
import type { RequestOutcome } from '../shape/request.ts';
import type { CallForm, SqlValue } from '../sources/source.ts';
import type { Match } from '../sources/sql/text/search.ts';
import type { CompiledStatement } from '../sources/sql/text/statement.ts';
import type { Expression } from '../transform/expression.ts';
import type { Message } from '../transform/message.ts';
import type { ErpPaging, ExchangePlan } from './http.ts';
import type { OrderTerm } from './order.ts';
import type { RunState } from './run-state.ts';
import type { WritePlan } from './write.ts';

/** Gives the value of a `:name`; undefined where there is none. */
export type Resolve = (state: RunState) => SqlValue | readonly SqlValue[] | undefined;

/** A column as the database names it, and as the author means it. */
export interface QueryColumn {
  readonly given: string;
  readonly name: string;
}

/** A way in which a call fails, though the database reported no error. */
export interface OutcomePlan {
  readonly when: Expression;
  readonly kind: 'refuse' | 'fail';
  readonly message: Message;
  readonly field: string | undefined;
}

/** What belongs to a statement that calls a procedure. */
export interface CallPlan {
  /** For messages to the operator. */
  readonly procedure: string;
  readonly form: CallForm;
  /** Outputs: as the database names them, and as the author does. */
  readonly outputs: readonly (readonly [string, string])[];
  /** What the return code is called; one without a name is a failure, unless it is 0. */
  readonly returns: string | undefined;
  readonly outcomes: readonly OutcomePlan[];
}

/** One statement of a profile on its source. */
export interface QueryPlan {
  readonly source: string;
  readonly statement: Pick<CompiledStatement, 'bind'>;
  readonly call?: CallPlan;
  readonly values: ReadonlyMap<string, Resolve>;
  /** Names of optional request fields: they alone decide whether an optional block stands. */
  readonly optional: ReadonlySet<string>;
  /** Names of values that may have decimals. */
  readonly decimals?: ReadonlySet<string>;
  readonly columns: readonly QueryColumn[];
  /** Columns that are only written into the answer, as the database names them; undefined where rows may be seen by others. */
  readonly written?: ReadonlySet<string>;
  /** Turns a driver's row into a row with the names and the "none" values of the profile. */
  readonly clean: (row: Readonly<Record<string, unknown>>) => WorkRow;
}

export interface CodeMap {
  readonly entries: Pick<ReadonlyMap<string, string>, 'get'>;
  readonly otherwise: string | undefined;
}

/** What is done to rows after they came: attached reads, requests for each of them, then a condition, then fields, then codes. */
export interface ShapePlan {
  readonly attach: readonly AttachPlan[];
  readonly each: readonly EachPlan[];
  /** Rows for which it does not hold are left out. */
  readonly where: Expression | undefined;
  readonly fields: readonly (readonly [string, Expression])[];
  /** What a source's way to write values makes necessary before the codes. */
  readonly finish: ((row: WorkRow) => WorkRow) | undefined;
  readonly codes: readonly (readonly [string, CodeMap])[];
}

/** Where the rows of an attached read come from. */
export type AskPlan =
  | { readonly kind: 'query'; readonly query: QueryPlan }
  | {
      readonly kind: 'exchange';
      readonly exchange: ExchangePlan;
      readonly paging: ErpPaging;
      /** Rows that one request asks for, and requests at the same time. */
      readonly batch: number;
      readonly atOnce: number;
    };

/** A request for each row. */
export interface EachPlan {
  readonly name: string;
  readonly exchange: ExchangePlan;
  readonly paging: ErpPaging;
  readonly atOnce: number;
  readonly shape: ShapePlan;
  readonly one: Message | undefined;
}

export interface AttachPlan {
  readonly name: string;
  readonly ask: AskPlan;
  readonly shape: ShapePlan;
  readonly theirs: readonly string[];
  readonly ours: readonly string[];
  readonly one: Message | undefined;
}

interface SinceTime {
  readonly kind: 'time';
  /** Milliseconds that are looked back further. */
  readonly overlap: number;
  /** What its columns are compared with, for a point in time in milliseconds since the epoch. */
  readonly bound: (ms: number) => readonly SqlValue[];
}

/** A column that counts changes. */
export interface VersionPlan {
  readonly kind: 'version';
  readonly overlap: number;
  /** Gives what the counter stands at; and the same as it is written. */
  readonly query: QueryPlan;
  readonly text: string;
  readonly form: 'integer' | 'binary';
}

/** One entry of `since`. */
export type SincePlan = SinceTime | VersionPlan;

export type BranchPlan = QueryBranch | ExchangeBranch;

/** A read over HTTP. The ERP filters and pages; what it does not do of search and order, the engine does with the rows that came. */
export interface ExchangeBranch {
  readonly kind: 'exchange';
  readonly exchange: ExchangePlan;
  readonly paging: ErpPaging;
  readonly search: { readonly field: string; readonly columns: readonly string[]; readonly match: Match } | undefined;
  readonly order: readonly OrderTerm[];
  readonly shape: ShapePlan;
}

export interface QueryBranch {
  readonly kind: 'query';
  readonly query: QueryPlan;
  /** The request field that is searched for. */
  readonly search: string | undefined;
  /** The dialect has a second way to compare it. */
  readonly searchRare: boolean;
  readonly since: readonly SincePlan[] | undefined;
  /** The database puts rows whose key begins with nothing behind all others. */
  readonly emptyLast: boolean;
  /** The columns that pages are walked by. */
  readonly key: readonly string[] | undefined;
  readonly shape: ShapePlan;
}

export type RowsPlan =
  /** `order` is the one of all branches together. */
  | { readonly kind: 'first' | 'union'; readonly branches: readonly BranchPlan[]; readonly order: readonly OrderTerm[] }
  | { readonly kind: 'expression'; readonly expression: Expression };

export interface ReadPlan {
  readonly rows: RowsPlan;
  readonly shape: ShapePlan;
}

/** The entries of an account. The database adds them up, or the engine does with those that requests give. */
export type EntriesPlan =
  | {
      readonly kind: 'query';
      readonly source: string;
      /** Sum of all entries before a day; all entries of a period, in order; sum of all entries. */
      readonly before: QueryPlan;
      readonly period: QueryPlan;
      readonly all: QueryPlan;
      readonly shape: ShapePlan;
    }
  | {
      readonly kind: 'read';
      readonly read: ReadPlan;
      /** Its requests say from which day to which entries are wanted. */
      readonly narrowed: boolean;
    };

export interface StatementPlan {
  readonly zone: string;
  readonly currency: ReadPlan;
  readonly entries: EntriesPlan;
  readonly opening: ReadPlan | undefined;
  /** `opening` is what was owed before the period, rather than before the first entry. */
  readonly opensPeriod: boolean;
  readonly balance: ReadPlan | undefined;
}

export type EndpointWork =
  /** A fact that it depends on is not known yet. */
  | { readonly kind: 'undecided' }
  | { readonly kind: 'unavailable'; readonly reason: string; readonly empty: boolean }
  | {
      readonly kind: 'read';
      readonly read: ReadPlan;
      readonly encode: ObjectEncoder;
      readonly zone: string;
      readonly broken: 'drop' | 'fail';
    }
  | { readonly kind: 'statement'; readonly statement: StatementPlan; readonly encode: ObjectEncoder }
  | { readonly kind: 'write'; readonly write: WritePlan; readonly encode: ObjectEncoder; readonly zone: string };

/** How a request field that is an id is written in the ERP. */
export type IdForm =
  | { readonly kind: 'text' }
  | { readonly kind: 'integer' }
  | { readonly kind: 'parts'; readonly parts: readonly (readonly [string, 'text' | 'integer'])[] };

export interface EndpointPlan {
  readonly endpoint: Endpoint;
  /** Checks and normalises a request. */
  readonly request: (body: unknown) => RequestOutcome;
  readonly work: EndpointWork;
  /** The id fields of the request. */
  readonly ids: readonly { readonly field: string; readonly form: IdForm; readonly exists: ReadPlan | undefined }[];
}

export type Plan = ReadonlyMap<string, EndpointPlan>;
