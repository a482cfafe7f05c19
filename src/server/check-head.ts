/** The checks that need a request's head only, in the order of the rulings: token, form, path and method, content type. */
import type { IncomingMessage } from 'node:http';
import type { Key } from '../config/api-keys.ts';
import { authenticate } from './authenticate.ts';
import { countHeader } from './headers.ts';
import { badRequest, type Refusal, unauthorized, unavailable } from './refusal.ts';

export interface GateFacts {
  readonly keys: readonly Key[];
  readonly now: number;
  readonly stopping: boolean;
  /** Paths of the contract. */
  readonly paths: ReadonlySet<string>;
  /** Whether the router has an endpoint for this path and method. */
  readonly routed: boolean;
  /** False when the request's target cannot be decoded. */
  readonly readable: boolean;
}

export type Verdict =
  | { readonly ok: true; readonly key: Key }
  | { readonly ok: false; readonly key?: Key; readonly refusal: Refusal };

/** Lets a request pass with the key it presents, or says why not. */
export function inspectHead(request: IncomingMessage, facts: GateFacts): Verdict {
  const key = authenticate(request, facts.keys, facts.now);
  if (key === undefined) return { ok: false, refusal: unauthorized };
  const refusal = refusalFor(request, facts);
  return refusal === undefined ? { ok: true, key } : { ok: false, key, refusal };
}

function refusalFor(request: IncomingMessage, facts: GateFacts): Refusal | undefined {
  if (facts.stopping) return unavailable('The integration service is stopping. Try again shortly.', 5);
  const hosts = countHeader(request, 'host');
  if (hosts > 1 || (hosts === 0 && request.httpVersion !== '1.0')) {
    return badRequest(400, 'The request must have exactly one Host header.');
  }
  const { expect } = request.headers;
  if (expect !== undefined && expect.toLowerCase() !== '100-continue') {
    return badRequest(417, 'The Expect header asks for something that this service does not do.');
  }
  if (!facts.readable) return badRequest(400, 'The address of the request is not a valid URL.');
  if (!facts.routed) {
    if (facts.paths.has(pathOf(request.url ?? '/'))) {
      return badRequest(405, 'This path takes POST requests only.', { allow: 'POST' });
    }
    return badRequest(404, 'There is nothing at this path. Check the base address of the connection.');
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

/** The path of a request target, without query; also of the absolute form that proxies are sent. */
export function pathOf(target: string): string {
  if (target.startsWith('/') && !/[?#]/.test(target)) return target;
  const relative = target.replace(/^https?:\/\/[^/?#]*/i, '');
  return relative.replace(/[?#].*$/s, '') || '/';
}

function isJson(contentType: string | undefined): boolean {
  if (contentType === 'application/json') return true;
  return contentType?.split(';', 1)[0]?.trim().toLowerCase() === 'application/json';
}
