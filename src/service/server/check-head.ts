/** The checks of a request's head, in the order that the contract demands: key, form, path and method, content type. */
import type { IncomingMessage } from 'node:http';
import type { Endpoint } from '../../../engine/index.ts';
import type { Key } from '../config/api-keys.ts';
import { authenticate, mayCall } from './authenticate.ts';
import { countHeader } from './headers.ts';
import { declaresMore } from './read-body.ts';
import { badRequest, type Refusal, stopping, tooLarge, unauthorized, unavailable } from './refusal.ts';

interface HeadContext {
  readonly keys: readonly Key[];
  /** Milliseconds since the epoch. */
  readonly now: number;
  readonly isStopping: boolean;
  /** Paths of the contract. */
  readonly paths: ReadonlySet<string>;
  /** Whether the router has an endpoint for this path and method. */
  readonly isRouted: boolean;
  /** Whether the request's target can be decoded. */
  readonly isDecodable: boolean;
}

export type Verdict =
  | { readonly ok: true; readonly key: Key }
  | { readonly ok: false; readonly key?: Key; readonly refusal: Refusal };

/** Checks the head of a request. */
export function inspectHead(request: IncomingMessage, context: HeadContext): Verdict {
  const key = authenticate(request, context.keys, context.now);
  if (key === undefined) return { ok: false, refusal: unauthorized };
  const refusal = refusalFor(request, context);
  return refusal === undefined ? { ok: true, key } : { ok: false, key, refusal };
}

const invalidHost = badRequest(400, 'The request must have exactly one Host header.');

function hasValidHost(request: IncomingMessage): boolean {
  const hosts = countHeader(request, 'host');
  return hosts === 1 || (hosts === 0 && request.httpVersion === '1.0');
}

const unreadServices = unavailable('The integration service has not read its companies yet. Try again shortly.', 5);

/** The refusal of a request that is for no service. It says nothing about the services. `isComplete`: whether all services have been read. */
export function refusalWithoutService(request: IncomingMessage, isComplete: boolean): Refusal {
  if (!hasValidHost(request)) return invalidHost;
  if (!isComplete) return unreadServices;
  return badRequest(404, 'There is no service at this address. Check the base URL of the connection.');
}

function refusalFor(request: IncomingMessage, context: HeadContext): Refusal | undefined {
  if (context.isStopping) return stopping;
  if (!hasValidHost(request)) return invalidHost;
  const { expect } = request.headers;
  if (expect !== undefined && expect.toLowerCase() !== '100-continue') {
    return badRequest(417, 'The service does not support this Expect header.');
  }
  if (!context.isDecodable) return badRequest(400, 'The address of the request is not a valid URL.');
  if (!context.isRouted) {
    if (context.paths.has(pathOf(request.url ?? '/'))) {
      return badRequest(405, 'This path accepts only POST requests.', { allow: 'POST' });
    }
    return badRequest(404, 'There is no endpoint at this path. Check the base URL of the connection.');
  }
  if (!isJson(request.headers['content-type'])) {
    return badRequest(415, 'The body must be JSON, with the header Content-Type: application/json.');
  }
  const encoding = request.headers['content-encoding'];
  if (encoding !== undefined && encoding.toLowerCase() !== 'identity') {
    return badRequest(415, 'The body must not be compressed.');
  }
  return undefined;
}

/** The refusal of a routed request by the rest of its head: its declared size, then the app of its key. */
export function refusalOfCall(
  request: IncomingMessage,
  { app, path }: Endpoint,
  key: Key,
  bodyLimit: number,
): Refusal | undefined {
  if (declaresMore(request, bodyLimit)) return tooLarge(bodyLimit);
  if (mayCall(key.app, app)) return undefined;
  const message = `This API key belongs to another app: it cannot be used for ${path}.`;
  return { status: 403, code: 'FORBIDDEN', message };
}

/** The path of a request target, without the query. Also accepts the absolute form, which proxies receive. */
export function pathOf(target: string): string {
  if (target.startsWith('/') && !/[?#]/.test(target)) return target;
  const relative = target.replace(/^https?:\/\/[^/?#]*/i, '');
  return relative.replace(/[?#].*$/s, '') || '/';
}

function isJson(contentType: string | undefined): boolean {
  if (contentType === 'application/json') return true;
  return contentType?.split(';', 1)[0]?.trim().toLowerCase() === 'application/json';
}
