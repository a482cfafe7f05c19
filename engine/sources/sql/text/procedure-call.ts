/** The text that calls a stored procedure. Values are bound; each kind of database has its form. */
import type { Procedure, ProcedureParameter } from '../../source.ts';

/** Which parameters are given a value and which outputs are read, spelled as the procedure spells them. */
export interface CallUse {
  readonly inputs: ReadonlySet<string>;
  readonly wanted: ReadonlySet<string>;
  /** The call runs in a transaction of the engine; otherwise it only reads. */
  readonly inTransaction: boolean;
}

export interface CallText {
  readonly sql: string;
  /** The parameters that the placeholders are for, in order. */
  readonly values: readonly ProcedureParameter[];
  /** The last result is one row of outputs, named like their parameters. */
  readonly outputs: boolean;
}

/** What a kind of database lets a profile do with stored procedures. */
export interface ProcedureRules {
  /** `name` is quoted where it must be. */
  call(name: string, procedure: Procedure, use: CallUse): CallText;
  /** A parameter can be left out because it has a default. */
  readonly hasDefaults: boolean;
  /** A procedure returns a whole number besides its outputs. */
  readonly hasReturnCode: boolean;
  /** A procedure that gives no rows gives its outputs and no other column. */
  readonly outputsOnly: boolean;
  /** A procedure can commit the transaction that it is called in. */
  readonly canCommit: boolean;
}
