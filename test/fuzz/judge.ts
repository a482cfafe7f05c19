/** What an answer breaks of the contract, in words. */
import { parseBody } from '../../engine/index.ts';
import { type Answer, isRecord, paths, validate } from '../../src/workbench/checks/validation/index.ts';
import type { FuzzRequest } from './generate.ts';

const missingId = 'the header X-Request-Id is missing';

/** The fields that a 422 names. */
function namedFields({ body }: Answer): readonly unknown[] {
  const details = isRecord(body) && isRecord(body.details) ? body.details : {};
  const fields: readonly unknown[] = Array.isArray(details.fields) ? details.fields : [];
  return fields.map((fault) => (isRecord(fault) ? fault.field : undefined));
}

/** The body as an object with plain numbers: the rules compare limits and dates with it. */
function bodyOf({ body }: FuzzRequest): Readonly<Record<string, unknown>> {
  const text = body.toString();
  const parsed: unknown = parseBody(text).ok ? JSON.parse(text) : {};
  return isRecord(parsed) ? parsed : {};
}

/** The faults of the answer to a generated request. */
export function faultsOf(fuzz: FuzzRequest, answer: Answer): readonly string[] {
  const { allowed, endpoint, field } = fuzz;
  const path = paths.find((contractPath) => contractPath === endpoint.path);
  if (path === undefined) return [`${endpoint.path} is no endpoint of the contract`];
  const wrongStatus = `the status is ${answer.status}, not ${allowed.join(' or ')}`;
  const named = answer.status === 422 ? namedFields(answer) : [];
  return [
    ...(allowed.includes(answer.status) ? [] : [wrongStatus]),
    ...(answer.headers.get('x-request-id') ? [] : [missingId]),
    ...(answer.status === 422 && named.length === 0 ? ['a 422 that names no field'] : []),
    ...(field === undefined || named.includes(field) ? [] : [`${field} is not named; named: ${named.join(', ')}`]),
    ...validate(path, bodyOf(fuzz), answer).map(({ rule, path: at, message }) => `${rule} ${at}: ${message}`),
  ];
}

/** The faults of the answer to malformed bytes: a refusal with the error body, or the end of the connection. */
export function rawFaultsOf(answer: Answer | undefined): readonly string[] {
  if (answer === undefined) return [];
  const isRefused = answer.status >= 400 && answer.status < 500;
  // The contract lists the code of a 400 for bodies that are no JSON. What HTTP itself refuses is a bad request.
  const violations = isRefused ? validate('/health', {}, answer).filter(({ rule }) => rule !== 'error-code') : [];
  return [
    ...(isRefused ? [] : [`malformed bytes were answered with ${answer.status}`]),
    ...(answer.headers.get('x-request-id') ? [] : [missingId]),
    ...violations.map(({ rule, path, message }) => `${rule} ${path}: ${message}`),
  ];
}
