/** The answer to one request: credentials, queue, exchange, and allowed redirects. */
import { waitForRoom } from '../../base/answer-memory.ts';
import type { SourceEvent } from '../../base/events.ts';
import type { HttpRequest } from '../http-source.ts';
import type { CallContext } from '../source.ts';
import { SourceError } from '../source.ts';
import type { Authenticator, Exchange, RawReply } from './auth/authenticator.ts';
import type { Breaker } from './breaker.ts';
import { exchange } from './exchange.ts';
import { credentialsIn } from './hide-secrets.ts';
import { exchangeEvent } from './log.ts';
import type { Pools } from './pools.ts';
import type { SharedSlots } from './rates/shared-slots.ts';
import { withEffect } from './reply/network-errors.ts';
import type { RequestGate } from './request-gate.ts';
import { absoluteUrl, redirectTarget, resolveTarget } from './target.ts';

export interface ReplyPorts {
  readonly base: URL;
  readonly pools: Pools;
  readonly gate: RequestGate;
  /** Undefined if the limit of concurrent requests is that of this replica alone. */
  readonly slots: SharedSlots | undefined;
  readonly breaker: Breaker;
  readonly answerBytes: number;
  /**
   * An unanswered request counts as a failure of the ERP only after this time (milliseconds); before that its caller
   * had too little time.
   */
  readonly minWaitMs: number;
  readonly report: (event: SourceEvent) => void;
}

const mostRedirects = 5;

/**
 * Whether an error is a failure of the ERP: it did not accept a connection or did not answer in time. A short
 * deadline of the caller or one lost connection is not.
 */
function tellsOfErp(error: SourceError, ms: number, minWaitMs: number): boolean {
  if (error.connectionLost || (error.kind !== 'timeout' && error.kind !== 'unreachable')) return false;
  return error.cause !== undefined || ms >= minWaitMs;
}

/** Without path and query, which may contain values. */
function exchangeSpan({ origin }: CallContext, { method }: HttpRequest, { hostname, port, protocol }: URL) {
  const server = { 'server.address': hostname, 'server.port': Number(port) || (protocol === 'https:' ? 443 : 80) };
  return origin?.span?.start(method, 'outgoing', { 'http.request.method': method, ...server });
}

async function attempt(ports: ReplyPorts, request: HttpRequest, url: URL, call: CallContext): Promise<RawReply> {
  const { base, breaker, pools, answerBytes, minWaitMs } = ports;
  const report = call.report ?? ports.report;
  breaker.begin();
  const span = exchangeSpan(call, request, url);
  const traced = span === undefined ? request : { ...request, headers: { ...request.headers, ...span.headers } };
  const startedAt = performance.now();
  try {
    const target = request.target === url.href ? url : resolveTarget(base, request.target);
    const sent = { url: target, request: traced, answerBytes };
    const reply = await exchange(pools, sent, call);
    const { status } = reply;
    span?.end({ 'http.response.status_code': status }, status >= 400 ? String(status) : undefined);
    breaker.recordAnswer();
    report(exchangeEvent({ method: request.method, url, startedAt }, { status: reply.status }));
    return { ...reply, url: url.href };
  } catch (error) {
    span?.end({}, error instanceof SourceError ? error.kind : 'broken');
    // Always end the attempt: an open one would block all others.
    if (error instanceof SourceError && tellsOfErp(error, performance.now() - startedAt, minWaitMs))
      breaker.recordFailure(error);
    else breaker.abandonAttempt();
    if (error instanceof SourceError) {
      report(exchangeEvent({ method: request.method, url, startedAt }, { reason: error.message }));
    }
    throw error;
  }
}

/** Queues and sends a request to the source's own origin; `url` is logged. */
async function turn(ports: ReplyPorts, request: HttpRequest, url: URL, call: CallContext): Promise<RawReply> {
  ports.breaker.check();
  if (request.effect === 'read') await waitForRoom(call.memory);
  const leave = await ports.gate.enter(call, request.probe);
  try {
    const free = await ports.slots?.enter(request.effect, call);
    try {
      return await attempt(ports, request, url, call);
    } finally {
      free?.();
    }
  } finally {
    leave();
  }
}

