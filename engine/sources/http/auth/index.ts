/** Makes the authentication of a source from its configuration. */
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
 * Each part is laid around those before it, and its own requests carry what they add: keys, then the access token, the session, the token
 * against forged requests, and around all of them the signature. Throws `SourceError` where a key cannot be used.
 */
export function createAuthenticator(config: AuthConfig, ports: AuthPorts): Authenticator {
  const { token, session, csrf, oauth1 } = config;
  let made = withFixed(anonymous, config);
  if (token !== undefined) made = withToken(made, token, ports);
  const cookies = createCookies();
  if (session !== undefined) made = withSession(made, cookies, session, ports);
  else if (csrf !== undefined) made = withCookies(made, cookies);
  if (csrf !== undefined) made = withCsrf(made, csrf, ports);
  return oauth1 === undefined ? made : withOAuth1(made, oauth1, ports.now);
}
