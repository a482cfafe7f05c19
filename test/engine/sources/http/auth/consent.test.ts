/** The authorization request of a consent, and redirects that do not answer it. The values of PKCE are those of RFC 7636, appendix B. */
import { describe, expect, it } from 'vitest';
import {
  type Attempt,
  authorizationUrl,
  type ConsentConfig,
  ConsentRefusal,
  readConsentAnswer,
} from '../../../../../engine/sources/http/auth/index.ts';

const config: ConsentConfig = {
  url: 'https://login.example/authorize?p=1',
  parameters: { scope: 'offline_access read', prompt: 'consent', state: 'fixed' },
  issuer: undefined,
  tenants: undefined,
};
const attempt: Attempt = {
  state: 'a-state',
  verifier: 'dBjftJeZ4CVP-mB92K27uhbUJU1p1r_wW1gFWFOEjXk',
  redirectUri: 'https://connect.example/connect/callback',
};
const tokenUrl = 'https://token.example/token';

describe('an authorization request', () => {
  it('has the challenge of its verifier, and parameters of the profile replace none of its own', async () => {
    expect(await authorizationUrl(config, 'the app', attempt)).toBe(
      'https://login.example/authorize?p=1&scope=offline_access%20read&prompt=consent&state=a-state&response_type=code&client_id=the%20app' +
        '&redirect_uri=https%3A%2F%2Fconnect.example%2Fconnect%2Fcallback' +
        '&code_challenge=E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM&code_challenge_method=S256',
    );
  });

  it.each(['http://login.example/authorize', 'javascript:alert(1)', 'login.example'])(
    'is not made for %s',
    async (url) => {
      await expect(authorizationUrl({ ...config, url }, 'app', attempt)).rejects.toThrow('no https URL');
    },
  );
});

function kindOf(query: string, issuer?: string): string {
  try {
    return readConsentAnswer({ ...config, issuer }, tokenUrl, 'app', attempt, new URLSearchParams(query)).code;
  } catch (error) {
    if (error instanceof ConsentRefusal) return error.kind;
    throw error;
  }
}

describe('a redirect', () => {
  it.each([
    ['with its state', 'code=c&state=a-state', 'c'],
    ['with another state', 'code=c&state=other', 'foreign'],
    ['without a state', 'code=c', 'foreign'],
    ['with two states', 'code=c&state=a-state&state=other', 'foreign'],
    ['with two codes', 'code=c&code=d&state=a-state', 'foreign'],
    ['without a code', 'state=a-state', 'failed'],
    ['with an empty code', 'code=&state=a-state', 'failed'],
    ['of a customer who said no', 'error=access_denied&state=a-state', 'declined'],
    ['of a customer who said no, with another state', 'error=access_denied&state=other', 'foreign'],
    ['with an error', 'error=server_error&state=a-state', 'failed'],
    ['with the issuer of the authorization endpoint', 'code=c&state=a-state&iss=https://login.example/v2.0', 'c'],
    ['with the issuer of the token endpoint', 'code=c&state=a-state&iss=https://token.example', 'c'],
    ['with another issuer', 'code=c&state=a-state&iss=https://evil.example', 'foreign'],
    ['with an issuer that is none', 'code=c&state=a-state&iss=login.example', 'foreign'],
    ['with tokens in the place of a code', 'code=c&state=a-state&token=t', 'foreign'],
  ])('%s', (_name, query, expected) => {
    expect(kindOf(query)).toBe(expected);
  });

  it.each([
    ['the issuer of the profile', 'code=c&state=a-state&iss=https://issuer.example', 'c'],
    ['none', 'code=c&state=a-state', 'foreign'],
    ['that of the endpoint', 'code=c&state=a-state&iss=https://login.example', 'foreign'],
  ])('of a server that names its issuer has %s', (_name, query, expected) => {
    expect(kindOf(query, 'https://issuer.example')).toBe(expected);
  });

  it('does not get its texts into messages', () => {
    const query = new URLSearchParams({ error: '<b>call 0900</b>', error_description: 'x', state: 'a-state' });
    expect(() => readConsentAnswer(config, tokenUrl, 'app', attempt, query)).toThrow('refuses the consent: unknown.');
  });
});
