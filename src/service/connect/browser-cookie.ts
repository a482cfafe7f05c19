/** The cookie that binds an attempt to the browser that has begun it. */
import type { BrowserAttempt } from './connect-flow.ts';
import { isLink } from './create-link.ts';

/** How long a browser may take, in seconds. */
const maxAge = 3_600;

/** `isSecure`: whether browsers reach the listener by https. A cookie with the prefix __Host- cannot be set by another host of the domain. */
export function browserCookie(isSecure: boolean): {
  /** The value of Set-Cookie. */
  set(attempt: BrowserAttempt): string;
  /** Reads the header Cookie. Undefined if it has no attempt. */
  read(header: string | undefined): BrowserAttempt | undefined;
} {
  const name = isSecure ? '__Host-connect' : 'connect';
  return {
    set: ({ link, secret }) =>
      // Lax: the redirect of the vendor is a navigation from another site.
      `${name}=${link}.${secret}; Path=/; Max-Age=${maxAge}; HttpOnly; SameSite=Lax${isSecure ? '; Secure' : ''}`,
    read(header = '') {
      const values = header.split(/; */).filter((pair) => pair.startsWith(`${name}=`));
      const [link = '', secret = ''] = (values[0] ?? '').slice(name.length + 1).split('.');
      return values.length === 1 && isLink(link) && isLink(secret) ? { link, secret } : undefined;
    },
  };
}
