/** The keys of `auth` become the configuration that the keys mean, settings filled in. */
import { describe, expect, it } from 'vitest';
import { Secret } from '../../../engine/base/secret.ts';
import { createContext } from '../../../engine/compile/context/context.ts';
import { authConfig } from '../../../engine/compile/http/auth.ts';
import { tokenSource } from '../../../engine/compile/http/oauth.ts';
import type { Diagnostic } from '../../../engine/diagnostics/diagnostic.ts';
import { loadProfile } from '../../../engine/profile/load.ts';
import { auth } from '../../../engine/profile/schema/index.ts';
import { selectVariants } from '../../../engine/profile/select-variants.ts';
import type { AuthConfig, RawReply } from '../../../engine/sources/http/auth/index.ts';
import { contract } from '../../../src/contract/index.ts';

const profile = `
profile: acme
contract: "1"
settings:
  user: { default: manager }
  password: { env: P, secret: true }
  company: { default: 7, type: integer }
  flag: { default: true, type: boolean }
sources:
  erp: { sql: sqlite, connection: { file: a.db } }
endpoints: {}
`;

function compiled(spec: unknown): { readonly config: AuthConfig; readonly diagnostics: readonly Diagnostic[] } {
  const { loaded } = loadProfile(profile, 'profile.yaml', { P: 'p"ä&ß' }, 'start');
  if (loaded === undefined) throw new Error('The profile of the test is at fault.');
  const diagnostics: Diagnostic[] = [];
  const context = createContext(
    { ...loaded, contract, descriptions: new Map() },
    selectVariants(loaded.profile, new Map()),
    diagnostics,
  );
  const place = { source: 'erp', installation: 'test' };
  return { config: authConfig(context, ['sources', 'erp'], auth.parse(spec), place), diagnostics };
}

/** The same with its secrets told. */
function told(value: unknown): unknown {
  if (value instanceof Secret) return { secret: value.reveal() };
  if (Array.isArray(value)) return value.map(told);
  if (typeof value !== 'object' || value === null) return value;
  const members = Object.entries(value).filter(([, item]) => item !== undefined);
  return Object.fromEntries(members.map(([key, item]) => [key, told(item)]));
}

const replyOf = (change: Partial<RawReply>): RawReply => ({
  url: 'http://erp/',
  status: 200,
  headers: {},
  cookies: [],
  body: undefined,
  ...change,
});

describe('keys of auth', () => {
  it('work together', () => {
    const spec = {
      basic: { user: '${user}', password: '${password}' },
      apiKey: [
        { header: 'x-api-key', value: 'token ${user}:${password}' },
        { query: 'k', value: '1' },
      ],
      csrf: { get: '/root/' },
    };
    expect(told(compiled(spec).config)).toEqual({
      basic: { user: 'manager', password: { secret: 'p"ä&ß' } },
      keys: [
        { place: 'header', name: 'x-api-key', value: { secret: 'token manager:p"ä&ß' } },
        { place: 'query', name: 'k', value: { secret: '1' } },
      ],
      csrf: { method: 'GET', target: '/root/', header: 'x-csrf-token', ask: 'Fetch' },
    });
  });

  it('of a session make the body of the login, typed and encoded', async () => {
    const json = {
      CompanyDB: 'db-${company}',
      UserName: '${user}',
      Password: '${password}',
      n: ['${company}', '${flag}'],
    };
    const session = {
      login: { post: '/Login', json, headers: { 'X-A': '${user}' } },
      accepted: '$status = 200 and $not($exists(error))',
      take: "$headers.`x-s` & '/' & $cookies.SID & '/' & result[1]",
      send: { header: 'Authorization', value: 'Session {{ token }}' },
      idle: '25m',
      logout: { post: '/Logout', form: { p: '${password}' }, basic: { user: 'a', password: 'b' } },
    };
    const { config, diagnostics } = compiled({ session });
    expect(diagnostics).toEqual([]);
    const { accepted, token, ...rest } = config.session ?? {};
    expect(told(rest)).toEqual({
      login: {
        method: 'POST',
        target: '/Login',
        headers: { 'x-a': { secret: 'manager' } },
        body: {
          type: 'application/json',
          text: {
            secret: '{"CompanyDB":"db-7","UserName":"manager","Password":"p\\"ä&ß","n":[7,true]}',
          },
        },
      },
      send: { kind: 'header', name: 'Authorization', value: 'Session {{ token }}' },
      idleMs: 1_500_000,
      logout: {
        method: 'POST',
        target: '/Logout',
        headers: { authorization: { secret: 'Basic YTpi' } },
        body: { type: 'application/x-www-form-urlencoded', text: { secret: 'p=p%22%C3%A4%26%C3%9F' } },
      },
    });
    expect(await accepted?.(replyOf({ body: {} }))).toBe(true);
    expect(await accepted?.(replyOf({ body: { error: 1 } }))).toBe(false);
    const reply = replyOf({ headers: { 'x-s': 'h' }, cookies: ['SID=c=1; path=/'], body: { result: [7, 'b'] } });
    expect(await token?.(reply)).toBe('h/c=1/b');
  });

  it('of OAuth 2 name what a refresh token is kept under: another client has another one', () => {
    const refreshToken = {
      url: 'https://x/token',
      client: '${user}',
      secret: 's',
      secretIn: 'header',
      earliest: '570s',
    };
    expect(told(compiled({ refreshToken }).config.token)).toEqual({
      url: 'https://x/token',
      client: { kind: 'basic', id: 'manager', secret: { secret: 's' } },
      grant: {
        kind: 'refreshToken',
        keptAs: '["test","erp","https://x/token","manager"]',
        commandArguments: 'erp',
        hasConsent: false,
        earliestMs: 570_000,
      },
      fields: {},
      body: 'form',
    });
  });

  it('of sources with the same consent name one token, that of the first source', () => {
    const withConsent = (url: string) => ({
      http: 'https://x',
      auth: { refreshToken: { url: 'https://x/token', client: 'c', consent: { url } } },
    });
    const sources = { a: withConsent('https://x/a'), b: withConsent('https://x/b'), c: withConsent('https://x/a') };
    expect(Object.keys(sources).map((name) => tokenSource(sources, name))).toEqual(['a', 'b', 'a']);
    const alone = { http: 'https://x', auth: { refreshToken: { url: 'https://x/token', client: 'c' } } };
    expect(tokenSource({ a: alone, b: alone }, 'b')).toBe('b');
  });

  it('of an assertion have the defaults that are usual', () => {
    const assertion = { key: '${password}', algorithm: 'PS256', claims: { scope: ['a', '${user}'] } };
    const clientCredentials = {
      url: 'https://x/token',
      client: 'c',
      assertion,
      scope: 's',
      fields: { f: '${company}' },
    };
    expect(told(compiled({ clientCredentials }).config.token)).toEqual({
      url: 'https://x/token',
      client: {
        kind: 'assertion',
        assertion: {
          algorithm: 'PS256',
          key: { secret: 'p"ä&ß' },
          issuer: 'c',
          audience: 'https://x/token',
          lifetimeMs: 300_000,
          claims: { scope: ['a', 'manager'] },
          header: {},
        },
      },
      grant: { kind: 'clientCredentials' },
      fields: { scope: { secret: 's' }, f: { secret: '7' } },
      body: 'form',
    });
  });
});

