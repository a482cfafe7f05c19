/** How often a request is sent, and what becomes of each verdict. */
import { setTimeout as sleep } from 'node:timers/promises';
import { afterEach, describe, expect, it } from 'vitest';
import type { Authenticator } from '../../../engine/sources/http/auth/authenticator.ts';
import { createBreaker } from '../../../engine/sources/http/breaker.ts';
import type { HttpRequest, Verdict } from '../../../engine/sources/http/source.ts';
import { SourceError, type SourceEvent } from '../../../engine/sources/source.ts';
import { byStatus, closeAll, failureOf, get, httpDouble, json, ok, open, post, type Seen, within } from './double.ts';

afterEach(closeAll);

const retry: Verdict = { kind: 'retry', detail: 'busy' };
const throttled: Verdict = { kind: 'throttled', detail: 'slow down' };
const login: Verdict = { kind: 'login', detail: 'session over' };
const judge = byStatus({ 401: login, 403: { kind: 'refuse', message: 'No.' }, 429: throttled, 503: retry });

/** An ERP that answers with these in turn, the last one for ever. */
function inTurn(...answers: readonly (readonly [number, Record<string, string>?, unknown?])[]) {
  let next = 0;
  return httpDouble((_seen, response) => {
    const [status, headers = {}, body = { status }] = answers[Math.min(next, answers.length - 1)] ?? [500];
    next += 1;
    json(response, body, status, headers);
  });
}

/** An authentication that counts its sessions. */
function sessions(): Authenticator & { readonly used: number[] } {
  let session = 1;
  const used: number[] = [];
  return {
    used,
    async authorize(request) {
      used.push(session);
      return { request: { ...request, headers: { ...request.headers, cookie: `s=${session}` } }, session };
    },
    seen: () => undefined,
    expired(over) {
      if (over === session) session += 1;
      return true;
    },
    close: async () => undefined,
  };
}

describe('a verdict', () => {
  it.each([
    [{ kind: 'ok' }],
    [{ kind: 'empty' }],
    [{ kind: 'refuse', message: 'Unknown SKU', field: 'sku' }],
    [{ kind: 'fail', detail: 'broken' }],
  ] as const)('%j is handed on with its reply', async (verdict) => {
    const erp = await inTurn([500]);
    const judged = await open({ url: erp.url }).send(post('/x'), async () => verdict, within(5_000));
    expect(judged).toMatchObject({ verdict, reply: { status: 500, body: { status: 500 } } });
    expect(erp.seen).toHaveLength(1);
  });

  it.each([
    ['read', 3],
    ['keyed write', 3],
    ['write', 2],
  ] as const)('retry repeats a %s, %i times in all', async (effect, times) => {
    const erp = await inTurn([503]);
    const error = await failureOf(open({ url: erp.url }).send(post('/x', effect), judge, within(10_000)));
    expect(error).toMatchObject({ kind: 'unreachable', effect: 'none' });
    expect(error.message).toContain('busy');
    expect(erp.seen).toHaveLength(times);
  });

  it('retry waits as long as the ERP asks for, or not at all where that is too long', async () => {
    const erp = await inTurn([503, { 'retry-after': '1' }], [200]);
    const source = open({ url: erp.url });
    expect((await source.send(get('/x'), judge, within(10_000))).reply.status).toBe(200);
    expect((erp.seen[1]?.at ?? 0) - (erp.seen[0]?.at ?? 0)).toBeGreaterThanOrEqual(995);
    const long = await inTurn([503, { 'retry-after': '60' }]);
    const began = Date.now();
    const error = await failureOf(open({ url: long.url }).send(get('/x'), judge, within(10_000)));
    expect(error).toMatchObject({ kind: 'unreachable', retryAfterMs: 60_000 });
    expect(Date.now() - began).toBeLessThan(1_500);
    expect(long.seen).toHaveLength(1);
  });
});

describe('login', () => {
  it('is done again once, and the request repeated with the new session, also where it writes', async () => {
    const erp = await inTurn([401], [200]);
    const authenticator = sessions();
    const source = open({ url: erp.url }, { authenticate: () => authenticator });
    expect((await source.send(post('/x'), judge, within(5_000))).reply.status).toBe(200);
    expect(erp.seen.map(({ headers }) => headers.cookie)).toEqual(['s=1', 's=2']);
  });

  it('that does not help is an ERP that denies the access, and had no effect', async () => {
    const erp = await inTurn([401]);
    const source = open({ url: erp.url }, { authenticate: sessions });
    expect(await failureOf(source.send(post('/x'), judge, within(5_000)))).toMatchObject({
      kind: 'denied',
      effect: 'none',
    });
    expect(erp.seen).toHaveLength(2);
  });

  it('is denied at once where there is no session', async () => {
    const erp = await inTurn([401]);
    expect(await failureOf(open({ url: erp.url }).send(get('/x'), judge, within(5_000)))).toMatchObject({
      kind: 'denied',
    });
    expect(erp.seen).toHaveLength(1);
  });
});

