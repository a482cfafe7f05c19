import { afterEach, describe, expect, it } from 'vitest';
import { bench, double, failure, secret } from './double.ts';
import { asked, erp, serve, server, tokenOf } from './token-server.ts';

afterEach(() => erp.close());

describe('client credentials', () => {
  // https://learn.microsoft.com/entra/identity-platform/v2-oauth2-client-creds-grant-flow
  it('are sent in a form, with scope and further fields', async () => {
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

  it('are sent in a header, encoded by RFC 6749 section 2.3.1', async () => {
    await server(() => ({ json: { expires_in: 3600 } }));
    const client = { kind: 'basic', id: 'app', secret: secret('s&cret') } as const;
    await bench(erp.url, { token: tokenOf({ client }) }).send('/a');
    // Made by: printf 'app:s%%26cret' | base64
    expect(asked().headers.authorization).toBe('Basic YXBwOnMlMjZjcmV0');
    expect(asked().body).toBe('grant_type=client_credentials');
  });

  // Sage Intacct takes JSON, and a field of its own that says who the user is.
  it('are sent in JSON if the vendor requires that', async () => {
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

  it('are sent without the keys of the source: the token endpoint is another server', async () => {
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
    const error = await failure(bench(erp.url, { token: tokenOf() }).send('/a'));
    expect([error.kind, error.message]).toEqual([
      kind,
      `Getting an access token failed: the ERP answered ${status}${reason}.`,
    ]);
  });

  it('that the answer does not hold is named', async () => {
    serve(await double(() => ({ json: { result: 'ok' } })));
    const error = await failure(bench(erp.url, { token: tokenOf() }).send('/a'));
    expect([error.kind, error.message]).toEqual([
      'broken',
      'Getting an access token failed: the answer has no access token.',
    ]);
  });

  it('is requested with user and password if an ERP requires that', async () => {
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
