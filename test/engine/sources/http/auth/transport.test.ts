/** Authentication with the real transport: its pools, retries and redirects. */
import { afterEach, expect, it } from 'vitest';
import type { SourceEvent } from '../../../../../engine/base/events.ts';
import type { AuthConfig } from '../../../../../engine/sources/http/auth/index.ts';
import { createAuthenticator } from '../../../../../engine/sources/http/auth/index.ts';
import { openHttpSource } from '../../../../../engine/sources/http/index.ts';
import type { HttpMethod, HttpSource, Judge } from '../../../../../engine/sources/http-source.ts';
import { type Double, double, failure, secret } from './double.ts';

let erp: Double;
afterEach(() => erp.close());

const judge: Judge = async ({ status, headers }) => {
  const isOver = status === 401 || (status === 403 && headers['x-csrf-token'] === 'Required');
  if (isOver) return { kind: 'login', detail: 'over' };
  return status < 400 ? { kind: 'ok' } : { kind: 'fail', detail: `${status}` };
};

function open(config: Partial<AuthConfig>, path = ''): { readonly source: HttpSource; readonly events: SourceEvent[] } {
  const url = `${erp.url}${path}`;
  const events: SourceEvent[] = [];
  const report = (event: SourceEvent): void => void events.push(event);
  const source = openHttpSource(
    { url, limits: { concurrent: 50 } },
    {
      report,
      authenticate: (exchange) =>
        createAuthenticator({ keys: [], ...config }, { url, exchange, now: Date.now, report, tokens: undefined }),
    },
  );
  return { source, events };
}

async function send(source: HttpSource, target: string, method: HttpMethod = 'GET'): Promise<string> {
  const effect = method === 'GET' ? 'read' : 'write';
  const call = { deadline: Date.now() + 60_000 };
  const { verdict } = await source.send({ method, target, headers: {}, effect }, judge, call);
  return verdict.kind;
}

it('logs in once for 50 callers, once more for 50 whose session has ended, and out at the end', async () => {
  let sessions = 0;
  const alive = new Set<string>();
  erp = await double(({ target, headers }) => {
    const session = /B1SESSION=(\w+)/.exec(headers.cookie ?? '')?.[1] ?? '';
    if (target === '/b1s/v1/Login') {
      sessions += 1;
      alive.add(`s${sessions}`);
      return { headers: { 'set-cookie': [`B1SESSION=s${sessions}; HttpOnly`, 'ROUTEID=.node1; path=/b1s'] }, json: {} };
    }
    if (!alive.has(session) || !headers.cookie?.includes('ROUTEID=.node1')) return { status: 401 };
    if (target === '/b1s/v1/Logout') alive.delete(session);
    return { json: { value: [] } };
  });
  const requestTo = (target: string) => ({ method: 'POST', target, headers: {} }) as const;
  const { source } = open(
    {
      session: {
        login: requestTo('/Login'),
        logout: requestTo('/Logout'),
        send: { kind: 'cookies' },
        idleMs: undefined,
        maxAgeMs: undefined,
      },
    },
    '/b1s/v1',
  );
  const all = () => Promise.all(Array.from({ length: 50 }, () => send(source, '/Orders')));
  expect(await all()).toEqual(Array(50).fill('ok'));
  expect(sessions).toBe(1);
  alive.clear();
  expect(await all()).toEqual(Array(50).fill('ok'));
  expect(sessions).toBe(2);
  await source.close();
  expect(alive.size).toBe(0);
});

it('sends a change again with a new CSRF token, proven not to have been done', async () => {
  let valid = '';
  let given = 0;
  erp = await double(({ method, headers }) => {
    if (headers['x-csrf-token'] === 'Fetch') {
      given += 1;
      valid = `t${given}`;
      return { headers: { 'x-csrf-token': valid, 'set-cookie': `s=${valid}; path=/` }, json: {} };
    }
    const isGood = headers['x-csrf-token'] === valid && headers.cookie === `s=${valid}`;
    return method === 'GET' || isGood ? { json: {} } : { status: 403, headers: { 'x-csrf-token': 'Required' } };
  });
  const { source } = open({ csrf: { method: 'HEAD', target: '/', header: 'x-csrf-token', ask: 'Fetch' } });
  expect(await send(source, '/orders', 'POST')).toBe('ok');
  valid = 'another';
  expect(await send(source, '/orders', 'POST')).toBe('ok');
  expect(given).toBe(2);
  await source.close();
});

it('gets a token from another origin, and shows the source no secret of it', async () => {
  const login = await double(() => ({ json: { access_token: 'abc', token_type: 'Bearer', expires_in: 3600 } }));
  erp = await double(({ headers }) => ({ status: headers.authorization === 'Bearer abc' ? 200 : 401, json: {} }));
  const { source } = open({
    token: {
      url: `${login.url}/oauth2/token`,
      client: { kind: 'body', id: 'app', secret: secret('canary') },
      grant: { kind: 'clientCredentials' },
      fields: {},
      body: 'form',
    },
  });
  expect(await send(source, '/a')).toBe('ok');
  expect(JSON.stringify(erp.seen)).not.toContain('canary');
  expect(login.seen).toHaveLength(1);
  await source.close();
  await login.close();
});

it('fails at once after a refused login, and prints no password', async () => {
  erp = await double(({ target }) => (target === '/login' ? { status: 401, json: { echo: 'canary' } } : { json: {} }));
  const body = { type: 'application/json', text: secret('{"password":"canary"}') };
  const { source, events } = open({
    session: {
      login: { method: 'POST', target: '/login', headers: {}, body },
      logout: undefined,
      send: { kind: 'cookies' },
      idleMs: undefined,
      maxAgeMs: undefined,
    },
  });
  const errors = [await failure(send(source, '/a')), await failure(send(source, '/a', 'POST'))];
  expect(errors.map(({ kind, effect }) => [kind, effect])).toEqual([
    ['denied', 'none'],
    ['denied', 'none'],
  ]);
  expect(erp.seen).toHaveLength(1);
  expect(JSON.stringify([events, errors, errors.map(({ message }) => message)])).not.toContain('canary');
  await source.close();
});
