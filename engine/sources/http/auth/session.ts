/** Sessions: a login request, a token or cookies for later requests, and a logout. */

import type { HttpRequest } from '../../http-source.ts';
import { type CallContext, SourceError } from '../../source.ts';
import type { Authenticator, RawReply } from './authenticator.ts';
import type { SessionConfig, SessionSend } from './config.ts';
import { type Cookies, withCookies } from './cookies.ts';
import { CredentialCache, type ObtainedCredentials } from './credential-cache.ts';
import { type AuthPorts, revealed, sendThrough, withHeaders, withQuery } from './ports.ts';
import { refusal } from './refusal.ts';

/** Time limit of a logout, in milliseconds: the service is stopping. */
const logoutMs = 3_000;

const cure = 'Check user, password and company in the settings of the profile, and that the account is not locked.';

function carry(request: HttpRequest, send: SessionSend, token: string): HttpRequest {
  switch (send.kind) {
    case 'cookies':
      return request;
    case 'query':
      return withQuery(request, send.name, token);
    case 'header':
      return withHeaders(request, {
        [send.name.toLowerCase()]: send.value.replaceAll(/\{\{\s*token\s*\}\}/g, () => token),
      });
  }
}

/** The token as text; undefined if the reply has none. Control characters are not allowed in a header. */
function tokenText(token: unknown): string | undefined {
  const text = typeof token === 'string' || typeof token === 'number' ? String(token) : '';
  // biome-ignore lint/suspicious/noControlCharactersInRegex: they are what must not be there.
  return text === '' || /[\u0000-\u001f\u007f]/.test(text) ? undefined : text;
}

/** Logs in when a request first needs it. The login itself carries the credentials of `inner`. */
export function withSession(
  inner: Authenticator,
  cookies: Cookies,
  config: SessionConfig,
  { url, exchange, now, report }: AuthPorts,
): Authenticator {
  const { login, accepted, token, send, idleMs, maxAgeMs, logout } = config;
  const base = withCookies(inner, cookies);

  async function tokenOf(reply: RawReply): Promise<string> {
    const isAccepted = reply.status < 400 && (accepted === undefined || (await accepted(reply)));
    if (!isAccepted) throw refusal(reply, reply.status < 400 ? 'and refused the login' : '', cure);
    if (send.kind === 'cookies') {
      if (cookies.headerFor(url) !== '') return '';
      throw new SourceError('denied', `the ERP answered ${reply.status} without a cookie.`, { effect: 'none', cure });
    }
    const text = tokenText(await token?.(reply));
    if (text !== undefined) return text;
    throw new SourceError('denied', `the ERP answered ${reply.status} without the token.`, { effect: 'none', cure });
  }

  async function logIn(call: CallContext): Promise<ObtainedCredentials<string>> {
    cookies.clear();
    const reply = await sendThrough(base, exchange, revealed(url, login), call);
    const value = await tokenOf(reply);
    return { value, until: maxAgeMs === undefined ? undefined : now() + maxAgeMs };
  }

  const credentials = new CredentialCache<string>({ what: 'Logging in', obtain: logIn, idleMs, now, report });

  async function logOut(request: HttpRequest, value: string): Promise<void> {
    const call = { deadline: Date.now() + logoutMs };
    try {
      const { request: authorized } = await base.authorize(request, call);
      const reply = await exchange(carry(authorized, send, value), call);
      if (reply.status >= 400) throw refusal(reply, '');
    } catch (error) {
      const reason = error instanceof Error ? error.message : String(error);
      const message = `Logging out failed: ${reason} The session stays open until the ERP ends it.`;
      report({ level: 'warn', event: 'logout_failed', message });
    }
  }

  return {
    async authorize(request, call) {
      const held = await credentials.get(call, request.sessionMs);
      const { request: authorized } = await base.authorize(request, call);
      return { request: carry(authorized, send, held.value), session: held.session };
    },
    processReply(reply, session) {
      // A late reply of the previous session must not set its cookies in this one.
      if (session === credentials.peek()?.session) base.processReply(reply, session);
    },
    expired: (session) => credentials.expired(session),
    async close() {
      const held = await credentials.close(logoutMs);
      if (held !== undefined && logout !== undefined) await logOut(revealed(url, logout), held.value);
      await inner.close();
    },
  };
}
