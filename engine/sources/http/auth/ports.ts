/** What an authentication gets from its source, and helpers for its own requests. */
import type { SourceEvent } from '../../../base/events.ts';
import type { HttpRequest } from '../../http-source.ts';
import type { CallContext } from '../../source.ts';
import type { Authenticator, Exchange, RawReply } from './authenticator.ts';
import type { OwnRequest } from './config.ts';
import type { TokenStore } from './token-store.ts';

export interface AuthPorts {
  /** The base address of the source. */
  readonly url: string;
  readonly exchange: Exchange;
  /** Undefined if the service has no key to encrypt tokens with. */
  readonly tokens: TokenStore | undefined;
  /** Milliseconds since the epoch. */
  readonly now: () => number;
  readonly report: (event: SourceEvent) => void;
}

/** A path below the base as an absolute URL; an absolute URL is returned unchanged. */
export function absolute(base: string, target: string): string {
  return target.startsWith('/') ? `${base.replace(/\/+$/, '')}${target}` : target;
}

/** No credentials: the innermost authentication. */
export const anonymous: Authenticator = {
  authorize: async (request) => ({ request, session: 0 }),
  processReply: () => undefined,
  expired: () => false,
  close: async () => undefined,
};

/** The request of a login or logout, with its secrets revealed. */
export function revealed(base: string, { method, target, headers, body }: OwnRequest): HttpRequest {
  return {
    method,
    target: absolute(base, target),
    headers: Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, value.reveal()])),
    ...(body === undefined ? {} : { body: { type: body.type, text: body.text.reveal() } }),
    effect: 'write',
  };
}

/** Sends a request with the credentials of `inner`, which also processes the reply. */
export async function sendThrough(
  inner: Authenticator,
  exchange: Exchange,
  request: HttpRequest,
  call: CallContext,
): Promise<RawReply> {
  const authorized = await inner.authorize(request, call);
  const reply = await exchange(authorized.request, call);
  inner.processReply(reply, authorized.session);
  return reply;
}

/** The request with a query parameter; an existing one with the same name is replaced. */
export function withQuery(request: HttpRequest, name: string, value: string): HttpRequest {
  const [address = '', fragment] = request.target.split('#', 2);
  const [path = '', query = ''] = address.split(/\?(.*)/s, 2);
  const encoded = encodeURIComponent(name);
  const others = query.split('&').filter((item) => item !== '' && item.split('=', 1)[0] !== encoded);
  const target = `${path}?${[...others, `${encoded}=${encodeURIComponent(value)}`].join('&')}`;
  return { ...request, target: fragment === undefined ? target : `${target}#${fragment}` };
}

/** The request with additional headers. */
export function withHeaders(request: HttpRequest, headers: Readonly<Record<string, string>>): HttpRequest {
  return { ...request, headers: { ...request.headers, ...headers } };
}
