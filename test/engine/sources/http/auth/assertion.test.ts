/** Clients that authenticate by a signed assertion. */
import { generateKeyPairSync } from 'node:crypto';
import { exportSPKI, importSPKI, jwtVerify } from 'jose';
import { afterEach, describe, expect, it } from 'vitest';
import type { AssertionConfig } from '../../../../../engine/sources/http/auth/index.ts';
import { bench, secret } from './double.ts';
import { erp, server, tokenOf } from './token-server.ts';

afterEach(() => erp.close());

const pkcs8 = { type: 'pkcs8', format: 'pem' } as const;
const keys = {
  RS256: generateKeyPairSync('rsa', { modulusLength: 2048 }),
  PS256: generateKeyPairSync('rsa', { modulusLength: 2048 }),
  ES256: generateKeyPairSync('ec', { namedCurve: 'P-256' }),
} as const;

function assertionOf(algorithm: keyof typeof keys, change: Partial<AssertionConfig> = {}): AssertionConfig {
  return {
    algorithm,
    key: secret(keys[algorithm].privateKey.export(pkcs8).toString()),
    keyId: 'certificate-1',
    issuer: 'client-1',
    subject: undefined,
    audience: `${erp.url}/token`,
    lifetimeMs: 300_000,
    claims: { scope: ['restlets', 'rest_webservices'] },
    header: {},
    ...change,
  };
}

async function verify(algorithm: keyof typeof keys, jwt: string, clock: number) {
  const key = await importSPKI(await exportSPKI(keys[algorithm].publicKey), algorithm);
  const currentDate = new Date(clock);
  return jwtVerify(jwt, key, { algorithms: [algorithm], currentDate, audience: `${erp.url}/token`, clockTolerance: 0 });
}

describe('a signed assertion', () => {
  // https://docs.oracle.com/en/cloud/saas/netsuite/ns-online-help/section_162755359851.html
  it.each(['RS256', 'PS256', 'ES256'] as const)('by %s shows who the client is', async (algorithm) => {
    const start = Date.now();
    // The clock of the server is 25 seconds behind, then four minutes ahead.
    const clocks = [start - 25_000, start + 3_600_000 + 240_000];
    const received: unknown[] = [];
    await server(async (_request, fields) => {
      const clock = clocks.shift() ?? 0;
      const { payload, protectedHeader } = await verify(algorithm, fields.get('client_assertion') ?? '', clock);
      // Servers that are strict refuse a token of the future.
      if ((payload.iat ?? 0) * 1_000 > clock) return { status: 400, json: { error: 'invalid_client' } };
      received.push({ ...payload, ...protectedHeader }, Object.fromEntries(fields));
      return { json: { expires_in: 3600 } };
    });
    const { send, pass } = bench(
      erp.url,
      { token: tokenOf({ client: { kind: 'assertion', assertion: assertionOf(algorithm) } }) },
      { start },
    );
    expect((await send('/a')).status).toBe(200);
    pass(3_600_000);
    expect((await send('/a')).status).toBe(200);
    expect(clocks).toEqual([]);
    const [claims, fields] = received;
    expect(claims).toMatchObject({
      iss: 'client-1',
      aud: `${erp.url}/token`,
      scope: ['restlets', 'rest_webservices'],
      alg: algorithm,
      typ: 'JWT',
      kid: 'certificate-1',
    });
    expect(fields).toMatchObject({
      grant_type: 'client_credentials',
      client_assertion_type: 'urn:ietf:params:oauth:client-assertion-type:jwt-bearer',
    });
    expect(fields).not.toHaveProperty('client_secret');
  });

  it('is made anew for each token', async () => {
    const seen: string[] = [];
    const { revoke } = await server((_request, fields) => {
      seen.push(fields.get('client_assertion') ?? '');
      return { json: {} };
    });
    const assertion = assertionOf('ES256');
    const { send } = bench(erp.url, { token: tokenOf({ client: { kind: 'assertion', assertion } }) });
    await send('/a');
    revoke();
    await send('/a');
    const ids = await Promise.all(seen.map(async (jwt) => (await verify('ES256', jwt, Date.now())).payload.jti));
    expect(new Set(ids).size).toBe(2);
  });

  it('is a separate grant (RFC 7523, section 2.1), with a subject', async () => {
    await server(async (_request, fields) => {
      const { payload } = await verify('RS256', fields.get('assertion') ?? '', Date.now());
      const { grant_type, client_id } = Object.fromEntries(fields);
      const right = 'urn:ietf:params:oauth:grant-type:jwt-bearer';
      const isRight = grant_type === right && client_id === undefined && payload.sub === 'user-1';
      return isRight ? { json: { expires_in: 60 } } : { status: 400, json: { error: 'invalid_grant' } };
    });
    const assertion = assertionOf('RS256', { subject: 'user-1', header: { x5t: 'thumb' } });
    const token = tokenOf({ client: { kind: 'none' }, grant: { kind: 'jwtBearer', assertion } });
    expect((await bench(erp.url, { token }).send('/a')).status).toBe(200);
  });

  it('takes a key on one line, and names one that does not fit without showing it', async () => {
    await server(() => ({ json: {} }));
    const pem = keys.ES256.privateKey.export(pkcs8).toString();
    const use = (assertion: AssertionConfig) =>
      bench(erp.url, { token: tokenOf({ client: { kind: 'assertion', assertion } }) });
    const oneLine = assertionOf('ES256', { key: secret(pem.replaceAll('\n', '\\n')) });
    expect((await use(oneLine).send('/a')).status).toBe(200);
    expect(() => use(assertionOf('PS256', { key: secret(pem) }))).toThrow(
      'The key does not fit PS256, which needs a private RSA key.',
    );
    expect(() => use(assertionOf('RS256', { key: secret('canary') }))).toThrow(
      /^The key for RS256 is no private key in PEM form\.$/,
    );
  });
});
