/** A token endpoint whose refresh tokens may be used once, and an ERP that accepts its access tokens. */
import type { KeptToken, TokenConfig, TokenStore } from '../../../../../engine/sources/http/auth/index.ts';
import { type Answer, type Seen, secret } from './double.ts';

export const keptAs = 'the token of the test';

export function tokenOf(url: string, change: { readonly earliestMs?: number } = {}): TokenConfig {
  return {
    url: `${url}/token`,
    client: { kind: 'basic', id: 'app', secret: secret('client-secret') },
    grant: {
      kind: 'refreshToken',
      keptAs,
      commandArguments: 'exact',
      hasConsent: false,
      earliestMs: undefined,
      ...change,
    },
    fields: {},
    body: 'form',
  };
}

/**
 * As Exact Online: a refresh token is used once (a second use ends the whole chain, as RFC 9700 section 4.14.2 wants it), the access token
 * lasts ten minutes, `expires_in` is a text.
 * https://support.exactonline.com/community/s/knowledge-base#All-All-DNO-Content-gettingstarted
 */
export function rotating(options: { readonly tokenMs?: number } = {}) {
  let step = 1;
  let isRevoked = false;
  let access = '';
  let renewals = 0;
  const answer = async ({ target, headers, body }: Seen): Promise<Answer> => {
    if (target !== '/token') return { status: headers.authorization === `Bearer ${access}` ? 200 : 401, json: {} };
    await new Promise((resolve) => setTimeout(resolve, options.tokenMs ?? 0));
    renewals += 1;
    const given = new URLSearchParams(body).get('refresh_token');
    if (given !== `r${step}`) isRevoked = true;
    if (isRevoked) return { status: 400, json: { error: 'invalid_grant', error_description: 'Token is used' } };
    step += 1;
    access = `a${step}`;
    const json = { access_token: access, token_type: 'bearer', expires_in: '600', refresh_token: `r${step}` };
    return { json };
  };
  return {
    answer,
    renewals: () => renewals,
    /** The access token ends before its time. */
    revoke: (): void => {
      access = '';
    },
  };
}

/** A store that lasts as long as the test. */
export function memoryTokens(): TokenStore & { readonly kept: Map<string, KeptToken> } {
  const kept = new Map<string, KeptToken>();
  const change = (name: string, lease: string, next: (keptToken: KeptToken) => KeptToken): boolean => {
    const keptToken = kept.get(name);
    if (keptToken === undefined || keptToken.lease !== lease) return false;
    kept.set(name, next(keptToken));
    return true;
  };
  return {
    kept,
    read: async (name) => kept.get(name),
    take: async (name, seen, lease) => change(name, seen, (keptToken) => ({ ...keptToken, lease })),
    replace: async (name, lease, value) => change(name, lease, () => ({ value, lease: '' })),
    release: async (name, lease) => void change(name, lease, (keptToken) => ({ ...keptToken, lease: '' })),
    put: async (name, value) => void kept.set(name, { value, lease: '' }),
  };
}