describe('a login that fails', () => {
  it('leaves a write without an effect, whatever became of the login itself', async () => {
    const erp = await inTurn([200]);
    const authenticate = (): Authenticator => ({
      ...sessions(),
      authorize: () => Promise.reject(new SourceError('timeout', 'The login did not end.', { effect: 'unknown' })),
    });
    expect(await failureOf(open({ url: erp.url }, { authenticate }).send(post('/x'), ok, within(5_000)))).toMatchObject(
      {
        kind: 'timeout',
        effect: 'none',
      },
    );
    expect(erp.seen).toHaveLength(0);
  });
});

describe('throttling by the ERP', () => {
  it('is waited for where it fits', async () => {
    const erp = await inTurn([429, { 'retry-after': '1' }], [200]);
    const source = open({ url: erp.url, limits: { waitMs: 3_000 } });
    expect((await source.send(post('/x'), judge, within(10_000))).reply.status).toBe(200);
    expect((erp.seen[1]?.at ?? 0) - (erp.seen[0]?.at ?? 0)).toBeGreaterThanOrEqual(995);
  });

  it('is told at once where it does not, to those that come meanwhile as well, who reach the ERP no more', async () => {
    const erp = await inTurn([429, { 'retry-after': '60' }]);
    const source = open({ url: erp.url });
    const first = await failureOf(source.send(get('/x'), judge, within(10_000)));
    expect(first).toMatchObject({ kind: 'throttled', effect: 'none', retryAfterMs: 60_000 });
    await sleep(50);
    const second = await failureOf(source.send(get('/y'), judge, within(10_000)));
    expect(second.kind).toBe('throttled');
    expect(second.retryAfterMs).toBeGreaterThan(55_000);
    expect(second.retryAfterMs).toBeLessThanOrEqual(59_960);
    expect(erp.seen).toHaveLength(1);
  });

  it('ends with the deadline, not behind it', async () => {
    const erp = await inTurn([429, { 'retry-after': '1' }], [200]);
    const source = open({ url: erp.url, limits: { waitMs: 3_000 } });
    expect(await failureOf(source.send(get('/x'), judge, within(700)))).toMatchObject({
      kind: 'throttled',
      retryAfterMs: 1_000,
    });
  });

  it('goes by the judge where the ERP says nothing', async () => {
    const erp = await inTurn([429]);
    const sixty = byStatus({ 429: { ...throttled, waitMs: 60_000 } });
    expect(await failureOf(open({ url: erp.url }).send(get('/x'), sixty, within(10_000)))).toMatchObject({
      retryAfterMs: 60_000,
    });
  });
});

describe('work that the ERP has under way', () => {
  const poll = byStatus({
    202: ({ url, headers }) => ({ kind: 'poll', target: new URL(headers.location ?? '', url).href }),
    429: throttled,
  });

  it('is asked for where the ERP says, until it is done', async () => {
    const erp = await httpDouble(({ path }, response) => {
      if (path === '/api/x') json(response, {}, 202, { location: '/jobs/1', 'retry-after': '0' });
      else if (erp.seen.length < 4) json(response, {}, 202, { location: '/jobs/1', 'retry-after': '0' });
      else json(response, { id: 7 });
    });
    const { reply } = await open({ url: `${erp.url}/api` }).send(post('/x'), poll, within(5_000));
    expect(reply.body).toEqual({ id: 7 });
    expect(erp.seen.map(({ method, path, body }) => `${method} ${path} ${body}`)).toEqual([
      'POST /api/x {}',
      'GET /jobs/1 ',
      'GET /jobs/1 ',
      'GET /jobs/1 ',
    ]);
  });

  it.each([
    ['read', 'none'],
    ['write', 'unknown'],
  ] as const)('and that is not done by the deadline: of a %s the effect is %s', async (effect, left) => {
    const erp = await inTurn([202, { location: '/jobs/1' }]);
    expect(await failureOf(open({ url: erp.url }).send(post('/x', effect), poll, within(1_200)))).toMatchObject({
      kind: 'timeout',
      effect: left,
    });
  });

  it('leaves a write in doubt where asking for it fails, however', async () => {
    const erp = await inTurn([202, { location: '/jobs/1', 'retry-after': '0' }], [429, { 'retry-after': '60' }]);
    expect(await failureOf(open({ url: erp.url }).send(post('/x'), poll, within(5_000)))).toMatchObject({
      kind: 'throttled',
      effect: 'unknown',
    });
    const away = await inTurn([202, { location: 'https://elsewhere.example/jobs/1', 'retry-after': '0' }]);
    expect(await failureOf(open({ url: away.url }).send(post('/x'), poll, within(5_000)))).toMatchObject({
      kind: 'broken',
      effect: 'unknown',
    });
  });
});

