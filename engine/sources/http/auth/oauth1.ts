/** OAuth 1.0a (RFC 5849): each request is signed. */
import { randomBytes } from 'node:crypto';
import type { HttpRequest } from '../../http-source.ts';
import type { Authenticator } from './authenticator.ts';
import type { OAuth1Config } from './config.ts';
import { type Parameter, parametersOf, percentEncoded, signature, signatureBase } from './oauth1-signature.ts';
import { withHeaders } from './ports.ts';

const formType = /^application\/x-www-form-urlencoded\s*(;|$)/i;

/** The values that differ between requests. */
interface Moment {
  readonly nonce: string;
  /** Seconds since the epoch. */
  readonly timestamp: number;
}

/** The `Authorization` header of a request with an absolute target. */
export function oauth1Header(request: HttpRequest, config: OAuth1Config, { nonce, timestamp }: Moment): string {
  const { method, consumerKey, consumerSecret, token, tokenSecret, realm } = config;
  const url = new URL(request.target);
  const oauthParameters: readonly Parameter[] = [
    ['oauth_consumer_key', consumerKey],
    ['oauth_token', token],
    ['oauth_signature_method', method],
    ['oauth_timestamp', String(timestamp)],
    ['oauth_nonce', nonce],
    ['oauth_version', '1.0'],
  ];
  const form = request.body !== undefined && formType.test(request.body.type) ? parametersOf(request.body.text) : [];
  const base = signatureBase(request.method, url, [...parametersOf(url.search), ...form, ...oauthParameters]);
  const signed = signature(method, base, { consumer: consumerSecret.reveal(), token: tokenSecret.reveal() });
  const shown: readonly Parameter[] = [
    ...(realm === undefined ? [] : [['realm', realm] as const]),
    ...oauthParameters,
    ['oauth_signature', signed],
  ];
  return `OAuth ${shown.map(([name, value]) => `${name}="${percentEncoded(value)}"`).join(', ')}`;
}

/** Signs the request after `inner` has added its credentials, query parameters included. */
export function withOAuth1(inner: Authenticator, config: OAuth1Config, now: () => number): Authenticator {
  return {
    ...inner,
    async authorize(request, call) {
      const { request: authorized, session } = await inner.authorize(request, call);
      const moment = { nonce: randomBytes(16).toString('hex'), timestamp: Math.floor(now() / 1_000) };
      return { request: withHeaders(authorized, { authorization: oauth1Header(authorized, config, moment) }), session };
    },
  };
}
