/** Plan of one SQL statement: its text, the values it is bound to, and how its rows are read. */
import type { WorkRow } from '../shape/encode.ts';
import type { CallForm, SqlValue } from '../sources/source.ts';
import type { CompiledStatement } from '../sources/sql/text/statement.ts';
import type { Expression } from '../transform/expression.ts';
import type { Message } from '../transform/message.ts';
import type { RunState } from './run-state.ts';

/** Computes the value of a `:name` for one request; undefined where the request has none. */
export type Resolve = (state: RunState) => SqlValue | readonly SqlValue[] | undefined;

/** A column of a statement's result. */
export interface QueryColumn {
  /** The name that the database reports. */
  readonly reportedName: string;
  /** The name as the profile spells it: a database may change the case. */
  readonly name: string;
}

/** A condition under which a procedure call counts as failed although the database reports no error. */
export interface OutcomePlan {
  readonly when: Expression;
  /** `refuse`: the caller can correct the request. `fail`: the ERP is at fault. */
  readonly kind: 'refuse' | 'fail';
  readonly message: Message;
  /** The request field that a refusal names. */
  readonly field: string | undefined;
}

/** The part of a query plan that only procedure calls have. */
export interface CallPlan {
  /** Name of the procedure, for messages to the operator. */
  readonly procedure: string;
  readonly form: CallForm;
  /** Output parameters: the name in the database, and the name in the profile. */
  readonly outputs: readonly (readonly [string, string])[];
  /** Name of the return code. Without a name, a return code other than 0 is a failure. */
  readonly returns: string | undefined;
  readonly outcomes: readonly OutcomePlan[];
}

/** One SQL statement on its source. */
export interface QueryPlan {
  readonly source: string;
  readonly statement: Pick<CompiledStatement, 'bind'>;
  readonly call?: CallPlan;
  readonly values: ReadonlyMap<string, Resolve>;
  /** Names of optional request fields: only these decide whether an optional block is part of the statement. */
  readonly optional: ReadonlySet<string>;
  /** The statement has no effect: it changes no data, locks no rows and calls no procedure. */
  readonly onlyReads?: boolean;
  /** Names of values that may have decimals. */
  readonly decimals?: ReadonlySet<string>;
  readonly columns: readonly QueryColumn[];
  /**
   * Names (as the database reports them) of columns that are copied into the answer and read by nothing else, so that the source may
   * return them as text. Undefined where other steps may read every column.
   */
  readonly outputOnly?: ReadonlySet<string>;
  /** Converts a driver's row: column names as in the profile, and the ERP's ways to write "none" become missing values. */
  readonly clean: (row: Readonly<Record<string, unknown>>) => WorkRow;
}
