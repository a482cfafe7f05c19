/** Sessions, against doubles that keep them as the vendors document. */
import { afterEach, describe, expect, it } from 'vitest';
import type { SessionConfig } from '../../../../engine/sources/http/auth/config.ts';
import { createCookies } from '../../../../engine/sources/http/auth/cookies.ts';
import { type Answer, bench, type Double, double, failure, type Seen, secret } from './double.ts';

let erp: Double;
afterEach(() => erp.close());

/**
 * SAP Business One Service Layer: two cookies, of which ROUTEID pins the node; 401 with code 301 when a session is over; one password is right.
 * https://help.sap.com/doc/6ab840ef2e8140f3afeda9d7f3ba4a52/10.0/en-US/Working_with_SAP_Business_One_Service_Layer.pdf
 */
function businessOne({ loginMs = 0 } = {}) {
  let sessions = 0;
  const alive = new Set<string>();
  const over = {
    status: 401,
    json: { error: { code: 301, message: { lang: 'en-us', value: 'Invalid session or session already timeout.' } } },
  };
  const answer = async ({ target, headers, body }: Seen): Promise<Answer> => {
    const session = /B1SESSION=([^;]+)/.exec(headers.cookie ?? '')?.[1];
    if (target === '/b1s/v1/Login') {
      await new Promise((resolve) => setTimeout(resolve, loginMs));
      const given: { readonly Password?: string } = JSON.parse(body);
      if (given.Password !== 'right') return { status: 401, json: { error: { code: 100000027 } } };
      sessions += 1;
      alive.add(`s${sessions}`);
      const cookies = [`B1SESSION=s${sessions};HttpOnly;SameSite=None`, 'ROUTEID=.node2;path=/b1s'];
      return { headers: { 'set-cookie': cookies }, json: { SessionId: `s${sessions}`, SessionTimeout: 30 } };
    }
    if (session === undefined || !alive.has(session) || !/ROUTEID=\.node2/.test(headers.cookie ?? '')) return over;
    if (target === '/b1s/v1/Logout') alive.delete(session);
    return target === '/b1s/v1/Logout' ? { status: 204 } : { json: { value: [] } };
  };
  return { answer, alive, logins: () => sessions };
}

const loginOf = (password: string): SessionConfig => ({
  login: {
    method: 'POST',
    target: '/Login',
    headers: {},
    body: {
      type: 'application/json',
      text: secret(JSON.stringify({ CompanyDB: 'SBO', UserName: 'manager', Password: password })),
    },
  },
  send: { kind: 'cookies' },
  idleMs: undefined,
  maxAgeMs: undefined,
  logout: { method: 'POST', target: '/Logout', headers: {} },
});

const tried = (): number => erp.seen.filter(({ target }) => target.endsWith('/Login')).length;

describe('a session by cookies', () => {
  it('is one login for 50 callers, and one more for 50 whose session has ended', async () => {
    const { answer, alive, logins } = businessOne({ loginMs: 50 });
    erp = await double(answer);
    const { send } = bench(`${erp.url}/b1s/v1`, { session: loginOf('right') });
    const all = async (): Promise<readonly number[]> => {
      const replies = await Promise.all(Array.from({ length: 50 }, () => send('/Orders')));
      return replies.map(({ status }) => status);
    };
    expect(await all()).toEqual(Array(50).fill(200));
    expect(logins()).toBe(1);
    alive.clear();
    expect(await all()).toEqual(Array(50).fill(200));
    expect(logins()).toBe(2);
  });

  it('is renewed once where the ERP says that it is over at a bad moment, and no storm follows', async () => {
    const { answer, alive, logins } = businessOne();
    let isForbidden = false;
    erp = await double(async (request) =>
      isForbidden && request.target.endsWith('/Orders') ? { status: 401, json: {} } : answer(request),
    );
    const { send } = bench(`${erp.url}/b1s/v1`, { session: loginOf('right') });
    expect((await send('/Orders')).status).toBe(200);
    alive.clear();
    expect((await send('/Items')).status).toBe(200);
    expect(logins()).toBe(2);
    // A right that is missing looks like a session that is over.
    isForbidden = true;
    for (let time = 0; time < 20; time += 1) expect((await send('/Orders')).status).toBe(401);
    expect(logins()).toBe(4);
    expect((await send('/Items')).status).toBe(200);
  });

  it('is renewed before a request when it was not used for so long, or is so old', async () => {
    const { answer, logins } = businessOne();
    erp = await double(answer);
    const { send, pass } = bench(`${erp.url}/b1s/v1`, {
      session: { ...loginOf('right'), idleMs: 25 * 60_000, maxAgeMs: 60 * 60_000 },
    });
    await send('/Orders');
    for (const minutes of [20, 20]) {
      pass(minutes * 60_000);
      await send('/Orders');
    }
    expect(logins()).toBe(1);
    pass(20 * 60_000);
    await send('/Orders');
    expect(logins()).toBe(2);
    pass(25 * 60_000);
    await send('/Orders');
    expect(logins()).toBe(3);
    expect(erp.seen.filter(({ target }) => target.endsWith('/Orders')).length).toBe(5);
  });

  it('ends with a logout, also one whose login was under way', async () => {
    const { answer, alive, logins } = businessOne({ loginMs: 100 });
    erp = await double(answer);
    const { auth, send } = bench(`${erp.url}/b1s/v1`, { session: loginOf('right') });
    const sending = send('/Orders').catch(() => undefined);
    await new Promise((resolve) => setTimeout(resolve, 30));
    await auth.close();
    await sending;
    expect([logins(), alive.size]).toEqual([1, 0]);
    expect((await failure(send('/Orders'))).message).toBe('The source is closed.');
    expect(erp.seen.at(-1)?.headers['content-length']).toBe('0');
  });

  it('is not logged out where there was none', async () => {
    erp = await double(businessOne().answer);
    await bench(`${erp.url}/b1s/v1`, { session: loginOf('right') }).auth.close();
    expect(erp.seen).toEqual([]);
  });

  it('tells the log of a logout that fails, and stops all the same', async () => {
    const { answer } = businessOne();
    erp = await double((request) => (request.target.endsWith('/Logout') ? { status: 500 } : answer(request)));
    const { auth, send, events } = bench(`${erp.url}/b1s/v1`, { session: loginOf('right') });
    await send('/Orders');
    await auth.close();
    expect(events).toEqual([
      {
        level: 'warn',
        event: 'logout_failed',
        message: 'Logging out failed: the ERP answered 500. The session stays open until the ERP ends it.',
      },
    ]);
  });
});

