/** What an authentication works with, and how it sends requests of its own. */
import type { SourceEvent } from '../../../base/events.ts';
import type { HttpRequest } from '../../http-source.ts';
import type { CallContext } from '../../source.ts';
import type { Authenticator, Exchange, RawReply } from './authenticator.ts';
import type { OwnRequest } from './config.ts';
import type { TokenStore } from './token-store.ts';

export interface AuthPorts {
  /** The base of the source. */
  readonly url: string;
  readonly exchange: Exchange;
  /** Undefined where the service has no key to encrypt tokens with. */
  readonly tokens: TokenStore | undefined;
  /** Milliseconds since the epoch. */
  readonly now: () => number;
  readonly report: (event: SourceEvent) => void;
}

/** A path below the base as an absolute URL; an absolute URL is itself. */
export function absolute(base: string, target: string): string {
  return target.startsWith('/') ? `${base.replace(/\/+$/, '')}${target}` : target;
}

/** No credentials at all: what every other authentication adds to. */
export const anonymous: Authenticator = {
  authorize: async (request) => ({ request, session: 0 }),
  seen: () => undefined,
  expired: () => false,
  close: async () => undefined,
};

/** The request that a login or a logout sends, its secrets told. */
export function revealed(base: string, { method, target, headers, body }: OwnRequest): HttpRequest {
  return {
    method,
    target: absolute(base, target),
    headers: Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, value.reveal()])),
    ...(body === undefined ? {} : { body: { type: body.type, text: body.text.reveal() } }),
    effect: 'write',
  };
}

/** Sends a request with the credentials of an inner authentication, which sees the reply. */
export async function sendThrough(
  inner: Authenticator,
  exchange: Exchange,
  request: HttpRequest,
  call: CallContext,
): Promise<RawReply> {
  const authorized = await inner.authorize(request, call);
  const reply = await exchange(authorized.request, call);
  inner.seen(reply, authorized.session);
  return reply;
}

/** The request with a query value; one of the same name, as a link of the ERP may have it, is replaced. */
export function withQuery(request: HttpRequest, name: string, value: string): HttpRequest {
  const [address = '', fragment] = request.target.split('#', 2);
  const [path = '', query = ''] = address.split(/\?(.*)/s, 2);
  const encoded = encodeURIComponent(name);
  const others = query.split('&').filter((item) => item !== '' && item.split('=', 1)[0] !== encoded);
  const target = `${path}?${[...others, `${encoded}=${encodeURIComponent(value)}`].join('&')}`;
  return { ...request, target: fragment === undefined ? target : `${target}#${fragment}` };
}

/** The request with headers beside its own. */
export function withHeaders(request: HttpRequest, headers: Readonly<Record<string, string>>): HttpRequest {
  return { ...request, headers: { ...request.headers, ...headers } };
}
