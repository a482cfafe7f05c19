import { expect } from 'vitest';
import type { Reply } from './client.ts';
import type { Endpoint } from './endpoints.ts';
import { isNoisy, numbersOf, parseExact } from './exact.ts';
import { errorBody, faultList, faultsOf, type Shape, shape } from './schemas.ts';

export type Code =
  | 'UNAUTHORIZED'
  | 'FORBIDDEN'
  | 'INVALID_JSON'
  | 'VALIDATION_FAILED'
  | 'BAD_REQUEST'
  | 'INTERNAL_ERROR';
interface ErrorBody {
  readonly error: string;
  readonly code: Code;
  readonly details?: unknown;
}
interface FaultList {
  readonly fields: readonly { readonly field: string; readonly message: string; readonly rule: string }[];
}

const errorShape: Shape<ErrorBody> = shape<ErrorBody>(errorBody);
const faultShape: Shape<FaultList> = shape<FaultList>(faultList);
const INSIDES =
  /\bSELECT\b.*\bFROM\b|\bINSERT INTO\b|SQLITE_|node_modules|\n\s+at |\bECONN|\bE[A-Z]{4,}:|\.[cm]?[jt]s:\d+/;

const start = (text: string): string => (text.length > 600 ? `${text.slice(0, 600)}...` : text);

/** A reply with anything else than status 200 and the endpoint's own fields fails here. Gives the answer, numbers as text. */
export function accepted<T>(endpoint: Endpoint<T>, reply: Reply): T {
  const about = `${endpoint.path} answered ${reply.status}: ${start(reply.text)}`;
  expect(reply.status, about).toBe(200);
  expect(String(reply.headers['content-type']), `content type of ${endpoint.path}`).toMatch(/^application\/json\b/i);
  const { sent, exact } = endpoint.answer;
  if (!sent(reply.json)) expect.fail(`${endpoint.path} breaks the contract:\n${faultsOf(sent)}\n${start(reply.text)}`);
  expect(numbersOf(reply.text).filter(isNoisy), `numbers with binary noise in ${endpoint.path}`).toEqual([]);
  const answer = parseExact(reply.text);
  if (!exact(answer)) return expect.fail(`${endpoint.path} breaks the contract:\n${faultsOf(exact)}`);
  return answer;
}

/** The part of a reply that an error is judged by; a reply on a bare connection has it too. */
export type Refusal = Pick<Reply, 'status' | 'text' | 'json'>;

/** A reply that is no error of this status and code with the contract's error body fails here. Gives the body. */
export function refused(reply: Refusal, status: number | readonly number[], code: Code | readonly Code[]): ErrorBody {
  const about = `answered ${reply.status}: ${start(reply.text)}`;
  expect([status].flat(), about).toContain(reply.status);
  const { sent, exact } = errorShape;
  if (!sent(reply.json)) expect.fail(`the error body breaks the contract:\n${faultsOf(sent)}\n${about}`);
  const body = parseExact(reply.text);
  if (!exact(body)) return expect.fail(about);
  expect([code].flat(), about).toContain(body.code);
  expect(body.error, 'an error tells nothing of the insides').not.toMatch(INSIDES);
  return body;
}

/** The fields that a 422 names. Fails when the reply is no 422 VALIDATION_FAILED with a well-formed list of faults. */
export function refusedFields(reply: Refusal): readonly string[] {
  const body = refused(reply, 422, 'VALIDATION_FAILED');
  const { exact } = faultShape;
  if (!exact(body.details)) return expect.fail(`details of a 422: ${faultsOf(exact)}\n${start(reply.text)}`);
  return body.details.fields.map((fault) => fault.field);
}
