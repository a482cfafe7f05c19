/** The problems for callers of a durable write that could not be answered with its document. */
import { ProblemError } from '../../../base/problem.ts';
import { SourceError } from '../../../sources/source.ts';
import type { SendResult } from './durable-work.ts';

/** Default for `retryAfter`, in seconds. */
const retrySeconds = 2;

/** Another request with the same key is running. */
export function busyProblem(): ProblemError {
  const message = 'The same document is being written right now. Send it again shortly.';
  return new ProblemError({ kind: 'unreachable', message, retryAfter: retrySeconds });
}

/** Seconds until the next lookup, for a caller. Limited, because the store's clock may have been set back. */
export function secondsUntil(lookInMs: number): number {
  return Math.min(30, Math.max(retrySeconds, Math.ceil(lookInMs / 1000)));
}

/** Another write changes the same document. `lookInMs`: until the lookup of that write, if its outcome is unknown. */
export function lockedProblem(value: string, lookInMs: number | undefined): ProblemError {
  const message = `Another write changes the same document (${value}) at the moment; nothing was sent to the ERP. Send it again shortly.`;
  const retryAfter = lookInMs === undefined ? retrySeconds : secondsUntil(lookInMs);
  return new ProblemError({ kind: 'unreachable', message, retryAfter });
}

/** `retryAfter`: seconds until the next lookup. */
export function outcomeUnknownProblem(retryAfter: number = retrySeconds): ProblemError {
  const message =
    'It is not known yet whether the ERP has written this document; it is being looked up. Send it again shortly: it is not written twice.';
  return new ProblemError({ kind: 'unreachable', message, retryAfter });
}

/** The ERP has refused the document, and its undo is not confirmed yet. `retryAfter`: seconds. */
export function undoPendingProblem(retryAfter: number = retrySeconds): ProblemError {
  const message =
    'The ERP has refused this document, and what was written of it before is being removed. Send it again shortly.';
  return new ProblemError({ kind: 'unreachable', message, retryAfter });
}

/** After an unknown outcome, two lookups found nothing. */
export function notWrittenProblem(): ProblemError {
  const message = 'The ERP has not written this document. Send it again.';
  return new ProblemError({ kind: 'unreachable', message, retryAfter: retrySeconds });
}

/** The ERP failed, and has undone everything. */
export function undoneProblem(detail: string): ProblemError {
  const message = 'The ERP failed on this document and has written nothing. Send it again.';
  return new ProblemError({ kind: 'unreachable', message, retryAfter: retrySeconds }, new Error(detail));
}

/** A `broken` problem; `reason` is its cause, for the log only. */
export function heldProblem(reason: string): ProblemError {
  const message =
    'It is not certain whether the ERP has written this document; an operator has to check it before it can be sent again.';
  return new ProblemError({ kind: 'broken', message }, new Error(reason));
}

/** The deadline passed before anything was sent. */
export function deadlineProblem(): ProblemError {
  const message = 'There was no time left to write the document; nothing was sent to the ERP.';
  return new ProblemError({ kind: 'timeout', message, retryAfter: retrySeconds });
}

/** The problem of the ERP if there is one, else `throttled` or `unreachable`. A retry is advised after 5 seconds by default. */
export function notProcessedProblem(sent: Extract<SendResult, { readonly kind: 'not processed' }>): ProblemError {
  if (sent.problem !== undefined) return sent.problem;
  const cause = new Error(sent.detail);
  const retryAfter = Math.ceil(sent.retryAfterSeconds ?? 5);
  return sent.throttled === true
    ? new ProblemError(
        { kind: 'throttled', message: 'The ERP takes no more requests at the moment.', retryAfter },
        cause,
      )
    : new ProblemError({ kind: 'unreachable', message: 'The ERP cannot be reached at the moment.', retryAfter }, cause);
}

/** `sent`: whether a step of this request may have been sent. */
export function storeProblem(cause: unknown, sent: boolean): ProblemError {
  const message = sent
    ? 'The document may have been written, but the service cannot keep its answer at the moment. Send it again: it is not written twice.'
    : 'The service cannot keep track of documents at the moment; nothing was sent to the ERP. Send it again.';
  return new ProblemError({ kind: 'unreachable', message, retryAfter: 5 }, cause);
}

/** The result of the store; its failure becomes a problem. */
export async function withStoreProblem<T>(work: Promise<T>, sent: boolean): Promise<T> {
  try {
    return await work;
  } catch (error) {
    throw error instanceof SourceError ? storeProblem(error, sent) : error;
  }
}
