/** How a request carries its session: cookies, or a token. */
import { afterEach, describe, expect, it } from 'vitest';
import { createCookies } from '../../../../../engine/sources/http/auth/index.ts';
import { businessOne, loginOf } from './business-one.ts';
import { bench, type Double, double, failure, secret } from './double.ts';

let erp: Double;
afterEach(() => erp.close());

describe('cookies', () => {
  /** Acumatica: several cookies, one of them scoped by path; a load balancer that rotates its own. */
  it('are sent where their attributes allow, are replaced, and expire', async () => {
    let rotation = 0;
    erp = await double(({ target }) => {
      if (target.endsWith('/Login')) {
        const cookies = [
          '.ASPXAUTH=auth; path=/; HttpOnly',
          'Locale=Culture=en-US&TimeZone=GMTM0800; expires=Wed, 21 Oct 2099 07:28:00 GMT; path=/entity',
          'other=1; domain=example.com',
          'gone=1; Max-Age=0',
          '__bad',
        ];
        return { status: 204, headers: { 'set-cookie': cookies } };
      }
      rotation += 1;
      return { headers: { 'set-cookie': [`lb=${rotation}; path=/`] } };
    });
    const { send } = bench(`${erp.url}/entity`, { session: loginOf('right') });
    for (let time = 0; time < 3; time += 1) await send('/a');
    const sent = erp.seen.slice(1).map(({ headers }) => headers.cookie?.split('; ').sort());
    const fixed = ['.ASPXAUTH=auth', 'Locale=Culture=en-US&TimeZone=GMTM0800', '__bad'];
    expect(sent).toEqual([fixed, [...fixed, 'lb=1'].sort(), [...fixed, 'lb=2'].sort()]);
  });

  it('for HTTPS only are not sent over HTTP', () => {
    const cookies = createCookies();
    cookies.keep({ url: 'https://erp.example/b1s/v1/Login', cookies: ['safe=1; Secure; path=/', 'plain=1; path=/'] });
    expect(cookies.headerFor('https://erp.example/b1s/v1/Orders')).toBe('safe=1; plain=1');
    expect(cookies.headerFor('http://erp.example/b1s/v1/Orders')).toBe('plain=1');
    expect(cookies.headerFor('https://other.example/')).toBe('');
  });

  it('of an answer to the session before are not taken over', async () => {
    const { answer, alive } = businessOne();
    erp = await double(answer);
    const { auth, send } = bench(`${erp.url}/b1s/v1`, { session: loginOf('right') });
    const call = { deadline: Date.now() + 60_000 };
    const request = { method: 'GET', target: `${erp.url}/b1s/v1/Orders`, headers: {}, effect: 'read' } as const;
    const { session } = await auth.authorize(request, call);
    alive.clear();
    await send('/Orders');
    const late = {
      url: request.target,
      status: 200,
      headers: {},
      cookies: ['B1SESSION=s1; path=/b1s/v1'],
      body: undefined,
    };
    auth.processReply(late, session);
    expect((await auth.authorize(request, call)).request.headers.cookie).toContain('B1SESSION=s2');
  });
});

describe('a token of a session', () => {
  const login = {
    method: 'POST',
    target: '/login',
    headers: {},
    body: { type: 'application/json', text: secret('{}') },
  } as const;
  const plain = { login, idleMs: undefined, maxAgeMs: undefined, logout: undefined };

  it('is read from a header and sent in a composed header', async () => {
    erp = await double(({ target }) =>
      target === '/login' ? { status: 201, headers: { 'X-Session': 'a$&b' } } : { json: {} },
    );
    const { send } = bench(erp.url, {
      session: {
        ...plain,
        token: async ({ headers }) => headers['x-session'],
        send: { kind: 'header', name: 'Authorization', value: 'Session {{ token }}' },
      },
    });
    await send('/a');
    expect(erp.seen[1]?.headers.authorization).toBe('Session a$&b');
  });

  it('is read from a body and sent in the query, and replaces the token that a link repeats', async () => {
    erp = await double(({ target }) => (target === '/login' ? { json: { result: [7, 'k/1'] } } : { json: {} }));
    const token = async ({ body }: { readonly body: unknown }): Promise<unknown> =>
      typeof body === 'object' && body !== null ? Reflect.get(Reflect.get(body, 'result'), 1) : undefined;
    const { send } = bench(erp.url, { session: { ...plain, token, send: { kind: 'query', name: 'sid' } } });
    await send('/a?sid=old&b=%20');
    expect(erp.seen[1]?.target).toBe('/a?b=%20&sid=k%2F1');
  });

  it('that is missing, or breaks a header, is a refusal; so is one that the profile says is', async () => {
    erp = await double(() => ({ json: { error: { message: 'Access Denied' } } }));
    const header = { kind: 'header', name: 'X-S', value: '{{ token }}' } as const;
    const missing = bench(erp.url, { session: { ...plain, token: async () => undefined, send: header } });
    expect((await failure(missing.send('/a'))).message).toBe(
      'Logging in failed: the ERP answered 200 without the token.',
    );
    const hostile = bench(erp.url, { session: { ...plain, token: async () => 'a\r\nX-Admin: 1', send: header } });
    expect((await failure(hostile.send('/a'))).kind).toBe('denied');
    const said = bench(erp.url, {
      session: { ...plain, accepted: async () => false, token: async () => 'a', send: header },
    });
    expect((await failure(said.send('/a'))).message).toBe(
      'Logging in failed: the ERP answered 200, and refused the login.',
    );
  });
});
