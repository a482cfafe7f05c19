/** Answers of the API for operators. */
import type { z } from 'zod';
import { issueText } from '../../config/issue-text.ts';
import { pathText } from '../../config/path-text.ts';
import type { MemberFault } from '../../config/stored-entries.ts';
import { type ErrorStatus, errorTexts } from './operations.ts';

export interface ApiReply {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  /** JSON; undefined: no body. */
  readonly body: object | undefined;
}

/** Ends a request with an error. Thrown by the handlers and caught once. */
export class ApiError extends Error {
  readonly status: ErrorStatus;
  readonly headers: Readonly<Record<string, string>>;
  readonly details: object;
  constructor(status: ErrorStatus, headers: Readonly<Record<string, string>> = {}, details: object = {}) {
    super(errorTexts[status]);
    this.name = 'ApiError';
    this.status = status;
    this.headers = headers;
    this.details = details;
  }
}

/** 422 with the members that are not valid. */
export function invalid(faults: readonly (Omit<MemberFault, 'hint'> & { readonly hint?: string })[]): ApiError {
  return new ApiError(422, {}, { faults: faults.map(({ path, ...fault }) => ({ path: pathText(path), ...fault })) });
}

/** The faults that a schema finds in a value. A member that is not known is named as well. */
export function schemaFaults(error: z.ZodError, value: unknown): ApiError {
  return invalid(
    error.issues.flatMap((issue) =>
      issue.code === 'unrecognized_keys'
        ? issue.keys.map((key) => ({ path: [...issue.path, key], message: 'is not known' }))
        : [{ path: issue.path, message: issueText(issue, value).replace('a map', 'an object') }],
    ),
  );
}
