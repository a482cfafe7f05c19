/** The plan of a write: what is read and refused before it, its steps, and where it is looked up. */
import type { LineAmounts } from '../base/contract.ts';
import type { WorkRow } from '../shape/encode.ts';
import type { Expression } from '../transform/expression.ts';
import type { Message } from '../transform/message.ts';
import type { ExchangePlan } from './http.ts';
import type { QueryPlan, ReadPlan } from './plan.ts';

export interface PrepareStep {
  readonly name: string;
  readonly read: ReadPlan;
  readonly one: Message | undefined;
  readonly field: string | undefined;
}

export interface WriteStep {
  readonly name: string;
  readonly query: QueryPlan;
  readonly each: { readonly variable: string; readonly items: Expression } | undefined;
}

/** What a column of the ERP can hold of a field of the request: characters of a text, or digits of a number. */
export type ColumnLimit = { readonly path: readonly string[] } & (
  | { readonly kind: 'text'; readonly max: number }
  | { readonly kind: 'number'; readonly precision: number; readonly scale: number }
);

/** Amounts that the lines of a request state, or leave to be computed. */
export interface AmountsPlan {
  readonly of: LineAmounts;
  /** Decimals of the smallest unit, by currency. */
  readonly currencies: ReadonlyMap<string, number>;
  /** A stated amount has no more decimals than its currency. */
  readonly wholeUnits: boolean;
  /** What happens to a stated amount that is not the product of its factors. */
  readonly differing: 'log' | 'refuse';
}

/** A request that changes the ERP. */
export interface HttpStep {
  readonly name: string;
  readonly exchange: ExchangePlan;
  /** `keyed write`: the ERP does it once, by a key of its own. */
  readonly effect: 'keyed write' | 'write';
  readonly each: WriteStep['each'];
  /** What it gives, over the document in the answer: without all of it nobody knows what became of the step. */
  readonly gives: readonly (readonly [string, Expression])[];
  /** The last touch to what it gives. */
  readonly finish: (row: WorkRow) => WorkRow;
  /** Whether a document that was found shows that the step is done; undefined: by being there. */
  readonly done: Expression | undefined;
  /** Its request names `$found`: the document is looked up right before it. */
  readonly looks: boolean;
  /** Longest time that it may take, in milliseconds. */
  readonly timeoutMs: number;
}

/** What every write has. */
interface CommonWrite {
  /** Where its steps go. */
  readonly source: string;
  /** Gives the natural key of a request. */
  readonly from: Expression | undefined;
  readonly max: number | undefined;
  readonly allowed: RegExp | undefined;
  readonly limits: readonly ColumnLimit[];
  readonly amounts: AmountsPlan | undefined;
  readonly prepare: readonly PrepareStep[];
}

/** A write into a database. */
export interface TransactionWrite extends CommonWrite {
  readonly kind: 'transaction';
  readonly find: ReadPlan;
  readonly write: readonly WriteStep[];
}

/** A write into an ERP by HTTP, which has no transactions. */
export interface DurableWrite extends CommonWrite {
  readonly kind: 'durable';
  /** Undefined where the ERP has no way to look its documents up. */
  readonly find: ReadPlan | undefined;
  /** Request fields that the look-up may name: those of the key. */
  readonly keyFields: readonly string[];
  readonly steps: readonly HttpStep[];
}

export type WritePlan = TransactionWrite | DurableWrite;
