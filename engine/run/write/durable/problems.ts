/** What a caller learns of a durable write that could not be answered with its document. */
import { ProblemError } from '../../../base/problem.ts';
import { SourceError } from '../../../sources/source.ts';
import type { Sent } from './durable-work.ts';

/** Seconds after which it is worth another try, where nothing better is known. */
const soon = 2;

/** Behind another request with the same key. */
export function busy(): ProblemError {
  const message = 'The same document is being written right now. Send it again shortly.';
  return new ProblemError({ kind: 'unreachable', message, retryAfter: soon });
}

/** `retryAfter`: seconds until the next look-up. */
export function inDoubt(retryAfter: number = soon): ProblemError {
  const message =
    'It is not known yet whether the ERP has written this document; it is being looked up. Send it again shortly: it is not written twice.';
  return new ProblemError({ kind: 'unreachable', message, retryAfter });
}

/** Two look-ups agreed after an unknown outcome. */
export function notWritten(): ProblemError {
  const message = 'The ERP has not written this document. Send it again.';
  return new ProblemError({ kind: 'unreachable', message, retryAfter: soon });
}

export function held(reason: string): ProblemError {
  const message =
    'What became of this document in the ERP is not certain; somebody has to look at it before it can be sent again.';
  return new ProblemError({ kind: 'broken', message }, new Error(reason));
}

/** The deadline came before anything was sent. */
export function outOfTime(): ProblemError {
  const message = 'There was no time left to write the document; nothing was sent to the ERP.';
  return new ProblemError({ kind: 'timeout', message, retryAfter: soon });
}

export function notProcessed(sent: Extract<Sent, { readonly kind: 'not processed' }>): ProblemError {
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

/** `sent`: whether a step of this request may have left. */
export function storeFailed(cause: unknown, sent: boolean): ProblemError {
  const message = sent
    ? 'The document may have been written, but the service cannot keep its answer at the moment. Send it again: it is not written twice.'
    : 'The service cannot keep track of documents at the moment; nothing was sent to the ERP. Send it again.';
  return new ProblemError({ kind: 'unreachable', message, retryAfter: 5 }, cause);
}

/** What the store did, its failure as a problem. */
export async function stored<T>(work: Promise<T>, sent: boolean): Promise<T> {
  try {
    return await work;
  } catch (error) {
    throw error instanceof SourceError ? storeFailed(error, sent) : error;
  }
}
