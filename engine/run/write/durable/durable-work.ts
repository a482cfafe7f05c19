/**
 * The interface between the durable protocol and one write: the lookup of its document, and the steps that create it.
 */
import type { FieldFault, ProblemError } from '../../../base/problem.ts';
import type { ReleasedAnswer } from '../../../sources/sql/claims/claims-table.ts';
import type { NewDurableClaim } from './claims.ts';

/** The result of a request with an effect. Everything that is not proven is unknown. */
export type SendResult =
  /** The ERP executed it; `result`, a JSON value, is available to later steps. */
  | { readonly kind: 'done'; readonly result: unknown }
  /**
   * Proven not sent (DNS, refused connection, TLS), or declared not processed (429, expired session, CSRF). It may be
   * sent again.
   */
  | {
      readonly kind: 'not processed';
      readonly detail: string;
      readonly retryAfterSeconds?: number | undefined;
      /** The ERP limits the rate of requests. */
      readonly throttled?: boolean | undefined;
      /** The problem for the caller if a retry would not help. */
      readonly problem?: ProblemError | undefined;
    }
  /** The ERP refuses the content: the caller may correct it and send it again. */
  | { readonly kind: 'refused'; readonly message: string; readonly fields: readonly FieldFault[] }
  /** Timeout, reset, 5xx, success without an id: it may have been executed. */
  | { readonly kind: 'unknown'; readonly detail: string };

/** Rejects with `SourceError` if the request must not be sent any more. */
export type FirstByteCheck = () => Promise<void>;

/** The result of the lookup of a document. */
export type LookupOutcome =
  | { readonly kind: 'none' }
  /**
   * `done`: names of the steps that the document shows to be done; the work itself keeps what later steps need of
   * them. `result`: the answer, if all are done.
   */
  | { readonly kind: 'one'; readonly done: readonly string[]; readonly result: string | undefined }
  /** Several documents, or only similar ones: an operator has to decide. */
  | { readonly kind: 'several'; readonly detail: string };

/** The request that removes what a step has created. It depends on the key and on the results of steps only. */
export interface DurableUndo {
  /** Timeout in milliseconds, as of a step. */
  readonly timeoutMs: number;
  /** It may be sent again when its outcome was unknown and the document is still there. */
  readonly repeatable: boolean;
  /** Sends the request once. `done`: results of the steps, by name. Does not reject: a failure is a result. */
  send(done: Readonly<Record<string, unknown>>, beforeFirstByte: FirstByteCheck): Promise<SendResult>;
}

/** What any process can do for a claim, also when the request of the write no longer exists. */
export interface Recovery {
  /** Looks up the document by its key; undefined if the ERP has no lookup. Rejects with `SourceError`. */
  readonly find: ((released: readonly ReleasedAnswer[]) => Promise<LookupOutcome>) | undefined;
  /** At least one, in order. */
  readonly steps: readonly RecoveredStep[];
}

export interface RecoveredStep {
  readonly name: string;
  readonly undo?: DurableUndo | undefined;
}

export interface DurableStep extends RecoveredStep {
  /** Timeout in milliseconds: the request is aborted and its socket destroyed by then. */
  readonly timeoutMs: number;
  /**
   * Sends the request once. `done`: results of the previous steps, by name. `beforeFirstByte`: called on the established connection. Does not
   * reject: a failure is a result.
   */
  send(done: Readonly<Record<string, unknown>>, beforeFirstByte: FirstByteCheck): Promise<SendResult>;
}

/** The lock that a write takes before its first read: writes with the same lock run one after the other. */
export interface DocumentLock {
  /** SHA-256 of installation and value, in hexadecimal digits. */
  readonly id: string;
  /** The value of the profile's expression, for messages. */
  readonly value: string;
}

export interface DurableWork extends Recovery {
  readonly claim: Omit<NewDurableClaim, 'owner'>;
  readonly lock: DocumentLock | undefined;
  /** Reads and refusals before the first step; nothing is changed. */
  prepare(released: readonly ReleasedAnswer[]): Promise<void>;
  /** At least one, in order. */
  readonly steps: readonly DurableStep[];
  /**
   * The members of the answer from the results of the steps, if `find` does not show the document yet; undefined if
   * only `find` can provide them.
   */
  answer(done: Readonly<Record<string, unknown>>): string | undefined;
}

/** Durations in milliseconds. */
export interface DurableTiming {
  /** Lease of an owner that has sent nothing; the owner renews it. */
  readonly claimMs: number;
  /** Lease of an owner that has sent a step. Longer than the longest timeout of a step. */
  readonly leaseMs: number;
  /** From an unknown outcome to the first lookup: the ERP may still be working. */
  readonly settleMs: number;
  /** Between two lookups that must both find nothing. */
  readonly apartMs: number;
  /**
   * After this time without a change, a lookup that shows what was sent is proof, before the ERP has settled;
   * undefined if the ERP may show a document that it is still writing.
   */
  readonly proofMs: number | undefined;
  /** Maximum wait of a caller for another request with the same key. */
  readonly maxWaitMs: number;
  /** Interval at which a waiting caller reads the claim. */
  readonly pollMs: number;
}
