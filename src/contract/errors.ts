/** The error answers of the contract: status, code, and when each is sent. */
import type { Endpoint } from '../../engine/index.ts';

/** All values of `code`. */
export const errorCodes = [
  'UNAUTHORIZED',
  'FORBIDDEN',
  'INVALID_JSON',
  'VALIDATION_FAILED',
  'BAD_REQUEST',
  'INTERNAL_ERROR',
] as const;

export type ErrorCode = (typeof errorCodes)[number];

export interface ErrorAnswer {
  readonly status: number;
  readonly code: ErrorCode;
  /** When it is sent. */
  readonly when: string;
  /** An example of the message for people. */
  readonly error: string;
  readonly details?: { readonly fields: readonly { field: string; message: string; rule: string }[] };
  /** Header of the answer, with an example. */
  readonly header?: { readonly name: string; readonly value: string; readonly description: string };
  /** Its cause: any endpoint (`service`), an unknown path, the key of another app, or the ERP. */
  readonly from: 'service' | 'path' | 'app' | 'erp';
}

const retryAfter = (value: string) => ({
  name: 'Retry-After',
  value,
  description: 'Seconds to wait before the next attempt.',
});

/** Every error answer, by status. */
export const errorAnswers: readonly ErrorAnswer[] = [
  {
    status: 400,
    code: 'INVALID_JSON',
    when: 'The body is empty, not JSON, or has more than 64 lists and objects inside each other.',
    error: 'The request body is not valid JSON. Send a JSON object.',
    from: 'service',
  },
  {
    status: 401,
    code: 'UNAUTHORIZED',
    when: 'The key is missing, malformed, unknown or revoked. Checked before anything else, on every path.',
    error: 'The access key is missing or not valid. Send it as a bearer token.',
    header: { name: 'WWW-Authenticate', value: 'Bearer', description: 'The scheme to use.' },
    from: 'service',
  },
  {
    status: 403,
    code: 'FORBIDDEN',
    when: 'The key is valid but belongs to the other app.',
    error: 'This key belongs to the other app. Use the key of the app that owns this endpoint.',
    from: 'app',
  },
  {
    status: 404,
    code: 'BAD_REQUEST',
    when: 'No endpoint has this path.',
    error: 'There is no such endpoint. Check the path.',
    from: 'path',
  },
  {
    status: 405,
    code: 'BAD_REQUEST',
    when: 'The method is not POST.',
    error: 'This endpoint takes POST only.',
    header: { name: 'Allow', value: 'POST', description: 'The method to use.' },
    from: 'service',
  },
  {
    status: 413,
    code: 'BAD_REQUEST',
    when: 'The body is larger than the limit (1 MiB by default), or has more than 50,000 values.',
    error: 'The request body is too large.',
    from: 'service',
  },
  {
    status: 415,
    code: 'BAD_REQUEST',
    when: 'The content type is not application/json.',
    error: 'The content type must be application/json.',
    from: 'service',
  },
  {
    status: 422,
    code: 'VALIDATION_FAILED',
    when: 'A field is invalid, or the ERP refuses the content. All invalid fields are listed.',
    error: 'The request has fields that are not valid.',
    details: { fields: [{ field: 'lines[0].qty', message: 'must be a positive integer', rule: 'type' }] },
    from: 'service',
  },
  {
    status: 429,
    code: 'INTERNAL_ERROR',
    when: 'The ERP limits the rate of requests.',
    error: 'The ERP takes no more requests at the moment. Try again in 30 seconds.',
    header: retryAfter('30'),
    from: 'erp',
  },
  {
    status: 500,
    code: 'INTERNAL_ERROR',
    when: 'A bug in the middleware.',
    error: 'Something went wrong in the middleware. Its log has the details under request req-7f3a.',
    from: 'service',
  },
  {
    status: 501,
    code: 'INTERNAL_ERROR',
    when: 'The profile of this ERP does not provide the endpoint.',
    error: 'This ERP profile does not provide purchase orders. Request req-7f3a.',
    from: 'erp',
  },
  {
    status: 502,
    code: 'INTERNAL_ERROR',
    when: 'The ERP failed, refused the credentials of the middleware, or gave an answer that violates the contract.',
    error: 'The ERP gave an answer that cannot be used. The log has the details under request req-7f3a.',
    from: 'erp',
  },
  {
    status: 503,
    code: 'INTERNAL_ERROR',
    when: 'The ERP cannot be reached, or the middleware is overloaded, stopping or not ready.',
    error: 'The ERP cannot be reached at the moment. Try again in 5 seconds. Request req-7f3a.',
    header: retryAfter('5'),
    from: 'service',
  },
  {
    status: 504,
    code: 'INTERNAL_ERROR',
    when: 'The ERP did not answer in time.',
    error: 'The ERP did not answer in time. Request req-7f3a.',
    from: 'erp',
  },
];

/** The error answers that an endpoint can give. */
export function errorsOf(endpoint: Endpoint): readonly ErrorAnswer[] {
  return errorAnswers.filter(({ from }) => applies(from, endpoint));
}

function applies(from: ErrorAnswer['from'], endpoint: Endpoint): boolean {
  switch (from) {
    case 'service':
      return true;
    case 'path':
      return false;
    case 'app':
      return endpoint.app !== 'both';
    case 'erp':
      return endpoint.answer.kind !== 'service';
  }
}
