import { afterEach, describe, expect, it } from 'vitest';
import { byStatus, closeAll, failureOf, get, httpDouble, json, ok, open, post, within } from './double.ts';
import { inTurn, sessions, throttled } from './verdicts.ts';

afterEach(closeAll);

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
    const { reply } = await open({ url: `${erp.url}/api` }).send(post('/x'), poll, within(60_000));
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

  it('is not asked for without a pause, though the ERP says `Retry-After: 0`', async () => {
    const erp = await inTurn([202, { location: '/jobs/1', 'retry-after': '0' }]);
    await failureOf(open({ url: erp.url }).send(get('/x'), poll, within(1_000)));
    // One look in each tenth of a second at most, and the request itself.
    expect(erp.seen.length).toBeLessThanOrEqual(11);
  });

  it('leaves a write in doubt where asking for it fails, however', async () => {
    const erp = await inTurn([202, { location: '/jobs/1', 'retry-after': '0' }], [429, { 'retry-after': '60' }]);
    expect(await failureOf(open({ url: erp.url }).send(post('/x'), poll, within(60_000)))).toMatchObject({
      kind: 'throttled',
      effect: 'unknown',
    });
    const away = await inTurn([202, { location: 'https://elsewhere.example/jobs/1', 'retry-after': '0' }]);
    expect(await failureOf(open({ url: away.url }).send(post('/x'), poll, within(60_000)))).toMatchObject({
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
      within(60_000),
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
    await open({ url: erp.url }).send(post('/x', 'read', '{"a":1}'), ok, within(60_000));
    expect(erp.seen[1]).toMatchObject({ method, body });
  });

  it.each([301, 302, 303, 307, 308])('%i of a write is not followed', async (status) => {
    const erp = await answer(status, '/end');
    for (const effect of ['write', 'keyed write'] as const) {
      expect((await open({ url: erp.url }).send(post('/x', effect), ok, within(60_000))).reply.status).toBe(status);
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
        open({ url: erp.url }, { authenticate: sessions }).send(get('/x'), ok, within(60_000)),
      );
      expect(error.kind).toBe('broken');
      expect(error.message).toContain('not its own origin');
    }
    expect(other.seen).toHaveLength(0);
  });

  it('without an end is given up', async () => {
    const erp = await answer(302, '/x');
    expect(await failureOf(open({ url: erp.url }).send(get('/x'), ok, within(60_000)))).toMatchObject({
      kind: 'broken',
    });
    expect(erp.seen).toHaveLength(6);
  });
});
