/** What the durable protocol needs to know of one write: how to look for its document, and the steps that make it. */
import type { FieldFault, ProblemError } from '../../../base/problem.ts';
import type { ReleasedAnswer } from '../../../sources/sql/claims/claims-table.ts';
import type { NewDurableClaim } from './claims.ts';

/** What came of a request with an effect. What is not proven is unknown. */
export type Sent =
  /** The ERP did it; `result`, a value that JSON can keep, is known to later steps. */
  | { readonly kind: 'done'; readonly result: unknown }
  /** Proven not sent (DNS, refused, TLS), or declared not processed (429, an expired session, CSRF). It may be sent again. */
  | {
      readonly kind: 'not processed';
      readonly detail: string;
      readonly retryAfterSeconds?: number | undefined;
      /** It has had too many requests. */
      readonly throttled?: boolean | undefined;
      /** What the caller is told, where it would not help to send it again. */
      readonly problem?: ProblemError | undefined;
    }
  /** The ERP refuses the content: the caller corrects it and comes again. */
  | { readonly kind: 'refused'; readonly message: string; readonly fields: readonly FieldFault[] }
  /** Time-out, reset, 5xx, success without an id: it may have happened. */
  | { readonly kind: 'unknown'; readonly detail: string };

/** What a look-up found of a document. */
export type Found =
  | { readonly kind: 'none' }
  /**
   * `done`: names of the steps that the document shows to be done; what later steps need of them, the work remembers itself. `result`: the
   * answer, when all are.
   */
  | { readonly kind: 'one'; readonly done: readonly string[]; readonly result: string | undefined }
  /** Several documents, or near matches alone: nobody may guess. */
  | { readonly kind: 'several'; readonly detail: string };

export interface DurableStep {
  readonly name: string;
  /** Longest time that the ERP may take, in milliseconds: the request is given up, its socket destroyed, by then. */
  readonly timeoutMs: number;
  /** Sends the request once. `done`: results of the steps before it, by name. Does not reject: a failure is an outcome. */
  send(done: Readonly<Record<string, unknown>>): Promise<Sent>;
}

export interface DurableWork {
  readonly claim: Omit<NewDurableClaim, 'owner'>;
  /** Looks the document up by its key; undefined where the ERP has no way to. Rejects with `SourceError`. */
  readonly find: ((released: readonly ReleasedAnswer[]) => Promise<Found>) | undefined;
  /** Reads and refusals before the first step; nothing is changed. */
  prepare(released: readonly ReleasedAnswer[]): Promise<void>;
  /** At least one, in order. */
  readonly steps: readonly DurableStep[];
  /** The members of the answer from what the steps gave, where `find` does not show it yet; undefined where only `find` can tell. */
  answer(done: Readonly<Record<string, unknown>>): string | undefined;
}

/** Spans in milliseconds. */
export interface DurableTiming {
  /** How long an owner may do without a change of its claim. Longer than the longest time-out of a step. */
  readonly leaseMs: number;
  /** From an unknown outcome to the first look-up: the ERP may still be at work. */
  readonly settleMs: number;
  /** Between two look-ups that have to agree that there is nothing. */
  readonly apartMs: number;
  /** How long a caller waits behind another one. */
  readonly patienceMs: number;
  /** Between two looks of such a caller at the claim. */
  readonly pollMs: number;
}