describe('a redirect', () => {
  const answer = (status: number, location: string) =>
    httpDouble(({ path }, response) =>
      path.startsWith('/end') ? json(response, { path }) : json(response, {}, status, { location }),
    );

  it.each([301, 302, 303, 307, 308])('%i of a GET is followed within the origin', async (status) => {
    const erp = await answer(status, '/end?x=1');
    const { reply } = await open({ url: `${erp.url}/api` }, { authenticate: sessions }).send(
      get('/x'),
      ok,
      within(5_000),
    );
    expect(reply).toMatchObject({ body: { path: '/end?x=1' }, url: `${erp.url}/end?x=1` });
    expect(erp.seen.map(({ headers }) => headers.cookie)).toEqual(['s=1', 's=1']);
  });

  it.each([
    [303, 'GET', ''],
    [307, 'POST', '{"a":1}'],
    [308, 'POST', '{"a":1}'],
  ] as const)('%i of a read by POST goes on by %s', async (status, method, body) => {
    const erp = await answer(status, '/end');
    await open({ url: erp.url }).send(post('/x', 'read', '{"a":1}'), ok, within(5_000));
    expect(erp.seen[1]).toMatchObject({ method, body });
  });

  it.each([301, 302, 303, 307, 308])('%i of a write is not followed', async (status) => {
    const erp = await answer(status, '/end');
    for (const effect of ['write', 'keyed write'] as const) {
      expect((await open({ url: erp.url }).send(post('/x', effect), ok, within(5_000))).reply.status).toBe(status);
    }
    expect(erp.seen).toHaveLength(2);
  });

  it('off the origin is not followed, and no credentials go there', async () => {
    const other = await httpDouble((_seen, response) => json(response, {}));
    for (const location of [
      `${other.url}/end`,
      `//127.0.0.1:${other.port}/end`,
      `http://evil@127.0.0.1:${other.port}/`,
      'https://127.0.0.1/',
    ]) {
      const erp = await answer(302, location);
      const error = await failureOf(
        open({ url: erp.url }, { authenticate: sessions }).send(get('/x'), ok, within(5_000)),
      );
      expect(error.kind).toBe('broken');
      expect(error.message).toContain('not its own origin');
    }
    expect(other.seen).toHaveLength(0);
  });

  it('without an end is given up', async () => {
    const erp = await answer(302, '/x');
    expect(await failureOf(open({ url: erp.url }).send(get('/x'), ok, within(5_000)))).toMatchObject({
      kind: 'broken',
    });
    expect(erp.seen).toHaveLength(6);
  });
});

describe('repetitions', () => {
  it('are a share of the requests: an ERP that is always busy gets no storm', async () => {
    const erp = await inTurn([503]);
    const source = open({ url: erp.url, limits: { concurrent: 50 }, retry: { attempts: 5, budget: 0.1 } });
    const one = (): Promise<unknown> => failureOf(source.send(get('/x'), judge, within(20_000)));
    for (let round = 0; round < 4; round += 1) await Promise.all(Array.from({ length: 50 }, one));
    // 200 requests, a tenth of that, and the reserve of ten.
    expect(erp.seen.length).toBeGreaterThan(200);
    expect(erp.seen.length).toBeLessThanOrEqual(200 + 20 + 10);
  });
});

