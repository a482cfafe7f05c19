/**
 * The messages between the service and a worker: one order and one reply at a time, as structured clones, which keep big integers and
 * binary values.
 */
import type { ColumnOrigin, SourceErrorKind, SqlValue, StatementDescription } from '../../source.ts';
import type { StatementResult } from '../connections/scoped-session.ts';

/** A reader cannot write, whatever statement it runs. */
export type Mode = 'read' | 'write';

export type Order =
  | { readonly kind: 'open' }
  | { readonly kind: 'run'; readonly sql: string; readonly values: readonly SqlValue[] }
  /** `BEGIN` and the like. */
  | { readonly kind: 'command'; readonly sql: string }
  | { readonly kind: 'describe'; readonly sql: string }
  | { readonly kind: 'close' };

export interface SqliteDescription extends StatementDescription {
  /** By column: the column of a table that it shows unchanged. */
  readonly origins: readonly (ColumnOrigin | undefined)[];
}

/** A `SourceError` on its way from one process to the other. */
export interface Failure {
  readonly kind: SourceErrorKind;
  readonly message: string;
  readonly position: number | undefined;
}

export type Outcome =
  | { readonly kind: 'done' }
  | { readonly kind: 'result'; readonly result: StatementResult }
  | { readonly kind: 'described'; readonly description: SqliteDescription }
  | { readonly kind: 'failed'; readonly failure: Failure }
  /** Another file has the name of the opened file now. Nothing was run. */
  | { readonly kind: 'replaced' };

export interface Reply {
  readonly outcome: Outcome;
  /** Whether a transaction is open afterwards. */
  readonly inTransaction: boolean;
}

/** The file descriptor of a pipe that closes when the parent ends; the worker reads it for that. Descriptor 3 is the channel of orders. */
export const lifeline = 4;
