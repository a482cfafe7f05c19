/** How often a request is sent, and the result of each verdict. */
import { setTimeout as sleep } from 'node:timers/promises';
import { afterEach, describe, expect, it } from 'vitest';
import type { SourceEvent } from '../../../../engine/base/events.ts';
import type { Authenticator } from '../../../../engine/sources/http/auth/index.ts';
import type { HttpRequest } from '../../../../engine/sources/http-source.ts';
import { SourceError } from '../../../../engine/sources/source.ts';
import { byStatus, closeAll, failureOf, get, httpDouble, json, ok, open, post, type Seen, within } from './double.ts';
import { inTurn, judge, retry, sessions, throttled } from './verdicts.ts';

afterEach(closeAll);

describe('a verdict', () => {
  it.each([
    [{ kind: 'ok' }],
    [{ kind: 'empty' }],
    [{ kind: 'refuse', message: 'Unknown SKU', field: 'sku' }],
    [{ kind: 'fail', detail: 'broken' }],
  ] as const)('%j is handed on with its reply', async (verdict) => {
    const erp = await inTurn([500]);
    const judged = await open({ url: erp.url }).send(post('/x'), async () => verdict, within(30_000));
    expect(judged).toMatchObject({ verdict, reply: { status: 500, body: { status: 500 } } });
    expect(erp.seen).toHaveLength(1);
  });

  it.each([
    ['read', 3],
    ['keyed write', 3],
    ['write', 2],
  ] as const)('retry repeats a %s, %i times in all', async (effect, times) => {
    const erp = await inTurn([503]);
    const error = await failureOf(open({ url: erp.url }).send(post('/x', effect), judge, within(30_000)));
    expect(error).toMatchObject({ kind: 'unreachable', effect: 'none' });
    expect(error.message).toContain('busy');
    expect(erp.seen).toHaveLength(times);
  });

  it.each([
    ['read', 3, 'none'],
    ['keyed write', 3, 'unknown'],
    ['write', 1, 'unknown'],
  ] as const)(
    'that leaves open what was done repeats a %s, %i times in all: its effect is %s',
    async (effect, times, left) => {
      for (const kind of ['retry', 'throttled'] as const) {
        const erp = await inTurn([503]);
        const unsure = byStatus({ 503: { kind, detail: 'a gateway gave up', unsure: true } });
        const error = await failureOf(open({ url: erp.url }).send(post('/x', effect), unsure, within(30_000)));
        expect(error).toMatchObject({ kind: kind === 'retry' ? 'unreachable' : 'throttled', effect: left });
        expect(erp.seen).toHaveLength(times);
      }
    },
  );

  it.each(['cut', 'open'] as const)(
    'refuse of a repetition says nothing of the first one, which was %s: it may have been done',
    async (first) => {
      const erp = await httpDouble((_seen, response) => {
        if (erp.seen.length > 1) json(response, {}, 403);
        else if (first === 'cut') response.socket?.destroy();
        else json(response, {}, 504);
      });
      const said = byStatus({ 403: { kind: 'refuse', message: 'It is paid.' }, 504: { ...retry, unsure: true } });
      const error = await failureOf(open({ url: erp.url }).send(post('/x', 'keyed write'), said, within(30_000)));
      expect(error).toMatchObject({ effect: 'unknown' });
      expect(error.message).toContain('It is paid.');
      expect(erp.seen).toHaveLength(2);
    },
  );

  it('retry waits as long as the ERP asks for, or not at all where that is too long', async () => {
    const erp = await inTurn([503, { 'retry-after': '1' }], [200]);
    const source = open({ url: erp.url });
    expect((await source.send(get('/x'), judge, within(30_000))).reply.status).toBe(200);
    expect((erp.seen[1]?.at ?? 0) - (erp.seen[0]?.at ?? 0)).toBeGreaterThanOrEqual(995);
    const long = await inTurn([503, { 'retry-after': '60' }]);
    const error = await failureOf(open({ url: long.url }).send(get('/x'), judge, within(30_000)));
    expect(error).toMatchObject({ kind: 'unreachable', retryAfterMs: 60_000 });
    expect(long.seen).toHaveLength(1);
  });
});

