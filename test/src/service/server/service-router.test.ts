/** Which service a request is for, by path and by host name, and what its callers may see of the others. */
import { IncomingMessage } from 'node:http';
import { Socket } from 'node:net';
import { describe, expect, it } from 'vitest';
import type { AppService } from '../../../../src/service/server/app-service.ts';
import { createServedServices } from '../../../../src/service/server/served-services.ts';
import { createServiceRouter } from '../../../../src/service/server/service-router.ts';
import { expectError, fakeEngine, hits, keyFor, listen, post, raw, until } from './fixture.ts';

type Route = AppService['route'];
const path = (text: string): Route => ({ kind: 'path', path: text });
const hostname = (text: string): Route => ({ kind: 'hostname', hostname: text });

interface Target {
  readonly url: string;
  /** Values of Host headers. */
  readonly hosts?: readonly string[];
}

function requestTo({ url, hosts = ['erp.example.com'] }: Target): IncomingMessage {
  const request = new IncomingMessage(new Socket());
  request.url = url;
  request.rawHeaders = hosts.flatMap((host) => ['Host', host]);
  // As Node does: the first one counts.
  if (hosts[0] !== undefined) request.headers.host = hosts[0];
  return request;
}

const route = createServiceRouter([
  { name: 'nord', route: path('/nord') },
  { name: 'west', route: path('/gruppe/west') },
  { name: 'ost', route: path('/gruppe/ost') },
  { name: 'sued', route: hostname('sued.example.com') },
  { name: 'ip', route: hostname('10.0.0.7') },
]);

function routedTo(target: Target): string {
  const routed = route(requestTo(target));
  return routed === undefined ? 'none' : `${routed.service.name} ${routed.url}`;
}

describe('a path', () => {
  it.each([
    ['/nord/invoices/list', 'nord /invoices/list'],
    ['/nord/invoices/list?x=/gruppe/west', 'nord /invoices/list?x=/gruppe/west'],
    ['/gruppe/west/health', 'west /health'],
    ['/gruppe/ost/health', 'ost /health'],
    // Without a rest, and with a slash only.
    ['/nord', 'nord /'],
    ['/nord/', 'nord /'],
    ['/nord?limit=1', 'nord /?limit=1'],
    // The rest stays as it is: it has no endpoint.
    ['/nord//health', 'nord //health'],
    ['/nord/../gruppe/west/health', 'nord /../gruppe/west/health'],
    ['/nord/gruppe/west/health', 'nord /gruppe/west/health'],
    // Unreserved characters have the same meaning encoded (RFC 3986, 6.2.2.2), others do not.
    ['/n%6Frd/health', 'nord /health'],
    ['/gruppe/%77est/health', 'west /health'],
    ['/gruppe%2Fwest/health', 'none'],
    ['/nord%2Fhealth', 'none'],
    ['/nord%00/health', 'none'],
    ['/%6e%6f%72%64/R%2017', 'nord /R%2017'],
    // Paths are case-sensitive, and whole segments.
    ['/Nord/health', 'none'],
    ['/nordwest/health', 'none'],
    ['/nor/health', 'none'],
    ['/gruppe', 'none'],
    ['/gruppe/', 'none'],
    ['//nord/health', 'none'],
    ['/./nord/health', 'none'],
    ['/health', 'none'],
    ['/', 'none'],
    ['*', 'none'],
    ['', 'none'],
    // In absolute form.
    ['http://erp.example.com/nord/health', 'nord /health'],
    ['HTTPS://erp.example.com:8443/nord?x', 'nord /?x'],
    ['http://erp.example.com', 'none'],
  ])('%s: %s', (url, expected) => {
    expect(routedTo({ url })).toBe(expected);
  });
});

describe('a host name', () => {
  it.each([
    [['sued.example.com'], 'sued /health'],
    [['SUED.Example.COM'], 'sued /health'],
    [['sued.example.com:8443'], 'sued /health'],
    [['sued.example.com:'], 'sued /health'],
    [['sued.example.com.'], 'sued /health'],
    [['10.0.0.7:80'], 'ip /health'],
    [['x.sued.example.com'], 'none'],
    [['sued.example.com.evil.example'], 'none'],
    [['user@sued.example.com'], 'none'],
    [['sued.example.com/nord'], 'none'],
    [['[::1]:80'], 'none'],
    [[''], 'none'],
    [[], 'none'],
    // A proxy could have read the other one.
    [['sued.example.com', 'erp.example.com'], 'none'],
    [['sued.example.com', 'sued.example.com'], 'none'],
  ])('%j: %s', (hosts, expected) => {
    expect(routedTo({ url: '/health', hosts })).toBe(expected);
  });

  it('in the target takes precedence over the header, and a host name over a path', () => {
    expect(routedTo({ url: 'http://sued.example.com/health', hosts: ['erp.example.com'] })).toBe(
      'sued http://sued.example.com/health',
    );
    expect(routedTo({ url: 'http://erp.example.com/health', hosts: ['sued.example.com'] })).toBe('none');
    expect(routedTo({ url: '/nord/health', hosts: ['sued.example.com'] })).toBe('sued /nord/health');
    expect(routedTo({ url: '/nord/health', hosts: [] })).toBe('nord /health');
  });
});

