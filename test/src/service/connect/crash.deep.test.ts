/**
 * The process is killed at each step of a consent, with real processes: no token is lost, no code and no token is used twice, and the link works until a consent is
 * stored. On SQLite with a restart, on servers with two replicas.
 */
import { afterEach, beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest';
import { isAll } from '../../../support/depth.ts';
import { type Program, startProgram } from '../../../support/program.ts';
import { until } from '../server/fixture.ts';
import { dialects, freshPlace, type Place, servers } from '../state/stores.ts';
import { browserSession } from './browser-session.ts';
import { type Cloud, cloud, consented, customers, freePort } from './cloud.ts';

const key = 'a-key-of-at-least-16';
let place: Place;

async function answerOf({ baseUrl }: Program, path: string, body: object): Promise<number> {
  const headers = { authorization: `Bearer ${key}`, 'content-type': 'application/json' };
  const sent = { method: 'POST', headers, body: JSON.stringify({ schemaVersion: '1', ...body }) };
  return (await fetch(`${baseUrl}${path}`, sent)).status;
}

const isServing = (program: Program): Promise<boolean> =>
  vi.waitUntil(async () => (await answerOf(program, customers, { query: '' })) === 200, { timeout: 60_000 });

/** A replica that is killed at the end of the test. */
async function replica(given: Cloud, port = Number(new URL(given.connectUrl).port)): Promise<Program> {
  const env = { ...given.env, ENGINE_KEY: key };
  const program = await startProgram(`${given.folder}/p.yaml`, env, ['--connect-port', String(port)]);
  onTestFinished(() => program.kill());
  await until(() => /connect_listening|listener for the consents/i.test(program.output()) || undefined);
  return program;
}

const tokenRequests = ({ vendor }: Cloud): number => vendor.seen.filter(({ target }) => target === '/token').length;

describe.each(isAll ? dialects : dialects.slice(0, 2))('a process that is killed, with a store on %s,', (dialect) => {
  beforeEach(async () => {
    place = await freshPlace(dialect);
  });
  afterEach(() => place.drop());

  it('while the code is exchanged: the customer begins again with the same link', async () => {
    const given = await cloud({ store: place.text });
    const program = await replica(given);
    const session = browserSession(given.connectUrl);
    const link = await given.link();
    const release = given.vendor.hold();
    const lost = consented(given, session, link).catch(() => undefined);
    await vi.waitUntil(() => given.vendor.exchanged().length === 1, { timeout: 20_000 });
    await program.kill();
    release();
    await lost;
    const restarted = await replica(given);
    // The code is not sent once more.
    expect((await session.submit('/connect/continue', { choice: '0' })).status).toBe(400);
    await consented(given, session, link);
    expect((await session.submit('/connect/continue', { choice: '0' })).html).toContain('is connected');
    await isServing(restarted);
    expect(given.vendor.sawReplay()).toBe(false);
  });

  it('after the exchange: the customer goes on where the page was', async () => {
    const given = await cloud({ store: place.text });
    const program = await replica(given);
    const session = browserSession(given.connectUrl);
    await consented(given, session, await given.link());
    await program.kill();
    const restarted = await replica(given);
    expect((await session.open('/connect/continue')).html).toContain('Harbour Tools');
    expect((await session.submit('/connect/continue', { choice: '0' })).html).toContain('is connected');
    await isServing(restarted);
    expect(tokenRequests(given)).toBe(1);
    expect(given.vendor.sawReplay()).toBe(false);
  });

  it('after the token is stored: the service works, and the link is used up', async () => {
    const given = await cloud({ store: place.text });
    const program = await replica(given);
    const session = browserSession(given.connectUrl);
    const link = await given.link();
    await consented(given, session, link);
    const release = given.vendor.holdApi();
    const lost = session.submit('/connect/continue', { choice: '0' }).catch(() => undefined);
    await vi.waitUntil(async () => (await session.open(link)).status === 404, { timeout: 20_000 });
    await program.kill();
    release();
    await lost;
    const restarted = await replica(given);
    await isServing(restarted);
    expect((await session.open(link)).status).toBe(404);
    expect(tokenRequests(given)).toBe(1);
  });
});

describe.each(isAll ? servers : servers.slice(0, 1))('two replicas with a store on %s', (dialect) => {
  beforeEach(async () => {
    place = await freshPlace(dialect);
  });
  afterEach(() => place.drop());

  it('share each step of a consent, serve after it, and renew its token once', async () => {
    const given = await cloud({ store: place.text });
    const otherPort = await freePort();
    const replicas = await Promise.all([replica(given), replica(given, otherPort)]);
    const session = browserSession(given.connectUrl);
    const link = await given.link();
    await session.open(link);
    session.use(otherPort);
    await consented(given, session, link);
    session.use(Number(new URL(given.connectUrl).port));
    expect((await session.submit('/connect/continue', { choice: '0' })).html).toContain('is connected');
    await Promise.all(replicas.map(isServing));
    given.vendor.expireAccess();
    const statuses = await Promise.all(
      Array.from({ length: 20 }, (_, index) => {
        const [first, second] = replicas;
        return first === undefined || second === undefined
          ? undefined
          : answerOf(index % 2 === 0 ? first : second, customers, { query: '' });
      }),
    );
    expect(statuses).toEqual(Array(20).fill(200));
    expect(tokenRequests(given)).toBe(2);
    expect(given.vendor.sawReplay()).toBe(false);
  });

  it('of which one is killed between the redirect and the confirmation: the other one stores the token', async () => {
    const given = await cloud({ store: place.text });
    const otherPort = await freePort();
    const [first, second] = await Promise.all([replica(given), replica(given, otherPort)]);
    const session = browserSession(given.connectUrl);
    await consented(given, session, await given.link());
    await first.kill();
    session.use(otherPort);
    expect((await session.submit('/connect/continue', { choice: '0' })).html).toContain('is connected');
    await isServing(second);
    expect(given.vendor.sawReplay()).toBe(false);
  });
});
