/** The operations of the API for operators: requests are checked by these schemas, and the OpenAPI document is generated from them. */
import type { z } from 'zod';
import type { OperatorKey } from '../../config/operator-keys.ts';
import {
  auditList,
  auditQuery,
  company,
  companyInput,
  companyList,
  companyPatch,
  companyQuery,
  companyWithKey,
  keyRotation,
  linkAnswer,
  linkInput,
} from '../schema.ts';

export interface Operation {
  readonly method: 'GET' | 'POST' | 'PATCH' | 'DELETE';
  /** `/companies/{name}` */
  readonly path: string;
  readonly scope: OperatorKey['scope'];
  readonly summary: string;
  /** Of the query. */
  readonly query?: z.ZodObject;
  readonly body?: z.ZodType;
  /** Whether `If-Match` has to name the revision that the change is made for. */
  readonly needsRevision?: true;
  /** The answer by its status; undefined: without a body. */
  readonly answers: Readonly<Record<number, z.ZodType | undefined>>;
  /** Its errors, beyond those of every operation. */
  readonly errors: readonly ErrorStatus[];
}

/** What each status of an error means. */
export const errorTexts = {
  400: 'The body is not JSON.',
  401: 'The credential is missing, not valid or expired.',
  403: 'The credential may only read.',
  404: 'There is no such company, key or path.',
  405: 'The path has no such method; `Allow` lists them.',
  409: 'Another company has this name, the entry comes from a file, or the configuration or the profile has no consent.',
  412: 'Another change was faster: read the company again.',
  413: 'The body is too large.',
  415: 'The body must be JSON.',
  422: 'The request is not valid: `faults` names the members.',
  428: '`If-Match` is missing.',
  429: 'Too many requests without a valid credential: wait for `Retry-After`.',
  503: 'The store cannot be used at the moment.',
} as const;

export type ErrorStatus = keyof typeof errorTexts;

/** Errors of every operation. */
export const commonErrors = [401, 403, 429, 503] as const satisfies readonly ErrorStatus[];

const ofBody = [400, 413, 415, 422] as const;
const ofRevision = [404, 409, 412, 428] as const;

/** All operations by their ids. */
export const operations = {
  listCompanies: {
    method: 'GET',
    path: '/companies',
    scope: 'read',
    summary: 'Companies by name, with their state here.',
    query: companyQuery,
    answers: { 200: companyList },
    errors: [422],
  },
  addCompany: {
    method: 'POST',
    path: '/companies',
    scope: 'write',
    summary: 'Adds a company. A repeat of the same request changes nothing, unless its keys are generated.',
    body: companyInput,
    answers: { 200: companyWithKey, 201: companyWithKey },
    errors: [...ofBody, 409],
  },
  showCompany: {
    method: 'GET',
    path: '/companies/{name}',
    scope: 'read',
    summary: 'A company, with its state here.',
    answers: { 200: company },
    errors: [404],
  },
  changeCompany: {
    method: 'PATCH',
    path: '/companies/{name}',
    scope: 'write',
    summary: 'Changes, suspends or resumes a company. A repeat changes nothing.',
    body: companyPatch,
    needsRevision: true,
    answers: { 200: company },
    errors: [...ofBody, ...ofRevision],
  },
  removeCompany: {
    method: 'DELETE',
    path: '/companies/{name}',
    scope: 'write',
    summary: 'Removes a company. Its requests in progress are answered; its writes stay in the store.',
    needsRevision: true,
    answers: { 204: undefined },
    errors: [...ofRevision],
  },
  addKey: {
    method: 'POST',
    path: '/companies/{name}/keys',
    scope: 'write',
    summary: 'Adds an API key to a company, given or generated, and may put an end to the others of its app.',
    body: keyRotation,
    needsRevision: true,
    answers: { 200: companyWithKey },
    errors: [...ofBody, ...ofRevision],
  },
  removeKey: {
    method: 'DELETE',
    path: '/companies/{name}/keys/{key}',
    scope: 'write',
    summary: 'Ends an API key of a company at once.',
    needsRevision: true,
    answers: { 200: company },
    errors: [...ofRevision],
  },
  makeLink: {
    method: 'POST',
    path: '/companies/{name}/connect-link',
    scope: 'write',
    summary: 'Makes a one-time link, with which a customer gives consent to the ERP in a browser.',
    body: linkInput,
    answers: { 201: linkAnswer },
    errors: [...ofBody, 404, 409],
  },
  listChanges: {
    method: 'GET',
    path: '/audit',
    scope: 'read',
    summary: 'Changes of companies, newest first.',
    query: auditQuery,
    answers: { 200: auditList },
    errors: [422],
  },
} as const satisfies Readonly<Record<string, Operation>>;

export type OperationId = keyof typeof operations;
