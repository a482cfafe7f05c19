/** Plan of a write: the checks and reads before it, its steps, and the read that finds its document again. */
import type { LineAmounts } from '../base/contract.ts';
import type { Expression } from '../transform/expression.ts';
import type { Message } from '../transform/message.ts';
import type { MutableRow } from './compute-row.ts';
import type { ExchangePlan } from './exchange.ts';
import type { QueryPlan } from './query.ts';
import type { ReadPlan } from './read.ts';

/** A read before the write, whose rows the steps can use. */
export interface PrepareStep {
  readonly name: string;
  readonly read: ReadPlan;
  /** Present where exactly one row is required: the refusal where there is none, or more than one. */
  readonly one: Message | undefined;
  /** The request field that the refusal names. */
  readonly field: string | undefined;
}

/** What a statement has to change, and the refusal otherwise. */
export interface RowsRefusal {
  /** `one`: exactly one row. `some`: at least one. */
  readonly rows: 'one' | 'some';
  readonly message: Message;
  /** The request field that the refusal names. */
  readonly field: string | undefined;
}

/** One SQL statement of a transaction. */
export interface WriteStep {
  readonly name: string;
  readonly query: QueryPlan;
  /** The refusal of a statement that changed no row, or not exactly one. Undefined: no row is an error of the profile. */
  readonly refusal: RowsRefusal | undefined;
  /** The statement runs once per item of this list. */
  readonly each: { readonly variable: string; readonly items: Expression } | undefined;
}

/** The largest value that the ERP can store for a request field: characters of a text, or digits of a number. */
export type ColumnLimit = { readonly path: readonly string[] } & (
  | { readonly kind: 'text'; readonly max: number }
  | { readonly kind: 'number'; readonly precision: number; readonly scale: number }
);

/** Check of the amounts that the lines of a request state, or leave to be computed. */
export interface AmountsPlan {
  readonly lineAmounts: LineAmounts;
  /** Decimals of the smallest unit, by currency. */
  readonly currencies: ReadonlyMap<string, number>;
  /** A stated amount may have no more decimals than its currency. */
  readonly wholeUnits: boolean;
  /** What happens when a stated amount is not the product of its factors. */
  readonly onDifference: 'log' | 'refuse';
}

/** How a step is repeated that the ERP executes only after an acknowledgement. */
export interface RepeatPlan {
  /** Values of the answer, which both requests can use as variables. */
  readonly take: readonly (readonly [string, Expression])[];
  readonly send: ExchangePlan | undefined;
}

/** A request that changes the ERP. */
export interface HttpStep {
  readonly name: string;
  readonly exchange: ExchangePlan;
  /** `keyed write`: the ERP recognises a repeated request by a key in it and executes it once. */
  readonly effect: 'keyed write' | 'write';
  readonly each: WriteStep['each'];
  /** Names and expressions over the document in the answer. If one has no value, the result of the step is unknown. */
  readonly outputs: readonly (readonly [string, Expression])[];
  /** Converts the outputs to the contract's ways to write values. */
  readonly finishValues: { readonly run: (row: MutableRow) => MutableRow };
  /** Whether the step is done, by the document that was found; undefined: it is done when there is a document. */
  readonly done: Expression | undefined;
  /** The request uses `$found`, so that the document is looked up immediately before it. */
  readonly usesFound: boolean;
  /** Oldest session in which the step may be sent, in milliseconds. */
  readonly sessionMs: number | undefined;
  /** By the position of the outcome in `exchange`. */
  readonly repeats: ReadonlyMap<number, RepeatPlan>;
  /** Harmless request that shows whether the login has the right to the step. */
  readonly probe: ExchangePlan | undefined;
  /** Longest time that the step may take, in milliseconds. */
  readonly timeoutMs: number;
  /** The request that removes what the step has created, if the ERP refuses a later one. It has no undo itself. */
  readonly undo: HttpStep | undefined;
}

interface CommonWrite {
  /** The source that the steps run on. */
  readonly source: string;
  /** Computes the natural key of a request. */
  readonly from: Expression | undefined;
  /** Largest number of characters in a key. */
  readonly max: number | undefined;
  /** Pattern that a key must match. */
  readonly allowed: RegExp | undefined;
  readonly limits: readonly ColumnLimit[];
  readonly amounts: AmountsPlan | undefined;
  readonly prepare: readonly PrepareStep[];
}

/** A write into a database: all steps in one transaction. */
export interface TransactionWrite extends CommonWrite {
  readonly kind: 'transaction';
  readonly find: ReadPlan;
  readonly write: readonly WriteStep[];
}

/** A write into an ERP over HTTP, which has no transactions: a durable claim records how far it got. */
export interface DurableWrite extends CommonWrite {
  readonly kind: 'durable';
  /** Undefined where the ERP has no way to look up its documents. */
  readonly find: ReadPlan | undefined;
  /** Request fields that the lookup may use: those of the key. */
  readonly keyFields: readonly string[];
  /** Identifies the document that the write changes; writes with the same value run one after the other. */
  readonly lock: Expression | undefined;
  readonly steps: readonly HttpStep[];
}

export type WritePlan = TransactionWrite | DurableWrite;