describe('login', () => {
  it('is done again once, and the request repeated with the new session, also where it writes', async () => {
    const erp = await inTurn([401], [200]);
    const authenticator = sessions();
    const source = open({ url: erp.url }, { authenticate: () => authenticator });
    expect((await source.send(post('/x'), judge, within(30_000))).reply.status).toBe(200);
    expect(erp.seen.map(({ headers }) => headers.cookie)).toEqual(['s=1', 's=2']);
  });

  it('that does not help is an ERP that denies the access, and had no effect', async () => {
    const erp = await inTurn([401]);
    const source = open({ url: erp.url }, { authenticate: sessions });
    expect(await failureOf(source.send(post('/x'), judge, within(30_000)))).toMatchObject({
      kind: 'denied',
      effect: 'none',
    });
    expect(erp.seen).toHaveLength(2);
  });

  it('is denied at once where there is no session', async () => {
    const erp = await inTurn([401]);
    expect(await failureOf(open({ url: erp.url }).send(get('/x'), judge, within(30_000)))).toMatchObject({
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
    expect(
      await failureOf(open({ url: erp.url }, { authenticate }).send(post('/x'), ok, within(30_000))),
    ).toMatchObject({
      kind: 'timeout',
      effect: 'none',
    });
    expect(erp.seen).toHaveLength(0);
  });
});

describe('throttling by the ERP', () => {
  it('is waited for where it fits', async () => {
    const erp = await inTurn([429, { 'retry-after': '1' }], [200]);
    const source = open({ url: erp.url, limits: { waitMs: 3_000 } });
    expect((await source.send(post('/x'), judge, within(30_000))).reply.status).toBe(200);
    expect((erp.seen[1]?.at ?? 0) - (erp.seen[0]?.at ?? 0)).toBeGreaterThanOrEqual(995);
  });

  it('is told at once where it does not, to those that come meanwhile as well, who reach the ERP no more', async () => {
    const erp = await inTurn([429, { 'retry-after': '60' }]);
    const source = open({ url: erp.url });
    const first = await failureOf(source.send(get('/x'), judge, within(30_000)));
    expect(first).toMatchObject({ kind: 'throttled', effect: 'none', retryAfterMs: 60_000 });
    await sleep(50);
    const second = await failureOf(source.send(get('/y'), judge, within(30_000)));
    expect(second.kind).toBe('throttled');
    expect(second.retryAfterMs).toBeGreaterThan(55_000);
    expect(second.retryAfterMs).toBeLessThanOrEqual(59_960);
    expect(erp.seen).toHaveLength(1);
  });

  it('ends with the deadline, not behind it', async () => {
    const erp = await inTurn([429, { 'retry-after': '60' }], [200]);
    const source = open({ url: erp.url, limits: { waitMs: 90_000 } });
    expect(await failureOf(source.send(get('/x'), judge, within(30_000)))).toMatchObject({
      kind: 'throttled',
      retryAfterMs: 60_000,
    });
  });

  it('goes by the judge where the ERP says nothing', async () => {
    const erp = await inTurn([429]);
    const sixty = byStatus({ 429: { ...throttled, waitMs: 60_000 } });
    expect(await failureOf(open({ url: erp.url }).send(get('/x'), sixty, within(30_000)))).toMatchObject({
      retryAfterMs: 60_000,
    });
  });
});

describe('repetitions', () => {
  it('are a share of the requests: an ERP that is always busy gets no storm', async () => {
    const erp = await inTurn([503]);
    const source = open({ url: erp.url, limits: { concurrent: 50 }, retry: { attempts: 5, budget: 0.1 } });
    const one = (): Promise<unknown> => failureOf(source.send(get('/x'), judge, within(30_000)));
    for (let round = 0; round < 4; round += 1) await Promise.all(Array.from({ length: 50 }, one));
    // 200 requests, a tenth of that, and the reserve of ten.
    expect(erp.seen.length).toBeGreaterThan(200);
    expect(erp.seen.length).toBeLessThanOrEqual(200 + 20 + 10);
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
      processReply: () => undefined,
      expired: () => false,
      close: async () => undefined,
    });
    const source = open({ url: erp.url }, { authenticate, report: (event) => events.push(event) });
    const request: HttpRequest = { ...post('/orders?$filter=canary', 'write', '"canary"') };
    const { reply } = await source.send(request, ok, within(30_000));
    await source.send(request, ok, within(30_000));
    const seen: Seen | undefined = erp.seen[0];
    expect(seen).toMatchObject({ path: '/orders?$filter=canary&api_key=canary', body: '"canary"' });
    expect(seen?.headers.authorization).toBe('Bearer canary');
    // The judge is told where links count from, without what was added to authenticate.
    expect(reply.url).toBe(`${erp.url}/orders?$filter=canary`);
    expect(events).toMatchObject([
      {
        level: 'debug',
        event: 'erp_request',
        method: 'POST',
        path: '/orders?$filter',
        status: 200,
        ms: expect.any(Number),
      },
      {
        level: 'warn',
        event: 'erp_request',
        method: 'POST',
        path: '/orders?$filter',
        status: 500,
        ms: expect.any(Number),
      },
    ]);
    expect(JSON.stringify(events)).not.toContain('canary');
  });
});
