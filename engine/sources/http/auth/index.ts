/** Creates the authentication of a source from its configuration. */
import type { Authenticator } from './authenticator.ts';
import type { AuthConfig } from './config.ts';
import { createCookies, withCookies } from './cookies.ts';
import { withCsrf } from './csrf.ts';
import { withFixed } from './fixed.ts';
import { withOAuth1 } from './oauth1.ts';
import { type AuthPorts, anonymous } from './ports.ts';
import { withSession } from './session.ts';
import { withToken } from './token.ts';

export type { AuthConfig } from './config.ts';
export type { AuthPorts } from './ports.ts';
export type { KeptToken, TokenStore } from './token-store.ts';

/**
 * Wraps the parts around each other, so that the requests of each part carry the credentials of the parts inside:
 * keys, access token, session, CSRF token, and the signature outermost. Throws `SourceError` if a key is unusable.
 */
export function createAuthenticator(config: AuthConfig, ports: AuthPorts): Authenticator {
  const { token, session, csrf, oauth1 } = config;
  let made = withFixed(anonymous, config);
  if (token !== undefined) made = withToken(made, token, ports);
  const { consent } = made;
  const cookies = createCookies();
  if (session !== undefined) made = withSession(made, cookies, session, ports);
  else if (csrf !== undefined) made = withCookies(made, cookies);
  if (csrf !== undefined) made = withCsrf(made, csrf, ports);
  const outermost = oauth1 === undefined ? made : withOAuth1(made, oauth1, ports.now);
  return consent === undefined ? outermost : { ...outermost, consent };
}
export type { Authenticator, Exchange, RawReply } from './authenticator.ts';
export type { AssertionConfig, ConsentConfig, CsrfConfig, OwnRequest, SessionConfig, TokenConfig } from './config.ts';
export { type Attempt, authorizationUrl, type ConsentAnswer, ConsentRefusal, readConsentAnswer } from './consent.ts';
export { createCookies } from './cookies.ts';
export { CredentialCache } from './credential-cache.ts';
export { oauth1Header } from './oauth1.ts';
export { parametersOf, signature, signatureBase } from './oauth1-signature.ts';
export { firstToken, keptText, readKept } from './stored-token.ts';
export { readUnleased } from './token-rotation.ts';
