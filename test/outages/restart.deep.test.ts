/** The database fails under load and recovers: the real service reports the failure meanwhile, and needs no restart afterwards. */
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { draft, invoice, writeFaults } from '../engine/run/write/documents.ts';
import { ledgerFaults } from '../engine/run/write/ledger.ts';
import { type DemoProfile, demoProfile } from '../support/demo.ts';
import { ownKinds } from '../support/own-servers.ts';
import { type Program, startProgram } from '../support/program.ts';
import type { LocalServer } from '../support/server-process.ts';
import { type Load, loadKey, post, type Reply, startLoad } from './load.ts';

const read = { path: '/catalog/products/search', body: { query: 'a', limit: 100 } };
/** Milliseconds that a request may take. */
const requestTime = 4_000;
/** Milliseconds within which all is right again. */
const recovery = 60_000;

describe.for(ownKinds)('$dialect', ({ dialect, start, crash }) => {
  let server: LocalServer;
  let demo: DemoProfile;
  let service: Program;
  let expected: string;
  let documents = 0;

  beforeAll(async () => {
    server = await start();
    demo = await demoProfile({ dialect, server: server.url });
    service = await startProgram(demo.file, { ...loadKey, ENGINE_REQUEST_TIMEOUT: `${requestTime}ms` }, [
      '--installation',
      'test',
      '--log-level',
      'error',
    ]);
    expected = (await post(service.baseUrl, read.path, read.body)).text;
  });
  afterAll(async () => {
    expect(await service.stop()).toBe(0);
    await demo.drop();
    await server.stop();
  });

  const begin = (): Load => {
    const load = startLoad({
      baseUrl: service.baseUrl,
      readers: 6,
      writers: 4,
      read,
      write: () => {
        documents += 1;
        return documents % 2 === 0 ? draft(`OUTAGE-${documents}`) : invoice(`OUTAGE-${documents}`);
      },
    });
    onTestFinished(() => load.giveUp());
    return load;
  };
  const health = async () => (await post(service.baseUrl, '/health', {})).status;
  const right = ({ path, status, text }: Reply): boolean => status === 200 && (path !== read.path || text === expected);

  /** Waits until callers of every kind are served well and nobody is served badly; rejects where that takes too long. */
  async function recovered(load: Load, since: number): Promise<void> {
    for (;;) {
      const late = load.replies.filter(({ sent }) => sent > since);
      const wrong = late.findLastIndex((reply) => !right(reply));
      const served = late.slice(wrong + 1);
      const writes = served.filter(({ path }) => path !== read.path).length;
      const healthy = await health();
      if (served.length - writes >= 20 && writes >= 5 && healthy === 200) return;
      if (performance.now() - since > recovery) {
        const last = wrong < 0 ? 'none' : JSON.stringify(late[wrong]);
        throw new Error(`${served.length} right answers, ${writes} of writes; health ${healthy}; wrong was ${last}`);
      }
      await sleep(100);
    }
  }

  async function isWhole(load: Load): Promise<void> {
    const faults: string[] = [];
    for (const { request, ids } of load.written) faults.push(...(await writeFaults(demo, request, ids)));
    expect(faults).toEqual([]);
    expect(await ledgerFaults(demo)).toEqual([]);
  }

  const told = ({ status, retryAfter }: Reply): boolean => status === 503 && Number(retryAfter) > 0;
  const shown = (replies: readonly Reply[]) => replies.map(({ path, status, text }) => `${path} ${status} ${text}`);

  const ends = [
    ['crashes', crash],
    ['is stopped', undefined],
  ] as const;
  for (const [how, signal] of ends) {
    it(`that ${how} is 503 until it is back`, async () => {
      const load = begin();
      await sleep(1_000);
      const gone = performance.now();
      await server.halt(signal);
      await sleep(2_500);
      const away = () => load.replies.filter(({ answered }) => answered > gone);
      await expect.poll(() => away().filter(told).length).toBeGreaterThan(20);
      await expect.poll(health).toBe(503);
      await server.start();
      const back = performance.now();
      await recovered(load, back);
      await load.stop();
      expect(shown(load.replies.filter((reply) => !right(reply) && !told(reply)))).toEqual([]);
      await isWhole(load);
    });
  }

  it('that does not answer gives 504 for requests in flight, and 503 for later ones', async () => {
    const load = begin();
    await sleep(1_000);
    await server.freeze();
    const frozen = performance.now();
    // Each connection that was open keeps one caller waiting, and is given up then.
    await expect.poll(() => load.replies.length > 50 && load.replies.slice(-50).every(told)).toBe(true);
    const outageKnownAt = performance.now();
    await sleep(2 * requestTime);
    const away = load.replies.filter(({ sent }) => sent > frozen);
    const later = away.filter(({ sent }) => sent > outageKnownAt);
    expect(later.length).toBeGreaterThan(5);
    expect(shown(later.filter((reply) => !told(reply)))).toEqual([]);
    expect(shown(away.filter((reply) => !told(reply) && reply.status !== 504))).toEqual([]);
    await expect.poll(health).toBe(503);
    await server.thaw();
    await recovered(load, performance.now());
    await load.stop();
    await isWhole(load);
  });
});
