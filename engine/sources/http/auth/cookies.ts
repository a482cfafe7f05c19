/**
 * The cookies of one session, handled like a browser does (RFC 6265): load balancers and ERPs rotate and scope them.
 */
import { CookieJar } from 'tough-cookie';
import type { Authenticator, RawReply } from './authenticator.ts';
import { withHeaders } from './ports.ts';

export interface Cookies {
  keep(reply: Pick<RawReply, 'url' | 'cookies'>): void;
  /** The value of the `Cookie` header for an absolute URL; empty if there is none. */
  headerFor(url: string): string;
  clear(): void;
}

/** Hosts in a company network have names that are not public domains: `erp`, `erp.local`. */
const options = { rejectPublicSuffixes: false, looseMode: true } as const;

/** An empty jar. A cookie that its URL may not set is ignored; cookies without a name are accepted. */
export function createCookies(): Cookies {
  let jar = new CookieJar(undefined, options);
  return {
    keep({ url, cookies }) {
      for (const cookie of cookies) jar.setCookieSync(cookie, url, { ignoreError: true });
    },
    headerFor: (url) => jar.getCookieStringSync(url),
    clear() {
      jar = new CookieJar(undefined, options);
    },
  };
}

/** Adds cookies to the credentials of `inner`, and stores the cookies of replies. */
export function withCookies(inner: Authenticator, cookies: Cookies): Authenticator {
  return {
    ...inner,
    async authorize(request, call) {
      const authorized = await inner.authorize(request, call);
      const cookie = cookies.headerFor(authorized.request.target);
      return cookie === '' ? authorized : { ...authorized, request: withHeaders(authorized.request, { cookie }) };
    },
    processReply(reply, session) {
      cookies.keep(reply);
      inner.processReply(reply, session);
    },
    expired(session) {
      cookies.clear();
      return inner.expired(session);
    },
  };
}
