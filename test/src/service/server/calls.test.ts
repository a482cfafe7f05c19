/** The processing of a call between the check of its head and its answer. */
import { connect } from 'node:net';

import { describe, expect, it } from 'vitest';

import type { Outcome } from '../../../../src/service/server/engine-api.ts';
import { fakeEngine, hits, keyFor, listen, orderingKey, post, raw, receivablesKey, until } from './fixture.ts';

const search = '/catalog/products/search';
const valid = '{"schemaVersion":"1","query":"x"}';

describe('health', () => {
  it('answers ok to any valid key without asking the engine to work', async () => {
    const engine = fakeEngine();
    const { port } = await listen(engine);
    for (const key of [orderingKey, receivablesKey]) {
      const answer = await raw(port, post('/health', valid, { Authorization: `Bearer ${key}` }));
      expect(answer.status).toBe(200);
      expect(JSON.parse(answer.body)).toEqual({ schemaVersion: '1', ok: true, service: 'test-service' });
    }
    expect(engine.seen).toEqual([]);
  });

  it('answers 503 while the ERP does not answer', async () => {
    const { port } = await listen(fakeEngine(() => hits, false));
    const answer = await raw(port, post('/health', valid));
    expect(answer.status).toBe(503);
    expect(Number(answer.headers['retry-after'])).toBeGreaterThan(0);
    expect(JSON.parse(answer.body)).toMatchObject({ schemaVersion: '1', code: 'INTERNAL_ERROR' });
  });

  it.each(['{}', '[]', '"1"', '{"schemaVersion":1}', '{"schemaVersion":"2"}'])('answers 422 to %s', async (body) => {
    const { port } = await listen(fakeEngine());
    const answer = await raw(port, post('/health', body));
    expect(answer.status).toBe(422);
    expect(JSON.parse(answer.body)).toMatchObject({ code: 'VALIDATION_FAILED', details: { fields: [{}] } });
  });
});

describe('a call', () => {
  it('hands over path, body, id and deadline, and gives the answer as it is', async () => {
    const engine = fakeEngine();
    const { port } = await listen(engine, { now: () => 1_000_000, requestTimeout: 5_000 });
    const answer = await raw(port, post(`${search}?a=b`, valid));
    expect(answer.body).toBe('{"schemaVersion":"1","hits":[]}');
    expect(engine.seen[0]).toMatchObject({
      path: search,
      body: { schemaVersion: '1', query: 'x' },
      call: { requestId: answer.headers['x-request-id'], deadline: 1_005_000 },
    });
  });

  it('tells the engine when the caller has disconnected', async () => {
    const stuck = Promise.withResolvers<Outcome>();
    const engine = fakeEngine(() => stuck.promise);
    const { port, events } = await listen(engine);
    const socket = connect(port, '127.0.0.1');
    socket.write(post(search, valid));
    const seen = await until(() => engine.seen[0]);
    expect(seen.call.signal?.aborted).toBe(false);
    socket.destroy();
    await until(() => seen.call.signal?.aborted);
    stuck.resolve(hits);
    await until(() => events.find((event) => event.event === 'request' && 'aborted' in event && event.aborted));
  });

  it('does not tell the engine after a normal end', async () => {
    const engine = fakeEngine();
    const { port } = await listen(engine);
    await raw(port, post(search, valid, { Connection: 'close' }));
    expect(engine.seen[0]?.call.signal?.aborted).toBe(false);
  });

  it('answers 504 when the engine overruns its deadline', async () => {
    const { port } = await listen(
      fakeEngine(() => new Promise<Outcome>(() => undefined)),
      { requestTimeout: 50 },
    );
    const answer = await raw(port, post(search, valid));
    expect([answer.status, JSON.parse(answer.body).code]).toEqual([504, 'INTERNAL_ERROR']);
  });

  it('turns calls away beyond the limit, but never the connection test', async () => {
    const stuck = Promise.withResolvers<Outcome>();
    const engine = fakeEngine(() => stuck.promise);
    const { port } = await listen(engine, { concurrency: 1 });
    const first = raw(port, post(search, valid));
    await until(() => engine.seen.length === 1);
    const second = await raw(port, post(search, valid));
    expect([second.status, second.headers['retry-after']]).toEqual([503, '1']);
    expect((await raw(port, post('/health', valid))).status).toBe(200);
    stuck.resolve(hits);
    expect((await first).status).toBe(200);
    expect((await raw(port, post(search, valid))).status).toBe(200);
  });

  it('counts as running until the engine is done, even when it has been answered before', async () => {
    const stuck = Promise.withResolvers<Outcome>();
    const engine = fakeEngine(() => (engine.seen.length === 1 ? stuck.promise : hits));
    const { port } = await listen(engine, { concurrency: 1, requestTimeout: 50 });
    expect((await raw(port, post(search, valid))).status).toBe(504);
    expect((await raw(port, post(search, valid))).status).toBe(503);
    stuck.resolve(hits);
    await until(async () => (await raw(port, post(search, valid))).status === 200);
  });

  it('is turned away while the service stops, a bad token still with 401', async () => {
    const { port } = await listen(fakeEngine(), { phase: () => 'stopping' });
    const answer = await raw(port, post(search, valid));
    expect([answer.status, answer.headers['retry-after'], answer.headers.connection]).toEqual([503, '5', 'close']);
    expect((await raw(port, post(search, valid, { Authorization: 'Bearer nobody' }))).status).toBe(401);
  });
});

describe('a service that drains', () => {
  it('answers requests and ends their connections, and its connection test answers 503', async () => {
    const { port } = await listen(fakeEngine(), { phase: () => 'draining' });
    const answer = await raw(port, post(search, valid));
    expect([answer.status, answer.headers.connection]).toEqual([200, 'close']);
    const test = await raw(port, post('/health', '{"schemaVersion":"1"}'));
    expect([test.status, test.headers['retry-after'], test.headers.connection]).toEqual([503, '5', 'close']);
  });
});

describe('the log', () => {
  it('has one line for a request, without key, query or body', async () => {
    const { port, events } = await listen(fakeEngine());
    const answer = await raw(port, post(`${search}?token=in-the-query`, valid.replace('x', 'in-the-body')));
    const line = await until(() => events.find((event) => event.event === 'request'));
    expect(line).toMatchObject({
      requestId: answer.headers['x-request-id'],
      method: 'POST',
      path: search,
      status: 200,
      key: 'ordering',
      client: '127.0.0.1',
    });
    expect(JSON.stringify(events)).not.toMatch(/ordering-key|in-the-query|in-the-body/);
  });
});

describe('keys', () => {
  it('are refused from the end of their time on', async () => {
    const day = Date.UTC(2030, 0, 2);
    let now = day - 1;
    const key = { ...keyFor(orderingKey, 'ordering'), until: day };
    const { port } = await listen(fakeEngine(), { keys: () => [key], now: () => now });
    expect((await raw(port, post(search, valid))).status).toBe(200);
    now = day;
    expect((await raw(port, post(search, valid))).status).toBe(401);
  });

  it('for both apps open everything', async () => {
    const { port } = await listen(fakeEngine(), { keys: () => [keyFor(orderingKey, 'both')] });
    for (const path of [search, '/debtors/list', '/health']) {
      expect((await raw(port, post(path, valid))).status).toBe(200);
    }
  });
});
