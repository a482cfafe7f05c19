/** The admin listener: probes and status, from the start of the service until its end. */
import { request } from 'node:http';
import { hostname } from 'node:os';
import { expect, it, onTestFinished } from 'vitest';
import type { Engine, SourceStatus } from '../../../../../engine/index.ts';
import { createAdmin, createMonitor, type Monitor } from '../../../../../src/service/observability/admin/index.ts';
import { fakeEngine, folderWith } from '../../server/fixture.ts';
import { serveHere } from './serve-here.ts';

const erp: SourceStatus = {
  name: 'erp',
  kind: 'postgres',
  ready: true,
  drifted: false,
  circuitOpen: false,
  pools: { read: { size: 10, inUse: 3, waiting: 0 }, write: { size: 4, inUse: 4, waiting: 7 } },
};
const refused = { ...erp, ready: false, reason: 'connect ECONNREFUSED 10.0.0.7:5432' };

function engineWith(sources: () => readonly SourceStatus[]): Engine {
  const status: Engine['status'] = () => ({
    ready: sources().every(({ ready }) => ready),
    sources: sources(),
    endpoints: [{ path: '/catalog/products/search', state: 'provided' }],
  });
  return { ...fakeEngine(), status };
}

interface Listening {
  readonly address: string;
  readonly monitor: Monitor;
  get(path: string, method?: string): Promise<{ readonly status: number; readonly body: unknown }>;
}

const paths = new Set(['/catalog/products/search', '/invoices/push']);
const acme = { name: undefined, profile: '/etc/engine/acme.yaml' };
const noClaims = async () => undefined;

async function listen(): Promise<Listening> {
  const monitor = createMonitor({
    version: '1.2.3',
    services: [acme],
    store: '/var/lib/engine/store.sqlite',
    paths,
    now: Date.now,
  });
  const admin = createAdmin(monitor, () => undefined);
  const started = await admin.listen('127.0.0.1', 0);
  if (!started.ok) throw new Error(started.diagnostic.message);
  onTestFinished(admin.close);
  return {
    monitor,
    address: started.address,
    async get(path, method = 'GET') {
      const answer = await fetch(`${started.address}${path}`, { method });
      const text = await answer.text();
      return { status: answer.status, body: text === '' ? '' : JSON.parse(text) };
    },
  };
}

const begin = (monitor: Monitor): void =>
  monitor.observe({
    level: 'info',
    event: 'listening',
    version: '0',
    address: 'http://127.0.0.1:8080',
    profile: 'acme.yaml',
  });

it('is live at once, and ready when the service listens, until it stops', async () => {
  const { monitor, get } = await listen();
  expect(await get('/live')).toEqual({ status: 200, body: { live: true } });
  const starting = { ready: false, reasons: [{ part: 'service', reason: 'The service is starting.' }] };
  expect(await get('/ready')).toEqual({ status: 503, body: starting });

  monitor.attach([
    {
      ...acme,
      engine: engineWith(() => [erp]),
      running: () => 3,
      answerBytes: () => 0,
      limits: () => ({ concurrency: 200, answersLimit: 2 ** 25 }),
      claimCounts: noClaims,
    },
  ]);
  begin(monitor);
  expect(await get('/ready')).toEqual({ status: 200, body: { ready: true, reasons: [] } });

  monitor.observe({ level: 'info', event: 'stopping', reason: 'SIGTERM', running: 3 });
  const stopping = { ready: false, reasons: [{ part: 'service', reason: 'The service is stopping.' }] };
  expect(await get('/ready')).toEqual({ status: 503, body: stopping });
  expect((await get('/live')).status).toBe(200);
});

it('is not ready while a source or the store cannot be used, and says why', async () => {
  const { monitor, get } = await listen();
  let sources: readonly SourceStatus[] = [refused];
  monitor.attach([
    {
      ...acme,
      engine: engineWith(() => sources),
      running: () => 0,
      answerBytes: () => 0,
      limits: () => ({ concurrency: 200, answersLimit: 2 ** 25 }),
      claimCounts: noClaims,
    },
  ]);
  begin(monitor);
  monitor.observe({ level: 'warn', event: 'store_unavailable', reason: 'the disk is full' });
  const [store, source] = [
    { part: 'store', reason: 'the disk is full' },
    { part: 'source', name: 'erp', reason: refused.reason },
  ];
  expect(await get('/ready')).toEqual({ status: 503, body: { ready: false, reasons: [store, source] } });
  monitor.observe({ level: 'info', event: 'store_available' });
  expect(await get('/ready')).toEqual({ status: 503, body: { ready: false, reasons: [source] } });
  sources = [erp];
  expect((await get('/ready')).status).toBe(200);
});