describe('a refused login', () => {
  it('is not tried again at once: a minute, two, four, up to a quarter of an hour', async () => {
    erp = await double(businessOne().answer);
    const { send, pass, events } = bench(`${erp.url}/b1s/v1`, { session: loginOf('wrong') });
    const refused = await failure(send('/Orders'));
    expect([refused.kind, refused.effect]).toEqual(['denied', 'none']);
    expect(refused.message).toBe('Logging in failed: the ERP answered 401.');
    expect(refused.cure).toContain('Check user, password and company');
    expect(await Promise.all(Array.from({ length: 50 }, () => failure(send('/Orders'))))).toHaveLength(50);
    expect(tried()).toBe(1);
    const waits = [60, 120, 240, 480, 900, 900];
    for (const [index, seconds] of waits.entries()) {
      pass(seconds * 1_000 - 1_000);
      await failure(send('/Orders'));
      expect(tried()).toBe(index + 1);
      pass(1_001);
      await failure(send('/Orders'));
      expect(tried()).toBe(index + 2);
    }
    expect(events[0]).toMatchObject({ level: 'error', event: 'login_failed' });
    expect(events).toHaveLength(7);
  });

  it('is forgotten with the first one that succeeds', async () => {
    const { answer } = businessOne();
    let isLocked = true;
    erp = await double((request) => (isLocked ? { status: 403 } : answer(request)));
    const { send, pass } = bench(`${erp.url}/b1s/v1`, { session: loginOf('right') });
    await failure(send('/Orders'));
    isLocked = false;
    pass(60_000);
    expect((await send('/Orders')).status).toBe(200);
  });

  it('is one without a cookie too, where cookies are what is sent', async () => {
    erp = await double(() => ({ json: { error: 'Wrong company' } }));
    const { send } = bench(erp.url, { session: loginOf('right') });
    expect((await failure(send('/Orders'))).message).toBe('Logging in failed: the ERP answered 200 without a cookie.');
  });

  it('by too many logins is throttling, with the time that the ERP names', async () => {
    // Acumatica answers 429 when its licence has no session left.
    erp = await double(() => ({ status: 429, headers: { 'retry-after': '7' } }));
    const { send, pass } = bench(erp.url, { session: loginOf('right') });
    const first = await failure(send('/Orders'));
    expect([first.kind, first.retryAfterMs]).toEqual(['throttled', 7_000]);
    pass(6_000);
    const second = await failure(send('/Orders'));
    expect(second.kind).toBe('throttled');
    expect(second.retryAfterMs).toBeGreaterThan(0);
    expect(second.retryAfterMs).toBeLessThanOrEqual(1_000);
    expect(tried()).toBe(1);
  });
});

describe('a login that hangs', () => {
  it('keeps no call beyond its own deadline, and one that comes late serves those that wait', async () => {
    const { answer, logins } = businessOne();
    const held = Promise.withResolvers<void>();
    erp = await double(async (request) => {
      if (request.target.endsWith('/Login')) await held.promise;
      return answer(request);
    });
    const { send } = bench(`${erp.url}/b1s/v1`, { session: loginOf('right') });
    const patient = send('/Orders', 'GET', 20_000);
    const [hasty] = await Promise.all([failure(send('/Orders', 'GET', 50)), failure(send('/Orders', 'GET', 80))]);
    expect([hasty?.kind, hasty?.effect, hasty?.message]).toEqual(['timeout', 'none', 'Logging in took too long.']);
    held.resolve();
    expect((await patient).status).toBe(200);
    expect(logins()).toBe(1);
  });
});

describe('cookies', () => {
  /** Acumatica: several cookies, one of them scoped by path; a load balancer that rotates its own. */
  it('go where their attributes let them, change, and end', async () => {
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

  it('for HTTPS alone do not go without it', () => {
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
    const call = { deadline: Date.now() + 5_000 };
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
    auth.seen(late, session);
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

  it('comes from a header and goes into a header, composed', async () => {
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

  it('comes from a body and goes into the query, in the place of one that a link repeats', async () => {
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
