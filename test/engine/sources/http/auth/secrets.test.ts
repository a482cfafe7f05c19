/** Each secret contains a marker: it reaches its destination, and appears nowhere else, for any failure. */
import { generateKeyPairSync } from 'node:crypto';
import { inspect } from 'node:util';
import { afterEach, expect, it } from 'vitest';
import {
  type AuthConfig,
  firstToken,
  type OwnRequest,
  type SessionConfig,
  type TokenConfig,
} from '../../../../../engine/sources/http/auth/index.ts';
import { type Answer, bench, type Double, double, secret } from './double.ts';
import { keptAs, memoryTokens } from './rotating.ts';

const canary = 'c4n4ry-5e1f';
let erp: Double;
afterEach(() => erp.close());

const requestTo = (target: string): OwnRequest => ({
  method: 'POST',
  target,
  headers: { authorization: secret(`Basic ${canary}`) },
  body: { type: 'application/json', text: secret(`{"password":"${canary}"}`) },
});

const session: SessionConfig = {
  login: requestTo('/login'),
  send: { kind: 'header', name: 'x-session', value: '{{ token }}' },
  token: async ({ headers }) => headers['x-token'],
  idleMs: undefined,
  maxAgeMs: undefined,
  logout: requestTo('/logout'),
};

function token(grant: TokenConfig['grant'], client: TokenConfig['client']): TokenConfig {
  return { url: `${erp.url}/token`, client, grant, fields: { extra: secret(canary) }, body: 'form' };
}

const pem = generateKeyPairSync('ec', { namedCurve: 'P-256' }).privateKey.export({ type: 'pkcs8', format: 'pem' });
const assertion = {
  algorithm: 'ES256',
  key: secret(pem.toString()),
  keyId: undefined,
  issuer: 'i',
  subject: undefined,
  audience: 'a',
  lifetimeMs: 60_000,
  claims: {},
  header: {},
} as const;

const client = { kind: 'body', id: 'app', secret: secret(canary) } as const;

const configs: Readonly<Record<string, () => Partial<AuthConfig>>> = {
  basic: () => ({ basic: { user: 'u', password: secret(canary) } }),
  bearer: () => ({ bearer: secret(canary) }),
  keys: () => ({ keys: [{ place: 'query', name: 'k', value: secret(canary) }] }),
  oauth1: () => ({
    oauth1: {
      method: 'HMAC-SHA256',
      consumerKey: 'c',
      consumerSecret: secret(canary),
      token: 't',
      tokenSecret: secret(canary),
      realm: undefined,
    },
  }),
  session: () => ({ session }),
  csrf: () => ({
    basic: { user: 'u', password: secret(canary) },
    csrf: { method: 'GET', target: '/login', header: 'x-csrf-token', ask: 'Fetch' },
  }),
  'client credentials': () => ({ token: token({ kind: 'clientCredentials' }, client) }),
  'client credentials in a header': () => ({
    token: token({ kind: 'clientCredentials' }, { ...client, kind: 'basic' }),
  }),
  password: () => ({ token: token({ kind: 'password', user: 'u', password: secret(canary) }, client) }),
  assertion: () => ({ token: token({ kind: 'clientCredentials' }, { kind: 'assertion', assertion }) }),
  'jwt bearer': () => ({ token: token({ kind: 'jwtBearer', assertion }, { kind: 'none' }) }),
  'refresh token': () => ({
    token: token(
      { kind: 'refreshToken', keptAs, commandArguments: 'erp', hasConsent: false, earliestMs: undefined },
      client,
    ),
  }),
};

/** An ERP that repeats everything it is told, in every place of its answer. */
const echo =
  (status: number) =>
  async ({
    body,
    headers,
    target,
  }: {
    readonly body: string;
    readonly headers: object;
    readonly target: string;
  }): Promise<Answer> => {
    const all = `${decodeURIComponent(body.replaceAll('+', ' '))} ${JSON.stringify(headers)} ${target} ${canary}`;
    return {
      status,
      headers: { 'x-echo': canary, 'www-authenticate': `Basic realm="${canary}"`, 'set-cookie': `a=${canary}` },
      json: { error: 'invalid_grant', error_description: all, refresh_token: canary, message: all },
    };
  };

const trouble = Object.keys(configs).flatMap((name) =>
  [200, 302, 400, 401, 429, 500].map((status) => [name, status] as const),
);

it.each(trouble)('%s, where the ERP answers %s and repeats it all', async (name, status) => {
  erp = await double(echo(status));
  const tokens = memoryTokens();
  await tokens.put(keptAs, firstToken(secret(canary)));
  const config = configs[name]?.() ?? {};
  const { send, auth, events } = bench(erp.url, config, { tokens });
  const said: unknown[] = [];
  for (const method of ['GET', 'POST'] as const) await send('/a', method).catch((error: unknown) => said.push(error));
  await auth.close();
  const shown =
    inspect([config, auth, events, said, tokens], { depth: 20, showHidden: true }) +
    JSON.stringify([config, events, said]);
  expect(shown).not.toContain(canary);
  expect(shown).not.toContain('PRIVATE KEY');
  expect(erp.seen.length).toBeGreaterThan(0);
});

it.each(Object.keys(configs))('%s, where nobody answers', async (name) => {
  erp = await double(() => undefined);
  const tokens = memoryTokens();
  await tokens.put(keptAs, firstToken(secret(canary)));
  const { send, events } = bench(erp.url, configs[name]?.() ?? {}, { tokens });
  const error = await send('/a', 'POST', 100).catch((reason: unknown) => reason);
  expect(inspect([error, events], { depth: 20 }) + JSON.stringify([error, events])).not.toContain(canary);
});