/** The function with which an authentication sends its own requests. */
export function createExchange(ports: ReplyPorts): Exchange {
  return async (request, call) => {
    const { base, pools, answerBytes } = ports;
    const report = call.report ?? ports.report;
    const isSameOrigin =
      !/^[a-z][a-z0-9+.-]*:/i.test(request.target) || absoluteUrl(request.target).origin === base.origin;
    if (isSameOrigin) {
      const url = resolveTarget(base, request.target);
      return turn(ports, { ...request, target: url.href }, url, call);
    }
    const url = absoluteUrl(request.target);
    const startedAt = performance.now();
    try {
      const reply = await exchange(pools, { url, request, answerBytes }, call);
      report(exchangeEvent({ method: request.method, url, startedAt }, { status: reply.status }));
      return reply;
    } catch (error) {
      if (error instanceof SourceError) {
        report(exchangeEvent({ method: request.method, url, startedAt }, { reason: error.message }));
      }
      throw error;
    }
  };
}

/** The request that follows a redirect; undefined if the answer is not a redirect that may be followed. */
function redirected(request: HttpRequest, reply: RawReply): HttpRequest | undefined {
  const location = reply.headers.location;
  if (request.effect !== 'read' || location === undefined) return undefined;
  const asItWas = reply.status === 307 || reply.status === 308;
  const withoutBody = request.method === 'GET' || request.method === 'HEAD';
  const again = asItWas || (withoutBody && [301, 302].includes(reply.status));
  if (!again && reply.status !== 303) return undefined;
  const from = new URL(reply.url);
  const target = redirectTarget(from, location);
  if (target === undefined) {
    const host = URL.canParse(location, from.href) ? new URL(location, from.href).origin : 'no address';
    throw new SourceError('broken', `The ERP redirects to ${host}, which is not its own origin ${from.origin}.`, {
      effect: 'none',
      cure: "Correct the source's address: the ERP may answer at another host, or by https only.",
    });
  }
  if (again) return { ...request, target: target.href };
  const { body: _, ...rest } = request;
  return { ...rest, method: withoutBody ? request.method : 'GET', target: target.href };
}

interface Answered {
  readonly reply: RawReply;
  /** The session of the credentials in the request. */
  readonly session: number;
  /** The credentials in the request. */
  readonly credentials: () => readonly string[];
}

/** Adds credentials. If that fails, the request itself was not sent. */
async function credentials(authenticator: Authenticator | undefined, request: HttpRequest, call: CallContext) {
  try {
    return await authenticator?.authorize(request, call);
  } catch (error) {
    throw error instanceof SourceError ? withEffect(error, 'none') : error;
  }
}

/** Sends a request with credentials, and follows redirects of reads within the origin. Rejects with `SourceError`. */
export async function answerTo(
  ports: ReplyPorts,
  authenticator: Authenticator | undefined,
  request: HttpRequest,
  call: CallContext,
): Promise<Answered> {
  let current = request;
  for (let hops = 0; ; hops += 1) {
    const url = resolveTarget(ports.base, current.target);
    // Before a login is attempted.
    ports.breaker.check();
    const unsignedRequest = { ...current, target: url.href };
    const authorized = await credentials(authenticator, unsignedRequest, call);
    const signedRequest = authorized?.request ?? unsignedRequest;
    const reply = await turn(ports, signedRequest, url, call);
    const session = authorized?.session ?? 0;
    authenticator?.processReply(reply, session);
    const next = redirected(current, reply);
    if (next === undefined) return { reply, session, credentials: () => credentialsIn(unsignedRequest, signedRequest) };
    if (hops >= mostRedirects) {
      throw new SourceError('broken', `The ERP redirected more than ${mostRedirects} times.`, { effect: 'none' });
    }
    current = next;
  }
}
