/**
 * OAuth 2 access tokens. The expected values are calculated here, from the standards and the vendors' documentation.
 */
import { createPublicKey, generateKeyPairSync, type KeyObject } from 'node:crypto';
import { jwtVerify } from 'jose';
import type { Seen } from '../../engine/sources/http/auth/double.ts';
import { basicOf, type Kind, refused, tokenStart } from './kind.ts';

/** RFC 6749, 2.3.1: client and secret are form-encoded in the header. */
const clientOf = (client: string, secret: string): string => {
  const [id = '', proof = ''] = [client, secret].map((text) => new URLSearchParams([['', text]]).toString().slice(1));
  return basicOf(id, proof);
};
const fieldsOf = ({ body }: Seen): Readonly<Record<string, string>> => Object.fromEntries(new URLSearchParams(body));
const byBearer: Kind['admits'] = ({ headers }, _secret, _url, { current }) =>
  current() !== undefined && headers.authorization === `Bearer ${current()}`;

/** A token endpoint (RFC 6749) that answers those whose request is right. */
function tokens(
  isRight: (seen: Seen, secret: string, url: string) => boolean | Promise<boolean>,
): NonNullable<Kind['entry']> {
  return async (seen, secret, url, { next }) => {
    if (seen.target !== '/token') return undefined;
    if (!(await isRight(seen, secret, url))) return refused;
    return { json: { access_token: next(), token_type: 'Bearer', expires_in: 3600 } };
  };
}

const { privateKey: ec } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
const { privateKey: rsa } = generateKeyPairSync('rsa', { modulusLength: 2048 });
const pem = (key: KeyObject): string => key.export({ type: 'pkcs8', format: 'pem' }).toString();

async function signed(token: string | undefined, key: KeyObject, algorithm: string, issuer: string, audience: string) {
  try {
    const { protectedHeader, payload } = await jwtVerify(token ?? '', createPublicKey(key), {
      algorithms: [algorithm],
      issuer,
      audience,
      maxTokenAge: '10m',
    });
    return { ...protectedHeader, ...payload };
  } catch {
    return undefined;
  }
}

export const tokenKinds: readonly Kind[] = [
  {
    // https://learn.microsoft.com/entra/identity-platform/v2-oauth2-client-creds-grant-flow
    name: 'client credentials',
    auth: (url) => ({
      clientCredentials: {
        url: `${url}/token`,
        client: 'app',
        secret: '${secret}',
        scope: 's/.default',
        fields: { user: '${secret}' },
      },
    }),
    admits: byBearer,
    entry: tokens((seen, secret) => {
      const { grant_type, client_id, client_secret, scope, user } = fieldsOf(seen);
      return (
        `${grant_type} ${client_id} ${client_secret} ${scope} ${user}` ===
        `client_credentials app ${secret} s/.default ${secret}`
      );
    }),
  },
  {
    name: 'client credentials in a header',
    auth: (url) => ({
      clientCredentials: { url: `${url}/token`, client: 'a:p', secret: '${secret}', secretIn: 'header' },
    }),
    admits: byBearer,
    entry: tokens((seen, secret) => seen.headers.authorization === clientOf('a:p', secret)),
  },
  {
    // Sage Intacct takes JSON.
    name: 'user and password for a token, as JSON',
    auth: (url) => ({
      password: { url: `${url}/token`, client: 'app', user: 'u', password: '${secret}', body: 'json' },
    }),
    admits: byBearer,
    entry: tokens(({ headers, body }, secret) => {
      if (headers['content-type'] !== 'application/json') return false;
      const { grant_type, username, password } = JSON.parse(body);
      return grant_type === 'password' && username === 'u' && password === secret;
    }),
  },
  {
    // RFC 7523, 2.2, as NetSuite wants it of machines.
    name: 'client credentials with an assertion',
    secret: pem(rsa),
    auth: (url) => ({
      clientCredentials: {
        url: `${url}/token`,
        client: 'app',
        assertion: {
          key: '${secret}',
          algorithm: 'PS256',
          keyId: 'certificate',
          claims: { scope: ['rest_webservices'] },
        },
      },
    }),
    admits: byBearer,
    entry: tokens(async (seen, _secret, url) => {
      const { client_assertion, client_assertion_type } = fieldsOf(seen);
      const claims = await signed(client_assertion, rsa, 'PS256', 'app', `${url}/token`);
      return (
        claims?.kid === 'certificate' &&
        client_assertion_type === 'urn:ietf:params:oauth:client-assertion-type:jwt-bearer'
      );
    }),
  },
  {
    // RFC 7523, 2.1.
    name: 'an assertion for a token',
    secret: pem(ec),
    auth: (url) => ({
      jwtBearer: {
        url: `${url}/token`,
        assertion: { key: '${secret}', algorithm: 'ES256', issuer: 'me', subject: 'user', audience: 'erp' },
      },
    }),
    admits: byBearer,
    entry: tokens(async (seen) => {
      const { assertion, grant_type } = fieldsOf(seen);
      const claims = await signed(assertion, ec, 'ES256', 'me', 'erp');
      return claims?.sub === 'user' && grant_type === 'urn:ietf:params:oauth:grant-type:jwt-bearer';
    }),
  },
  {
    // RFC 9700, 4.14.2: a refresh token is used once. The first one is the secret.
    name: 'a refresh token that rotates',
    auth: (url) => ({ refreshToken: { url: `${url}/token`, client: 'app', secret: '${secret}', secretIn: 'header' } }),
    admits: byBearer,
    entry: (seen, secret, _url, { entries, next }) => {
      if (seen.target !== '/token') return undefined;
      const expected = entries() === 0 ? secret : `${tokenStart}r${entries()}`;
      const isRight =
        fieldsOf(seen).refresh_token === expected && seen.headers.authorization === clientOf('app', secret);
      if (!isRight) return { status: 400, json: { error: 'invalid_grant' } };
      const access = next();
      return { json: { access_token: access, refresh_token: `${tokenStart}r${entries()}`, expires_in: '600' } };
    },
  },
];
