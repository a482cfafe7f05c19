/** Error answers: HTTP status, the contract's error code, and the message that the platform shows. Contract part 7. */
import type { FieldFault, Problem } from '../../../engine/index.ts';
import type { ErrorCode } from '../../contract/errors.ts';

export interface Refusal {
  readonly status: number;
  readonly code: ErrorCode;
  /** For people. */
  readonly message: string;
  readonly fields?: readonly FieldFault[];
  readonly headers?: Readonly<Record<string, string>>;
}

/** The refusal of a request with a wrong path, method, content type, size or form. */
export function badRequest(status: number, message: string, headers?: Readonly<Record<string, string>>): Refusal {
  return { status, code: 'BAD_REQUEST', message, ...(headers && { headers }) };
}

/** 413. `limit` in bytes. */
export function tooLarge(limit: number): Refusal {
  return badRequest(413, `The body is larger than the ${limit} bytes that are accepted.`);
}

export const unauthorized: Refusal = {
  status: 401,
  code: 'UNAUTHORIZED',
  message: 'The API key is missing or not valid. Send it as a bearer token: Authorization: Bearer <key>.',
  headers: { 'www-authenticate': 'Bearer' },
};

/** 503: the service cannot process the request now. `seconds`: value of Retry-After. */
export function unavailable(message: string, seconds: number): Refusal {
  return { status: 503, code: 'INTERNAL_ERROR', message, headers: retryAfter(seconds) };
}

/** For a request to a service that ends. */
export const stopping: Refusal = unavailable('The integration service is stopping. Try again shortly.', 5);

/** The problem that a caller sees for a bug: without any detail. */
export const bugProblem: Problem = {
  kind: 'bug',
  message: 'Internal error of the integration service. Its log has the details.',
};

/** The HTTP answer for a problem of the engine. Statuses follow the rulings of the contract on failures of the ERP. */
export function refusalOf(problem: Problem): Refusal {
  switch (problem.kind) {
    case 'invalid':
      return {
        status: 422,
        code: 'VALIDATION_FAILED',
        message: problem.message,
        ...(problem.fields && { fields: problem.fields }),
      };
    case 'unprovided':
      return internal(501, problem);
    case 'throttled':
      return internal(429, problem, retryAfter(problem.retryAfter ?? 30));
    case 'broken':
      return internal(502, problem);
    case 'unreachable':
      return internal(503, problem, retryAfter(problem.retryAfter ?? 5));
    case 'timeout':
      return internal(504, problem);
    case 'bug':
      return internal(500, bugProblem);
  }
}

/** The contract's error body. Messages of 5xx answers contain the request id, by which the log can be searched. */
export function errorBody(refusal: Refusal, version: string, requestId: string): string {
  const { status, code, message, fields } = refusal;
  const error = status >= 500 ? `${message} (request ${requestId})` : message;
  return JSON.stringify({
    schemaVersion: version,
    error,
    code,
    ...(fields && {
      details: { fields: fields.map(({ field, message, rule }) => ({ field, message, rule })) },
    }),
  });
}

function internal(status: number, problem: Problem, headers?: Readonly<Record<string, string>>): Refusal {
  return { status, code: 'INTERNAL_ERROR', message: problem.message, ...(headers && { headers }) };
}

function retryAfter(seconds: number): Readonly<Record<string, string>> {
  return { 'retry-after': String(Math.max(1, Math.ceil(seconds))) };
}
