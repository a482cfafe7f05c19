/** The arguments of a replica process. */
import type { DurableTiming } from '../../../../engine/run/write/durable/durable-work.ts';
import type { ErpAddress } from '../exchange.ts';

/** A bug that a replica is given, to see that the harness finds it. */
export type DurablePlant =
  /** Changes of claims are reported and not made. */
  | 'claim-dropped'
  /** What may have happened is taken for not processed. */
  | 'resend-on-time-out';

/** What ails a store in a file. */
export type StoreTrouble =
  /** No page can be added to it. */
  | 'full'
  /** Nothing can be written to it. */
  | 'read-only';

export interface ReplicaTask {
  readonly port: number;
  readonly erp: ErpAddress;
  /** Where the store is, as an operator writes it. */
  readonly store: string;
  readonly timing: DurableTiming;
  /** Each request is answered within this time, in milliseconds. */
  readonly deadlineMs: number;
  /** Pause between two looks for writes that nobody takes care of, in milliseconds. */
  readonly completionMs: number;
  readonly plant: DurablePlant | undefined;
}
