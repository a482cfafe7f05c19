/**
 * An ERP that becomes unreachable or faulty, and recovers: the answers to callers, `/health`, and the number of
 * requests to the ERP meanwhile.
 */
import { createServer, type Server } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterEach, describe, expect, it } from 'vitest';
import { closeAll, httpDouble, json, later, portOf } from '../../engine/sources/http/double.ts';
import { type Reply, startLoad } from '../../outages/load.ts';
import { byDepth } from '../../support/depth.ts';
import { type Served, serve, statuses } from './served.ts';

afterEach(closeAll);

const search = '/catalog/customers/search';
const hit = '{"schemaVersion":"1","hits":[{"erpId":"C1","erpName":"Ada"}]}';
const rows = [{ id: 'C1', name: 'Ada' }];

const profile = (url: string): string => `
profile: away
contract: "1"
sources:
  erp:
    http: ${url}
    limits: { connect: 1s }
    probe: { get: /ping }
endpoints:
  /catalog/customers/search:
    get: /customers
    fields: { erpId: id, erpName: name }
`;

async function health(service: Served): Promise<number> {
  return (await service.ask('/health')).status;
}

/** Callers that ask again as soon as they have an answer, for so long. */
async function under(service: Served, callers: number, forMs: number): Promise<readonly Reply[]> {
  const load = startLoad({
    baseUrl: service.baseUrl,
    readers: callers,
    writers: 0,
    read: { path: search, body: {} },
    write: () => {
      throw new Error('Nobody writes.');
    },
  });
  await sleep(forMs);
  await load.stop();
  return load.replies;
}

const undetermined = (replies: readonly Reply[]) =>
  replies.filter(({ retryAfter, status }) => status !== 200 && !/^[1-9]\d*$/.test(retryAfter ?? ''));

describe('an unreachable ERP', () => {
  it('gives 503 with a time to retry and a failing /health, and both recover with it', async () => {
    const erp = await httpDouble((_seen, response) => json(response, rows));
    const service = await serve(profile(erp.url));
    expect([(await service.ask(search)).text, await health(service)]).toEqual([hit, 200]);
    erp.stop();
    const red = expect.poll(() => health(service)).toBe(503);
    const away = await under(service, 20, 2_000);
    expect(Object.keys(statuses(away))).toEqual(['503']);
    expect(undetermined(away)).toEqual([]);
    await red;
    const back = await listening(erp.port);
    await expect.poll(() => health(service), { timeout: 45_000 }).toBe(200);
    expect((await service.ask(search)).text).toBe(hit);
    expect(back.seen()).toBeGreaterThan(0);
    // The log is written in batches.
    await expect.poll(() => service.output()).toMatch(/"event":"circuit_opened".*"event":"circuit_closed"/s);
  });
});

describe('an unreachable ERP without a probe', () => {
  it('fails /health while its last requests had no answer, until a retry is due', async () => {
    const erp = await httpDouble((_seen, response) => json(response, rows));
    const service = await serve(profile(erp.url).replace(/ +probe: .*\n/, ''));
    expect(await health(service)).toBe(200);
    erp.stop();
    await expect.poll(async () => [(await service.ask(search)).status, await health(service)]).toEqual([503, 503]);
    await listening(erp.port);
    await expect.poll(() => health(service), { timeout: 40_000 }).toBe(200);
    expect((await service.ask(search)).text).toBe(hit);
  });
});

/** A server on a port that another one has left. */
async function listening(port: number): Promise<{ seen(): number }> {
  let seen = 0;
  const server: Server = createServer((_request, response) => {
    seen += 1;
    json(response, rows);
  });
  await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve));
  expect(portOf(server)).toBe(port);
  later(() => {
    server.closeAllConnections();
    server.close();
  });
  return { seen: () => seen };
}

describe('an ERP in trouble', () => {
  // RFC 9110, 15.6.4: Retry-After is optional.
  const troubles = [
    [502, 503, 2_000],
    [429, 429, 2_000],
    [503, 429, 6_000],
  ] as const;
  it.each(byDepth<readonly (typeof troubles)[number][]>({ sample: troubles.slice(0, 1), all: troubles }))(
    'answers %i, which callers hear as %i: it is not asked more often for it',
    { timeout: 60_000 },
    async (status, heard, forMs) => {
      let isWell = false;
      const erp = await httpDouble(({ path }, response) =>
        isWell || path === '/ping' ? json(response, rows) : json(response, { error: 'x' }, status),
      );
      const service = await serve(profile(erp.url));
      const replies = await under(service, 50, forMs);
      expect(Object.keys(statuses(replies))).toEqual([String(heard)]);
      expect(undetermined(replies)).toEqual([]);
      const asked = erp.seen.filter(({ path }) => path === '/customers').length;
      // A tenth of what is asked may be asked again, and ten beyond it.
      expect(asked).toBeLessThanOrEqual(1.1 * replies.length + 10);
      isWell = true;
      await expect.poll(async () => (await service.ask(search)).text).toBe(hit);
    },
  );
});
