/** The messages between the service and a worker: one message with orders, then one with a reply to each. `frames.ts` writes them as JSON. */
import type { ColumnOrigin, SourceErrorKind, SqlValue, StatementDescription, StatementResult } from '../../source.ts';

/** A connection that reads cannot write, whatever statement it runs. A worker has one connection of each mode, which it opens when it is needed. */
export type Mode = 'read' | 'write';

export type Order =
  | { readonly kind: 'open'; readonly mode: Mode }
  | { readonly kind: 'run'; readonly mode: Mode; readonly sql: string; readonly values: readonly SqlValue[] }
  /** `BEGIN` and the like. */
  | { readonly kind: 'command'; readonly mode: Mode; readonly sql: string }
  | { readonly kind: 'describe'; readonly sql: string }
  | { readonly kind: 'close' };

export interface SqliteDescription extends StatementDescription {
  /** By column: the column of a table that it shows unchanged. */
  readonly origins: readonly (ColumnOrigin | undefined)[];
}

/** A `SourceError` on its way from one process to the other. */
interface Failure {
  readonly kind: SourceErrorKind;
  readonly message: string;
  readonly position: number | undefined;
}

/** The result of a statement, and how long it took. */
export interface MeasuredResult {
  readonly result: StatementResult;
  /** Microseconds. */
  readonly ms: number;
}

export type Outcome =
  | { readonly kind: 'done' }
  | ({ readonly kind: 'result' } & MeasuredResult)
  | { readonly kind: 'described'; readonly description: SqliteDescription }
  | { readonly kind: 'failed'; readonly failure: Failure };

export interface Reply {
  /** One for each order. None if another file has the name of the opened file now: then nothing was run. */
  readonly outcomes: readonly Outcome[] | undefined;
  /** Whether a transaction is open afterwards. */
  readonly inTransaction: boolean;
}

/** File descriptors of the worker. `orders`: a socket for the messages. `lifeline`: a pipe that closes when the parent ends. */
export const descriptors = { orders: 3, lifeline: 4 } as const;
