/**
 * CSRF tokens: fetched before the first change, and sent with every change together with the cookies of the same
 * reply. SAP Gateway requires this: https://me.sap.com/notes/3048103
 */

import type { HttpRequest } from '../../http-source.ts';
import type { CallContext } from '../../source.ts';
import { SourceError } from '../../source.ts';
import type { Authenticator } from './authenticator.ts';
import type { CsrfConfig } from './config.ts';
import { CredentialCache, type ObtainedCredentials } from './credential-cache.ts';
import { type AuthPorts, absolute, withHeaders } from './ports.ts';
import { refusal } from './refusal.ts';

interface Token {
  readonly text: string;
  /** The inner session in which it was issued. */
  readonly session: number;
}

/** Number of remembered sessions: more than can be in use during renewals. */
const remembered = 16;

/** Reads are sent without a token. `inner` stores the cookies. */
export function withCsrf(
  inner: Authenticator,
  { method, target, header, ask }: CsrfConfig,
  { url, exchange, now, report }: AuthPorts,
): Authenticator {
  const asking: HttpRequest = { method, target: absolute(url, target), headers: { [header]: ask }, effect: 'read' };
  const under = new Map<number, number>();

  async function fetchToken(call: CallContext): Promise<ObtainedCredentials<Token>> {
    const { request, session } = await inner.authorize(asking, call);
    const reply = await exchange(request, call);
    inner.processReply(reply, session);
    const text = reply.headers[header];
    // Some services refuse the request itself (405, 404 of a service root) but still return the token.
    if (text !== undefined && text !== '' && text.toLowerCase() !== 'required')
      return { value: { text, session: session } };
    if (reply.status < 400) {
      const cure = 'Check `csrf` of the source: its path, and the name of its header.';
      throw new SourceError('broken', `the answer has no header ${header}.`, { effect: 'none', cure });
    }
    throw refusal(reply, 'and gave no token', 'Check user and password, and the path of `csrf`.');
  }

  const credentials = new CredentialCache<Token>({ what: 'Fetching a CSRF token', obtain: fetchToken, now, report });

  function remember(session: number, below: number): void {
    under.set(session, below);
    const [oldest] = under.keys();
    if (under.size > remembered && oldest !== undefined) under.delete(oldest);
  }

  return {
    async authorize(request, call) {
      const authorized = await inner.authorize(request, call);
      if (request.method === 'GET' || request.method === 'HEAD') return authorized;
      let held = await credentials.get(call);
      // Its session has been renewed in the meantime.
      if (held.value.session !== authorized.session && credentials.expired(held.session))
        held = await credentials.get(call);
      remember(held.session, held.value.session);
      // Again, because fetching the token may have set cookies.
      const { request: dressed } = await inner.authorize(request, call);
      return { request: withHeaders(dressed, { [header]: held.value.text }), session: held.session };
    },
    processReply: (reply, session) => inner.processReply(reply, under.get(session) ?? session),
    expired(session) {
      const below = under.get(session);
      if (below === undefined) return inner.expired(session);
      // A token that was already replaced does not expire the inner session.
      const isCurrent = credentials.peek()?.session === session;
      const isOwn = credentials.expired(session);
      return (isCurrent && inner.expired(below)) || isOwn;
    },
    close: () => inner.close(),
  };
}