it('shows the state as JSON: version, profile, sources with pools, endpoints, store, and the last 20 faults', async () => {
  const { monitor, get } = await listen();
  monitor.attach([
    {
      ...acme,
      engine: engineWith(() => [erp]),
      running: () => 3,
      answerBytes: () => 0,
      limits: () => ({ concurrency: 200, answersLimit: 2 ** 25 }),
      claimCounts: noClaims,
    },
  ]);
  begin(monitor);
  for (let turn = 1; turn <= 25; turn++)
    monitor.observe({
      level: 'error',
      event: 'call_failed',
      requestId: `id-${turn}`,
      endpoint: '/invoices/push',
      problem: 'broken',
      message: `the column "total" is missing ${'x'.repeat(1_000)}`,
      status: 502,
    });
  monitor.observe({ level: 'info', event: 'keys_reloaded', keys: ['shop'] });
  const { status, body } = await get('/status');
  expect(status).toBe(200);
  expect(body).toMatchObject({
    version: '1.2.3',
    profile: '/etc/engine/acme.yaml',
    phase: 'running',
    ready: true,
    requests: { running: 3 },
    sources: [erp],
    store: { address: '/var/lib/engine/store.sqlite', ready: true },
    endpoints: [{ path: '/catalog/products/search', state: 'provided' }],
    lastFaults: expect.objectContaining({ length: 20 }),
  });
  const { lastFaults }: { lastFaults?: readonly { requestId: string; message: string }[] } = Object(body);
  expect(lastFaults?.map(({ requestId }) => requestId)).toEqual(
    Array.from({ length: 20 }, (_, index) => `id-${25 - index}`),
  );
  expect(lastFaults?.[0]?.message).toHaveLength(500);
});

it('answers GET and HEAD only, and names its paths', async () => {
  const { get } = await listen();
  expect(await get('/live', 'HEAD')).toEqual({ status: 200, body: '' });
  expect((await get('/live', 'POST')).status).toBe(405);
  for (const path of ['/', '/health', '/constructor'])
    expect(await get(path)).toMatchObject({
      status: 404,
      body: { paths: expect.arrayContaining(['/live', '/ready']) },
    });
  expect((await get('/ready?verbose')).status).toBe(503);
});

it('listens at the port of --admin-port, and not without it', async () => {
  const engine = engineWith(() => [refused]);
  const openEngine = async () => ({ ok: true, engine, diagnostics: [], sources: new Map() }) as const;
  const cwd = folderWith({ 'acme.yaml': '' });
  const served = await serveHere(cwd, ['--profile', 'acme.yaml'], { openEngine });
  expect(served.adminUrl).toMatch(/^http:\/\/127\.0\.0\.1:\d+$/);
  const ready = await fetch(`${served.adminUrl}/ready`);
  expect(ready.status).toBe(503);
  expect(await ready.json()).toMatchObject({ reasons: [{ part: 'source', name: 'erp' }] });
  await served.stop();
  await expect(fetch(`${served.adminUrl}/live`)).rejects.toThrow();

  const { port } = new URL(served.adminUrl);
  const other = folderWith({ 'acme.yaml': '' });
  await serveHere(other, ['--profile', 'acme.yaml', '--admin-port', port], { openEngine });
  const third = serveHere(folderWith({ 'acme.yaml': '' }), ['--profile', 'acme.yaml', '--admin-port', port], {
    openEngine,
  });
  await expect(third).rejects.toThrow(/CFG502.*port \d+: another program uses this port[\s\S]*--admin-port/);
});

it('answers no page of another site, and no public name that resolves to this machine', async () => {
  const { monitor, address } = await listen();
  begin(monitor);
  const status = (headers: Readonly<Record<string, string>>): Promise<number> =>
    new Promise((resolve, reject) => {
      request(`${address}/status`, { headers }, (answer) => {
        answer.resume();
        resolve(answer.statusCode ?? 0);
      })
        .on('error', reject)
        .end();
    });
  const { host } = new URL(address);
  const acceptedHeaders: readonly Readonly<Record<string, string>>[] = [
    { host },
    { host: 'localhost:9999' },
    { host: '[fd00::7]:9090' },
    { host: 'engine:9090' },
    { host: 'engine.monitoring.svc' },
    { host: hostname() },
    { host, origin: `http://${host}`, 'sec-fetch-site': 'same-origin' },
    { host, 'sec-fetch-site': 'none' },
  ];
  expect(await Promise.all(acceptedHeaders.map(status))).toEqual(acceptedHeaders.map(() => 200));
  const foreign: readonly Readonly<Record<string, string>>[] = [
    { host: 'evil.example:9090' },
    { host: 'localhost.evil.example' },
    { host: '127.0.0.1.evil.example' },
    { host, origin: 'https://evil.example' },
    { host, origin: 'null' },
    { host, 'sec-fetch-site': 'cross-site' },
    { host, 'sec-fetch-site': 'same-site' },
  ];
  expect(await Promise.all(foreign.map(status))).toEqual(foreign.map(() => 403));
});
