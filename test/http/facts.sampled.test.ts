/** Facts of an ERP over HTTP: its version and modules. */
import type { ServerResponse } from 'node:http';
import { afterEach, describe, expect, it } from 'vitest';
import { closeAll, httpDouble, later } from '../engine/sources/http/double.ts';
import { isDeep } from '../support/depth.ts';
import type { ErpEngine } from '../support/erp.ts';
import { ask, openSketch } from './ask.ts';

afterEach(closeAll);

type Says = readonly [status: number, body: unknown];

/**
 * An engine with an ERP that answers /version and /lots as given, and other paths with one row that contains the
 * path.
 */
async function open(facts: object, version: Says, lots: Says = [404, {}]): Promise<ErpEngine> {
  const send = (response: ServerResponse, [status, body]: Says): void =>
    void response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
  const double = await httpDouble(({ path }, response) => {
    if (path === '/version') return send(response, version);
    if (path === '/lots') return send(response, lots);
    return send(response, [200, { value: [{ id: path }] }]);
  });
  const branches = Object.keys(facts).map((when) => ({ when, get: `/with/${when}` }));
  const engine = await openSketch({
    source: { http: double.url, request: { rows: 'value' } },
    endpoints: { '/all': { first: [...branches, { get: '/none' }] } },
    top: { facts },
  });
  later(() => engine.close());
  return engine;
}

const chosen = async (engine: ErpEngine): Promise<unknown> => (await ask(engine, '/all')).rows[0]?.id;
const v9 = { get: '/version', holds: '$number(major) >= 9' };

describe('a fact of an ERP', () => {
  it.each([
    ['holds', [200, { major: 9 }], '/with/v9'],
    ['holds, for a number in a text', [200, { major: '10' }], '/with/v9'],
    ['does not hold', [200, { major: 8 }], '/none'],
    ['is not told by the answer', [200, {}], '/none'],
    ['has no page', [404, { major: 9 }], '/none'],
  ] as const)('%s: %j', async (_title, version, path) => {
    expect(await chosen(await open({ v9 }, version))).toBe(path);
  });

  it.each([
    [200, '/with/lots'],
    [404, '/none'],
    [400, '/none'],
  ])('is whether a module answers: %i', async (status, path) => {
    const lots = { get: '/lots', outcomes: [{ when: '$status = 400', is: 'empty' }] };
    expect(await chosen(await open({ lots }, [200, {}], [status, []]))).toBe(path);
  });

  it('ends the start if it is required and false', async () => {
    const facts = { v9: { ...v9, else: 'This is not Acme 9.' } };
    await expect(open(facts, [200, { major: 8 }])).rejects.toThrow(/SQL414.*This is not Acme 9\./s);
    expect(await chosen(await open(facts, [200, { major: 9 }]))).toBe('/with/v9');
  });

  it.each([
    [403, 'the ERP answered 403'],
    [500, 'the ERP answered 500'],
  ])('ends the start if the answer is neither yes nor no: %i', async (status, words) => {
    await expect(open({ v9 }, [status, {}])).rejects.toThrow(new RegExp(`REQ611.*${words}`, 's'));
  });

  // It waits for two probes.
  if (isDeep)
    it('is read later if the ERP is unreachable', async () => {
      let away = true;
      const double = await httpDouble(({ path }, response) => {
        if (away) return void response.writeHead(503, { 'retry-after': '1' }).end();
        const body = path === '/version' ? { major: 9 } : { value: [{ id: path }] };
        return void response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(body));
      });
      const engine = await openSketch({
        source: { http: double.url, request: { rows: 'value' } },
        endpoints: { '/all': { first: [{ when: 'v9', get: '/with/v9' }, { get: '/none' }] } },
        top: { facts: { v9 } },
      });
      later(() => engine.close());
      expect(engine.engine.health().ready).toBe(false);
      expect(await engine.call('/all', {})).toMatchObject({ ok: false, problem: { kind: 'unreachable' } });
      away = false;
      await expect.poll(() => engine.engine.health().ready).toBe(true);
      expect(await chosen(engine)).toBe('/with/v9');
    });
});