const search = '/catalog/products/search';
const valid = JSON.stringify({ schemaVersion: '1', query: '', limit: 1 });
const keys = { nord: 'nord-key-0123456789', sued: 'sued-key-0123456789' };
const bearer = (key: string) => ({ Authorization: `Bearer ${key}` });

/** Two services, each with its own log. */
async function listenTwo(limits: Partial<ReturnType<AppService['limits']>> = {}) {
  const ofAll = {
    bodyLimit: 4_096,
    bodyTimeout: 10_000,
    requestTimeout: 30_000,
    concurrency: 100,
    pagesPerKey: 4,
    answersLimit: 2 ** 25,
  };
  const events: object[] = [];
  const gate = Promise.withResolvers<void>();
  const service = (name: 'nord' | 'sued', at: Route, limitsOfService: typeof limits): AppService => ({
    name,
    route: at,
    engine: fakeEngine(async ({ path: called }) => {
      if (called === search && name === 'nord') await gate.promise;
      return hits;
    }, name === 'nord'),
    emit: (event) => void events.push({ ...event, service: name }),
    keys: () => [keyFor(keys[name], 'both')],
    limits: () => ({ ...ofAll, ...limitsOfService }),
    load: { running: 0, answerBytes: 0 },
  });
  const services = [service('nord', path('/nord'), limits), service('sued', hostname('sued.example.com'), {})];
  const running = await listen(fakeEngine(), { services: createServedServices(services) });
  const call = (url: string, head: Readonly<Record<string, string | undefined>>, body = valid) =>
    raw(running.port, post(url, body, head));
  return { ...running, logged: events, call, open: gate.resolve };
}

describe('services of one process', () => {
  it('answer an unknown path and host with 404 before the key is checked, and name no service', async () => {
    const { call } = await listenTwo();
    for (const key of [keys.nord, keys.sued, 'unknown-key-0123456789']) {
      const answer = await call(search, bearer(key));
      expectError(answer, 404, 'BAD_REQUEST');
      expect(answer.body).not.toMatch(/nord|sued/);
    }
    expectError(await call(search, { Authorization: undefined }), 404, 'BAD_REQUEST');
    expectError(await call('/ost/health', { ...bearer(keys.nord), Host: 'ost.example.com' }), 404, 'BAD_REQUEST');
    // Without a host there is no service for a host name.
    expectError(await call(search, { ...bearer(keys.sued), Host: undefined }), 400, 'BAD_REQUEST');
  });

  it('accept their own keys only', async () => {
    const { call, open } = await listenTwo();
    open();
    const sued = { Host: 'sued.example.com:8443' };
    expect((await call(`/nord${search}`, bearer(keys.nord))).status).toBe(200);
    expect((await call(search, { ...sued, ...bearer(keys.sued) })).status).toBe(200);
    expectError(await call(`/nord${search}`, bearer(keys.sued)), 401, 'UNAUTHORIZED');
    expectError(await call(search, { ...sued, ...bearer(keys.nord) }), 401, 'UNAUTHORIZED');
    // A path below the prefix is checked after the key, as for a single service.
    expectError(await call('/nord/nowhere', bearer(keys.sued)), 401, 'UNAUTHORIZED');
    expectError(await call('/nord/nowhere', bearer(keys.nord)), 404, 'BAD_REQUEST');
    expectError(await call('/nord/%zz', bearer(keys.nord)), 400, 'BAD_REQUEST');
  });

  it('have their own readiness, limits and places for requests in progress', async () => {
    const { call, open } = await listenTwo({ concurrency: 1, bodyLimit: 100 });
    const sued = { Host: 'sued.example.com', ...bearer(keys.sued) };
    const health = JSON.stringify({ schemaVersion: '1' });
    expect((await call('/nord/health', bearer(keys.nord), health)).status).toBe(200);
    expect((await call('/health', sued, health)).status).toBe(503);
    const long = JSON.stringify({ schemaVersion: '1', query: 'x'.repeat(100), limit: 1 });
    expectError(await call(`/nord${search}`, bearer(keys.nord), long), 413, 'BAD_REQUEST');
    expect((await call(search, sued, long)).status).toBe(200);
    const first = call(`/nord${search}`, bearer(keys.nord));
    const second = call(`/nord${search}`, bearer(keys.nord));
    // One of them has the only place, and waits.
    expectError(await Promise.race([first, second]), 503, 'INTERNAL_ERROR');
    expect((await call(search, sued)).status).toBe(200);
    open();
    expect((await Promise.all([first, second])).map(({ status }) => status).sort()).toEqual([200, 503]);
  });

  it('log requests with the name of the service and the path of the endpoint', async () => {
    const { call, open, logged, events } = await listenTwo();
    open();
    await call(`/nord${search}?x=1`, bearer(keys.nord));
    await call('/ost/health', bearer(keys.nord));
    const inService = { event: 'request', service: 'nord', path: search, status: 200 };
    await until(() => logged.length > 0);
    expect(logged).toContainEqual(expect.objectContaining(inService));
    await until(() => events.length > 0);
    expect(events).toEqual([expect.objectContaining({ event: 'request', path: '/ost/health', status: 404 })]);
    expect(events[0]).not.toHaveProperty('service');
  });
});
