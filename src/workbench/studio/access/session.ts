/** The one-time token of the printed address, and the session that it starts. */
import { createHash, randomBytes, timingSafeEqual } from 'node:crypto';

export interface Session {
  /** The token for the address. It is valid once. */
  readonly token: string;
  /** Exchanges the token for the value of `Set-Cookie`; undefined if the token is wrong or has been used. */
  claim(token: string): string | undefined;
  /** Whether this is the token, used or not. */
  isToken(given: string): boolean;
  /** Whether a `Cookie` header has the session. */
  holds(cookies: string | undefined): boolean;
}

const digest = (text: string): Buffer => createHash('sha256').update(text).digest();
/** Compares in constant time, so that the time of an answer says nothing about the secret. */
const isSame = (one: string, other: string): boolean => timingSafeEqual(digest(one), digest(other));

/** 256 random bits. */
const secret = (): string => randomBytes(32).toString('base64url');

/**
 * Valid for one browser, until the studio ends. Comparisons take the same time for all values. `isFramed`: the page is in a frame of VS Code, whose pages are
 * another site. A browser sends a cookie there only with `SameSite=None`, which needs `Secure`; on a loopback address it counts as secure. `Partitioned` keeps
 * the cookie from frames of any other site.
 */
export function createSession({ isFramed }: { readonly isFramed: boolean } = { isFramed: false }): Session {
  // All ports of an address share their cookies: the name distinguishes several studios.
  const name = `studio-${randomBytes(4).toString('hex')}`;
  const token = secret();
  const id = secret();
  let isUsed = false;
  return {
    token,
    claim(given) {
      if (isUsed || !isSame(given, token)) return undefined;
      isUsed = true;
      return `${name}=${id}; Path=/; HttpOnly; ${isFramed ? 'SameSite=None; Secure; Partitioned' : 'SameSite=Strict'}`;
    },
    isToken: (given) => isSame(given, token),
    holds(cookies = '') {
      const values = cookies.split(';').flatMap((pair) => {
        const [key = '', value = ''] = pair.trim().split('=', 2);
        return key === name ? [value] : [];
      });
      return isUsed && values.some((value) => isSame(value, id));
    },
  };
}
