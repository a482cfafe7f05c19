/**
 * What the service and a process that works on a database file say to each other, one order and one reply at a time. It is sent as
 * structured clones, so that big integers and binary values stay what they are.
 */
import type { SourceErrorKind, SqlValue, StatementFacts } from '../../source.ts';
import type { StatementResult } from '../connections/scoped-session.ts';

/** Readers cannot write, whatever they are told to run. */
export type Mode = 'read' | 'write';

export type Order =
  | { readonly kind: 'open' }
  | { readonly kind: 'run'; readonly sql: string; readonly values: readonly SqlValue[] }
  /** `BEGIN` and the like. */
  | { readonly kind: 'command'; readonly sql: string }
  | { readonly kind: 'describe'; readonly sql: string }
  | { readonly kind: 'close' };

/** A `SourceError` on its way from one process to the other. */
export interface Failure {
  readonly kind: SourceErrorKind;
  readonly message: string;
  readonly position: number | undefined;
}

export type Outcome =
  | { readonly kind: 'done' }
  | { readonly kind: 'result'; readonly result: StatementResult }
  | { readonly kind: 'described'; readonly facts: StatementFacts }
  | { readonly kind: 'failed'; readonly failure: Failure }
  /** Under the name of the file there is another file than the one that was opened. Nothing was run. */
  | { readonly kind: 'replaced' };

export interface Reply {
  readonly outcome: Outcome;
  /** Whether a transaction is open afterwards. */
  readonly inTransaction: boolean;
}

/** The descriptor that a worker's process reads to its end, which comes when its parent is gone. The one before it is the channel of orders. */
export const lifeline = 4;
