/**
 * Tokens against forged requests, against a double of SAP Gateway: the token belongs to the cookies that came with it, and 403 with
 * `x-csrf-token: Required` asks for a new one. https://me.sap.com/notes/3048103 and https://me.sap.com/notes/3339155
 */
import { afterEach, describe, expect, it } from 'vitest';
import type { AuthConfig, CsrfConfig } from '../../../../../engine/sources/http/auth/index.ts';
import { type Answer, bench, type Double, double, failure, type Seen, secret } from './double.ts';

let erp: Double;
afterEach(() => erp.close());

const root = '/sap/opu/odata/sap/API_SALES_ORDER_SRV/';
const csrf: CsrfConfig = { method: 'GET', target: root, header: 'x-csrf-token', ask: 'Fetch' };
const config: Partial<AuthConfig> = { basic: { user: 'comm', password: secret('right') }, csrf };

function gateway() {
  let given = 0;
  const valid = new Map<string, string>();
  const right = `Basic ${Buffer.from('comm:right').toString('base64')}`;
  const answer = async ({ method, headers }: Seen): Promise<Answer> => {
    if (headers.authorization !== right) return { status: 401 };
    const session = /SAP_SESSIONID_S4=(\w+)/.exec(headers.cookie ?? '')?.[1];
    const token = headers['x-csrf-token'];
    if (token === 'Fetch') {
      given += 1;
      valid.set(`id${given}`, `token${given}==`);
      const cookies = [`SAP_SESSIONID_S4=id${given}; path=/; HttpOnly`, 'sap-usercontext=sap-client=100; path=/'];
      return { headers: { 'x-csrf-token': `token${given}==`, 'set-cookie': cookies }, json: { d: {} } };
    }
    if (method === 'GET') return { json: { d: { results: [] } } };
    if (session === undefined || valid.get(session) !== token || token === undefined)
      return { status: 403, headers: { 'x-csrf-token': 'Required' } };
    return { status: 201, json: { d: {} } };
  };
  return { answer, valid, fetched: () => given };
}

describe('a CSRF token', () => {
  it('is fetched before the first change, with its cookies, and serves all that follow', async () => {
    const { answer, fetched } = gateway();
    erp = await double(answer);
    const { send } = bench(erp.url, config);
    expect((await send(`${root}A_SalesOrder`)).status).toBe(200);
    expect(fetched()).toBe(0);
    const replies = await Promise.all(Array.from({ length: 20 }, () => send(`${root}A_SalesOrder`, 'POST')));
    expect(replies.map(({ status }) => status)).toEqual(Array(20).fill(201));
    expect((await send(`${root}A_SalesOrder('1')`, 'PATCH')).status).toBe(201);
    expect(fetched()).toBe(1);
  });

  it('is fetched once more where the ERP says so, by 20 callers together', async () => {
    const { answer, valid, fetched } = gateway();
    erp = await double(answer);
    const { send } = bench(erp.url, config);
    await send(root, 'POST');
    valid.clear();
    const replies = await Promise.all(Array.from({ length: 20 }, () => send(root, 'POST')));
    expect(replies.map(({ status }) => status)).toEqual(Array(20).fill(201));
    expect(fetched()).toBe(2);
  });

  it('that helps nothing is fetched once for a request, and seldom for many', async () => {
    const { answer, fetched } = gateway();
    erp = await double((request) =>
      request.method === 'POST' ? { status: 403, headers: { 'x-csrf-token': 'Required' } } : answer(request),
    );
    const { send } = bench(erp.url, config);
    expect((await send(root, 'POST')).status).toBe(403);
    expect(fetched()).toBe(2);
    for (let time = 0; time < 10; time += 1) expect((await send(root, 'POST')).status).toBe(403);
    expect(fetched()).toBe(4);
  });

  it('is none where user and password are refused, and reads with a wrong password are sent once', async () => {
    erp = await double(gateway().answer);
    const { send } = bench(erp.url, { ...config, basic: { user: 'comm', password: secret('wrong') } });
    const refused = await failure(send(root, 'POST'));
    expect([refused.kind, refused.message]).toEqual([
      'denied',
      'Fetching a CSRF token failed: the ERP answered 401, and gave no token.',
    ]);
    expect((await send(root)).status).toBe(401);
    expect(erp.seen).toHaveLength(2);
  });

  it('is asked for by HEAD too, and taken from an answer that refuses the method', async () => {
    erp = await double(({ method, headers }) =>
      method === 'HEAD'
        ? { status: 405, headers: { 'x-own-token': 'abc' } }
        : { status: headers['x-own-token'] === 'abc' ? 201 : 403 },
    );
    const { send } = bench(erp.url, { csrf: { method: 'HEAD', target: '/', header: 'x-own-token', ask: 'Fetch' } });
    expect((await send('/orders', 'POST')).status).toBe(201);
  });

  it('that the answer does not hold is a fault of the profile', async () => {
    erp = await double(() => ({ json: {} }));
    const error = await failure(bench(erp.url, config).send(root, 'POST'));
    expect(error.message).toBe('Fetching a CSRF token failed: the answer has no header x-csrf-token.');
    expect(error.cure).toContain('`csrf`');
  });

  it('belongs to a session, and is fetched anew in the next one', async () => {
    let sessions = 0;
    const alive = new Set<string>();
    erp = await double(({ target, method, headers }) => {
      const session = /sid=(\w+)/.exec(headers.cookie ?? '')?.[1] ?? '';
      if (target === '/login') {
        sessions += 1;
        alive.add(`s${sessions}`);
        return { headers: { 'set-cookie': `sid=s${sessions}` } };
      }
      if (!alive.has(session)) return { status: 401 };
      if (headers['x-csrf-token'] === 'Fetch') return { headers: { 'x-csrf-token': `of-${session}` } };
      return { status: method === 'POST' && headers['x-csrf-token'] !== `of-${session}` ? 403 : 200 };
    });
    const login = { method: 'POST', target: '/login', headers: {} } as const;
    const { send } = bench(erp.url, {
      csrf,
      session: { login, send: { kind: 'cookies' }, idleMs: undefined, maxAgeMs: undefined, logout: undefined },
    });
    expect((await send('/orders', 'POST')).status).toBe(200);
    alive.clear();
    // A read finds out, a change follows.
    expect((await send('/orders')).status).toBe(200);
    expect((await send('/orders', 'POST')).status).toBe(200);
    alive.clear();
    // A change finds out.
    expect((await send('/orders', 'POST')).status).toBe(200);
    expect(sessions).toBe(3);
  });
});
