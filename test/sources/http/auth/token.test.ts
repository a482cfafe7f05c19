/** Access tokens of OAuth 2, against a token endpoint and an ERP that accepts what it gave. */
import { generateKeyPairSync } from 'node:crypto';
import { exportSPKI, importSPKI, jwtVerify } from 'jose';
import { afterEach, describe, expect, it } from 'vitest';
import type { AssertionConfig, TokenConfig } from '../../../../engine/sources/http/auth/config.ts';
import { type Answer, bench, type Double, double, failure, type Seen, secret } from './double.ts';

let erp: Double;
afterEach(() => erp.close());

/** Gives tokens t1, t2, ... and takes them until `revoke` is called. */
async function server(grant: (request: Seen, fields: URLSearchParams) => Answer | Promise<Answer>) {
  let given = 0;
  let good: string | undefined;
  erp = await double(async (request) => {
    if (request.target !== '/token')
      return { status: request.headers.authorization === `Bearer ${good}` ? 200 : 401, json: {} };
    const answer = await grant(request, new URLSearchParams(request.body));
    if ((answer.status ?? 200) >= 300) return answer;
    given += 1;
    good = `t${given}`;
    return { ...answer, json: { access_token: good, token_type: 'Bearer', ...Object(answer.json) } };
  });
  return {
    given: () => given,
    revoke: (): void => {
      good = undefined;
    },
  };
}

function tokenOf(change: Partial<TokenConfig> = {}): TokenConfig {
  return {
    url: `${erp.url}/token`,
    client: { kind: 'body', id: 'app', secret: secret('s&cret') },
    grant: { kind: 'clientCredentials' },
    fields: {},
    body: 'form',
    ...change,
  };
}

const asked = (): Seen => {
  const found = erp.seen.find(({ target }) => target === '/token');
  if (found === undefined) throw new Error('No token was asked for.');
  return found;
};

describe('client credentials', () => {
  // https://learn.microsoft.com/entra/identity-platform/v2-oauth2-client-creds-grant-flow
  it('stand in the body of a form, with scope and further fields', async () => {
    await server(() => ({ json: { expires_in: 3599, ext_expires_in: 3599 } }));
    const fields = { scope: secret('https://api.businesscentral.dynamics.com/.default'), audience: secret('a b') };
    expect((await bench(erp.url, { token: tokenOf({ fields }) }).send('/a')).status).toBe(200);
    expect(asked().headers['content-type']).toBe('application/x-www-form-urlencoded');
    expect(Object.fromEntries(new URLSearchParams(asked().body))).toEqual({
      grant_type: 'client_credentials',
      client_id: 'app',
      client_secret: 's&cret',
      scope: 'https://api.businesscentral.dynamics.com/.default',
      audience: 'a b',
    });
  });

  it('stand in a header, encoded as RFC 6749 section 2.3.1 says', async () => {
    await server(() => ({ json: { expires_in: 3600 } }));
    const client = { kind: 'basic', id: 'app', secret: secret('s&cret') } as const;
    await bench(erp.url, { token: tokenOf({ client }) }).send('/a');
    // Made by: printf 'app:s%%26cret' | base64
    expect(asked().headers.authorization).toBe('Basic YXBwOnMlMjZjcmV0');
    expect(asked().body).toBe('grant_type=client_credentials');
  });

  // Sage Intacct takes JSON, and a field of its own that says who the user is.
  it('stand in JSON where the vendor wants that', async () => {
    await server(() => ({ json: { expires_in: '21600' } }));
    await bench(erp.url, { token: tokenOf({ body: 'json', fields: { username: secret('u@c|e') } }) }).send('/a');
    expect(asked().headers['content-type']).toBe('application/json');
    expect(JSON.parse(asked().body)).toEqual({
      grant_type: 'client_credentials',
      client_id: 'app',
      client_secret: 's&cret',
      username: 'u@c|e',
    });
  });

  it('go without the keys of the source: the token endpoint is another server', async () => {
    await server(() => ({ json: { expires_in: 3600 } }));
    const keys = [{ place: 'header', name: 'x-api-key', value: secret('k') }] as const;
    await bench(erp.url, { keys, token: tokenOf() }).send('/a');
    expect(asked().headers).not.toHaveProperty('x-api-key');
    expect(erp.seen[1]?.headers['x-api-key']).toBe('k');
  });
});

