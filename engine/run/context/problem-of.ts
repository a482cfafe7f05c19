/** Converts failures into problems: the only place that decides how much of a source's error a caller sees. */
import { type Problem, ProblemError } from '../../base/problem.ts';
import { SourceError } from '../../sources/source.ts';
import { ExpressionError } from '../../transform/expression.ts';

/** Whole seconds until a retry is useful, rounded up. */
function seconds({ retryAfterMs = 5_000 }: SourceError): number {
  return Math.max(1, Math.ceil(retryAfterMs / 1_000));
}

function ofSource(error: SourceError, writing: boolean): Problem {
  switch (error.kind) {
    case 'unreachable':
      return { kind: 'unreachable', message: 'The ERP cannot be reached at the moment.', retryAfter: seconds(error) };
    case 'timeout':
      return { kind: 'timeout', message: 'The ERP did not answer in time.' };
    case 'throttled':
      return {
        kind: 'throttled',
        message: 'The ERP takes no more requests at the moment.',
        retryAfter: seconds(error),
      };
    case 'conflict':
      return {
        kind: 'unreachable',
        message: 'The ERP is busy with other work on the same data. Send the request again shortly.',
        retryAfter: 2,
      };
    case 'value':
      return writing
        ? {
            kind: 'invalid',
            message:
              'The ERP refused the document: a value is too long or too large for it, or has characters that it lacks.',
          }
        : { kind: 'broken', message: 'The ERP could not work with a value of this request.' };
    case 'denied':
      return { kind: 'broken', message: 'The ERP refused the access of this service.' };
    case 'constraint':
      return {
        kind: writing ? 'invalid' : 'broken',
        message: 'The ERP refused the document, because it breaks one of its own rules.',
      };
    case 'statement':
    case 'broken':
      return { kind: 'broken', message: 'The ERP answered with an error.' };
  }
}

/** The problem for anything that a run threw. An unexpected error is a bug. */
export function problemOf(error: unknown, writing: boolean): Problem {
  if (error instanceof ProblemError) return error.problem;
  if (error instanceof SourceError) return ofSource(error, writing);
  if (error instanceof ExpressionError)
    return {
      kind: 'broken',
      message: 'The profile of the ERP could not work with a value of its data or of this request.',
    };
  return { kind: 'bug', message: 'The service failed on this request.' };
}

/** The description for the operator's log: the error and its causes, innermost last; then the remedy. */
export function explain(error: unknown): string {
  const parts: string[] = [];
  for (
    let cause = error;
    cause !== undefined && parts.length < 5;
    cause = cause instanceof Error ? cause.cause : undefined
  ) {
    const part = cause instanceof Error ? cause.message : String(cause);
    // A cause with the same words adds nothing.
    if (part !== parts.at(-1)) parts.push(part);
  }
  const cure = error instanceof SourceError ? error.cure : undefined;
  const chain = parts.join(' <- ');
  return cure === undefined ? chain : `${chain.replace(/\.$/, '')}. ${cure}`;
}
