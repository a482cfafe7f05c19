/** A kind of authentication for the tests: keys of a profile, and an ERP that accepts only correct requests. */
import type { Answer, Seen } from '../../engine/sources/http/auth/double.ts';

/** What tokens and sessions of the ERP begin with: they are secrets, too. */
export const tokenStart = 't0k3n-';

export interface Kind {
  readonly name: string;
  /** `auth` of the profile; `secret` is a setting. `url` is the ERP's. */
  readonly auth: (url: string) => object;
  /** Whether a request shows who sends it. */
  readonly admits: (seen: Seen, secret: string, url: string, gate: Gate) => boolean;
  /** A request of the authentication itself: what the ERP answers where the secret is right. */
  readonly entry?: (
    seen: Seen,
    secret: string,
    url: string,
    gate: Gate,
  ) => Answer | undefined | Promise<Answer | undefined>;
  /** The value of the setting, where it is no password. */
  readonly secret?: string;
  /** Only changes carry it. */
  readonly changes?: true;
}

/** What an ERP has let in. */
export interface Gate {
  /** The token or session that is good now. */
  current(): string | undefined;
  /** Gives a new one; the one before is over. */
  next(): string;
  /** Nobody is let in any more who was. */
  end(): void;
  entries(): number;
}

export function gate(): Gate {
  let count = 0;
  let current: string | undefined;
  return {
    current: () => current,
    next() {
      count += 1;
      current = `${tokenStart}${count}`;
      return current;
    },
    end() {
      current = undefined;
    },
    entries: () => count,
  };
}

/** RFC 7617. */
export const basicOf = (user: string, password: string): string =>
  `Basic ${Buffer.from(`${user}:${password}`, 'utf8').toString('base64')}`;
export const refused: Answer = { status: 401, json: { error: 'invalid_client' } };