describe('faults', () => {
  const session = (keys: object): unknown => ({ session: { login: { post: '/Login' }, ...keys } });
  it.each([
    ['two that fill one header', { bearer: 'a', basic: { user: 'u', password: 'p' } }],
    ['a login without a verb', { session: { login: {}, send: 'cookies' } }],
    ['a login with two bodies', { session: { login: { post: '/a', json: {}, form: {} }, send: 'cookies' } }],
    ['a login elsewhere', { session: { login: { post: '//evil.example/' }, send: 'cookies' } }],
    ['cookies with something taken', session({ send: 'cookies', take: 'a' })],
    ['a header without a token', session({ send: { header: 'a' } })],
    ['a client without a proof', { clientCredentials: { url: 'https://x', client: 'c' } }],
    [
      'a client with two',
      { refreshToken: { url: 'https://x', client: 'c', secret: 's', assertion: { key: 'k', algorithm: 'RS256' } } },
    ],
    [
      'an algorithm that is none',
      { jwtBearer: { url: 'https://x', assertion: { key: 'k', algorithm: 'none', issuer: 'i' } } },
    ],
    ['nobody who signs', { jwtBearer: { url: 'https://x', assertion: { key: 'k', algorithm: 'RS256' } } }],
    ['a token endpoint without a scheme', { clientCredentials: { url: 'x/token', client: 'c', secret: 's' } }],
    ['a question by no method', { csrf: {} }],
  ])('are found by the grammar: %s', (_name, spec) => {
    expect(auth.safeParse(spec).success).toBe(false);
  });

  it('in expressions read settings, and no secrets', async () => {
    const take = "$base64encode($join([$settings.user, $string(result[0]), result[1]], ':'))";
    const { config, diagnostics } = compiled(session({ send: { header: 'Authorization' }, take }));
    expect(diagnostics).toEqual([]);
    // printf 'manager:5:f00d' | base64
    expect(await config.session?.token?.(replyOf({ body: { result: [5, 'f00d'] } }))).toBe('bWFuYWdlcjo1OmYwMGQ=');
    const secret = compiled(session({ send: { header: 'a' }, take: '$settings.password & result' }));
    expect(secret.diagnostics.map(({ code }) => code)).toEqual(['MAP206']);
    const unknown = compiled(session({ send: { header: 'a' }, take: '$settings.usr & result' }));
    expect(unknown.diagnostics.map(({ code, hint }) => [code, hint])).toEqual([['MAP201', 'Did you mean "user"?']]);
  });

  it('in expressions are found by their names', () => {
    const { diagnostics } = compiled(
      session({ send: { header: 'a' }, take: 'a & $request.b & $nothing', accepted: '(' }),
    );
    expect(diagnostics.map(({ code }) => code).sort()).toEqual(['EXP301', 'EXP302', 'EXP302']);
  });
});