describe('a breaker', () => {
  it('fails requests at once after an ERP did not answer five times in a row, and lets one try again', async () => {
    let silent = true;
    const erp = await httpDouble((_seen, response) => {
      if (!silent) json(response, {});
    });
    const events: SourceEvent[] = [];
    const limits = { timeoutMs: 100 };
    const source = open({ url: erp.url, limits, retry: { attempts: 1 } }, { report: (event) => events.push(event) });
    await Promise.all(Array.from({ length: 5 }, () => failureOf(source.send(get('/x'), ok, within(5_000)))));
    expect(erp.seen).toHaveLength(5);
    const error = await failureOf(source.send(post('/x'), ok, within(5_000)));
    expect(error).toMatchObject({ kind: 'unreachable', effect: 'none' });
    expect(error.retryAfterMs).toBeLessThanOrEqual(2_000);
    expect(erp.seen).toHaveLength(5);
    silent = false;
    await sleep(error.retryAfterMs ?? 0);
    await source.send(get('/x'), ok, within(5_000));
    await Promise.all(Array.from({ length: 5 }, () => source.send(get('/x'), ok, within(5_000))));
    expect(erp.seen).toHaveLength(11);
    expect(events.map(({ event }) => event).filter((event) => event !== 'erp request')).toEqual([
      'erp away',
      'erp back',
    ]);
  }, 20_000);

  it('lets a probe through, one at a time, whose haste tells nothing', () => {
    let time = 0;
    const breaker = createBreaker(
      () => undefined,
      () => time,
    );
    for (let n = 0; n < 5; n += 1) breaker.failed();
    expect(() => breaker.begin()).toThrow('did not answer several times');
    breaker.invite();
    breaker.begin();
    expect(() => breaker.begin()).toThrow('did not answer several times');
    breaker.gaveUp();
    // The pause of 2 s is what it was.
    time = 1_999;
    expect(() => breaker.begin()).toThrow('did not answer several times');
    breaker.invite();
    breaker.begin();
    breaker.answered();
    for (let n = 0; n < 3; n += 1) breaker.begin();
  });

  it('closes when the probe of an ERP that is back is answered', async () => {
    let silent = true;
    const erp = await httpDouble((_seen, response) => {
      if (!silent) json(response, {});
    });
    const source = open({ url: erp.url, limits: { timeoutMs: 100 }, retry: { attempts: 1 } });
    await Promise.all(Array.from({ length: 5 }, () => failureOf(source.send(get('/x'), ok, within(5_000)))));
    silent = false;
    expect(await failureOf(source.send(get('/x'), ok, within(5_000)))).toMatchObject({ kind: 'unreachable' });
    await source.send({ ...get('/ping'), probe: true }, ok, within(2_000));
    await source.send(get('/x'), ok, within(5_000));
    expect(erp.seen.map(({ path }) => path).slice(5)).toEqual(['/ping', '/x']);
  });

  it('does not open for errors that the ERP answers, nor for callers in a hurry', async () => {
    const erp = await inTurn([500]);
    const source = open({ url: erp.url, retry: { attempts: 1 } });
    for (let n = 0; n < 10; n += 1) await source.send(get('/x'), ok, within(5_000));
    const slow = await httpDouble(() => undefined);
    const hurried = open({ url: slow.url, retry: { attempts: 1 } });
    for (let n = 0; n < 6; n += 1) {
      expect(await failureOf(hurried.send(get('/x'), ok, within(30)))).toMatchObject({ kind: 'timeout' });
    }
    expect(erp.seen).toHaveLength(10);
  });
});

describe('the log', () => {
  it('has method, path, status and time of each exchange, and no secret', async () => {
    const erp = await inTurn(
      [200, { 'set-cookie': 'canary=1', 'x-token': 'canary' }, { canary: 1 }],
      [500, {}, 'canary'],
    );
    const events: SourceEvent[] = [];
    const authenticate = (): Authenticator => ({
      async authorize(request) {
        return {
          request: {
            ...request,
            target: `${request.target}&api_key=canary`,
            headers: { authorization: 'Bearer canary' },
          },
          session: 1,
        };
      },
      seen: () => undefined,
      expired: () => false,
      close: async () => undefined,
    });
    const source = open({ url: erp.url }, { authenticate, report: (event) => events.push(event) });
    const request: HttpRequest = { ...post('/orders?$filter=canary', 'write', '"canary"') };
    const { reply } = await source.send(request, ok, within(5_000));
    await source.send(request, ok, within(5_000));
    const seen: Seen | undefined = erp.seen[0];
    expect(seen).toMatchObject({ path: '/orders?$filter=canary&api_key=canary', body: '"canary"' });
    expect(seen?.headers.authorization).toBe('Bearer canary');
    // The judge is told where links count from, without what was added to authenticate.
    expect(reply.url).toBe(`${erp.url}/orders?$filter=canary`);
    expect(events).toMatchObject([
      {
        level: 'debug',
        event: 'erp request',
        method: 'POST',
        path: '/orders?$filter',
        status: 200,
        ms: expect.any(Number),
      },
      {
        level: 'warn',
        event: 'erp request',
        method: 'POST',
        path: '/orders?$filter',
        status: 500,
        ms: expect.any(Number),
      },
    ]);
    expect(JSON.stringify(events)).not.toContain('canary');
  });
});