describe('an access token', () => {
  it('is asked for once by 50 callers, and once more when it was revoked', async () => {
    const { given, revoke } = await server(() => ({ json: { expires_in: 3600 } }));
    const { send } = bench(erp.url, { token: tokenOf() });
    const all = async () =>
      (await Promise.all(Array.from({ length: 50 }, () => send('/a')))).map(({ status }) => status);
    expect(await all()).toEqual(Array(50).fill(200));
    expect(given()).toBe(1);
    revoke();
    expect(await all()).toEqual(Array(50).fill(200));
    expect(given()).toBe(2);
  });

  it.each([
    ['an hour', 3_600, 3_570],
    ['an hour as a text', '3600', 3_570],
    ['a minute, less a tenth', 60, 54],
  ])('of %s is renewed before its end', async (_name, expires, renewedAfter) => {
    const { given } = await server(() => ({ json: { expires_in: expires } }));
    const { send, pass } = bench(erp.url, { token: tokenOf() }, { start: 1_700_000_000_000 });
    await send('/a');
    pass(renewedAfter * 1_000 - 1);
    await send('/a');
    expect(given()).toBe(1);
    pass(1);
    await send('/a');
    expect(given()).toBe(2);
  });

  it('without an end is used until it is refused; identity tokens and other media types are no obstacle', async () => {
    const { given, revoke } = await server(() => ({
      headers: { 'content-type': 'text/plain' },
      json: { id_token: 'not.a.jwt', token_type: undefined },
    }));
    const { send, pass } = bench(erp.url, { token: tokenOf() });
    await send('/a');
    pass(365 * 86_400_000);
    expect((await send('/a')).status).toBe(200);
    expect(given()).toBe(1);
    revoke();
    expect((await send('/a')).status).toBe(200);
  });

  it('that is refused is tried again after a minute, and the log says why without the secret', async () => {
    await server(() => ({
      status: 401,
      headers: { 'www-authenticate': 'Basic realm="token"' },
      json: { error: 'invalid_client', error_description: 'Secret s&cret is wrong\r\ninjected' },
    }));
    const { send, pass, events } = bench(erp.url, { token: tokenOf() });
    const refused = await failure(send('/a'));
    expect(refused.kind).toBe('denied');
    expect(refused.message).toMatch(/^Getting an access token failed: the ERP answered 401/);
    expect(refused.cause).toBeUndefined();
    pass(59_000);
    await failure(send('/a'));
    expect(erp.seen).toHaveLength(1);
    pass(1_000);
    await failure(send('/a'));
    expect(erp.seen).toHaveLength(2);
    expect(JSON.stringify(events)).not.toContain('s&cret');
  });

  it.each([
    [400, 'denied', ', invalid_grant: Secret [secret] is wrong'],
    [429, 'throttled', ', invalid_grant: Secret [secret] is wrong'],
    [503, 'unreachable', ''],
  ])('that is answered with %s: %s', async (status, kind, reason) => {
    const json = { error: 'invalid_grant', error_description: 'Secret s&cret is wrong' };
    await server(() => ({ status, json }));
    const found = await failure(bench(erp.url, { token: tokenOf() }).send('/a'));
    expect([found.kind, found.message]).toEqual([
      kind,
      `Getting an access token failed: the ERP answered ${status}${reason}.`,
    ]);
  });

  it('that the answer does not hold is named', async () => {
    erp = await double(() => ({ json: { result: 'ok' } }));
    const found = await failure(bench(erp.url, { token: tokenOf() }).send('/a'));
    expect([found.kind, found.message]).toEqual([
      'broken',
      'Getting an access token failed: the answer has no access token.',
    ]);
  });

  it('comes for user and password where an ERP demands that', async () => {
    await server(() => ({ json: { expires_in: 3600 } }));
    const grant = { kind: 'password', user: 'saak', password: secret('sask') } as const;
    await bench(erp.url, { token: tokenOf({ grant }) }).send('/a');
    expect(Object.fromEntries(new URLSearchParams(asked().body))).toMatchObject({
      grant_type: 'password',
      username: 'saak',
      password: 'sask',
    });
  });
});

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
    const found: unknown[] = [];
    await server(async (_request, fields) => {
      const clock = clocks.shift() ?? 0;
      const { payload, protectedHeader } = await verify(algorithm, fields.get('client_assertion') ?? '', clock);
      // Servers that are strict refuse a token of the future.
      if ((payload.iat ?? 0) * 1_000 > clock) return { status: 400, json: { error: 'invalid_client' } };
      found.push({ ...payload, ...protectedHeader }, Object.fromEntries(fields));
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
    const [claims, fields] = found;
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

  it('is a grant of its own (RFC 7523, section 2.1), with a subject', async () => {
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
