/** Files that change while the service runs, and its shutdown. */
import { once } from 'node:events';
import { writeFileSync } from 'node:fs';
import { Agent, request } from 'node:http';
import { connect } from 'node:net';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { setTimeout } from 'node:timers/promises';
import { connect as connectTls } from 'node:tls';

import { generate } from 'selfsigned';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { digestOf } from '../../../../src/service/config/api-keys.ts';
import { type ConfigInput, loadConfig, onlyService } from '../../../../src/service/config/load.ts';
import type { ServiceEvent } from '../../../../src/service/events/events.ts';
import type { Engine, EngineEvent, Outcome } from '../../../../src/service/server/engine-api.ts';
import { type Service, startService } from '../../../../src/service/server/service.ts';
import { fakeEngine, folderWith, hits, post, raw, until } from './fixture.ts';

const search = '/catalog/products/search';
const valid = '{"schemaVersion":"1"}';
const oldKey = 'old-key-0123456789';
const newKey = 'new-key-0123456789';

interface Run {
  readonly service: Service;
  readonly port: number;
  readonly events: (ServiceEvent | EngineEvent)[];
}

async function start(engine: Engine, cwd: string, env: ConfigInput['env']): Promise<Run> {
  const events: (ServiceEvent | EngineEvent)[] = [];
  const load = () =>
    onlyService(
      loadConfig({
        flags: { port: '0' },
        configFile: undefined,
        env,
        cwd,
        packageRoot: cwd,
        now: Date.now(),
        needsKey: false,
      }),
    );
  const emit = (event: ServiceEvent | EngineEvent): void => void events.push(event);
  const config = load();
  const started = await startService({
    contract: engine.contract,
    services: [{ engine, config, extraKeys: [], reload: load, emit }],
    shared: config,
    emit,
    now: Date.now,
    serviceName: 'test',
  });
  if (!started.ok) throw new Error(started.diagnostic.message);
  const { service } = started;
  onTestFinished(() => service.stop('end of the test'));
  return { service, port: Number(new URL(service.address).port), events };
}

async function statusWith(port: number, key: string): Promise<number> {
  return (await raw(port, post(search, valid, { Authorization: `Bearer ${key}` }))).status;
}

interface Farewell {
  readonly status: number | undefined;
  readonly retryAfter: string | undefined;
  readonly connection: string | undefined;
}

function callWith(agent: Agent, port: number): Promise<Farewell> {
  const { promise, resolve, reject } = Promise.withResolvers<Farewell>();
  const headers = { authorization: `Bearer ${oldKey}`, 'content-type': 'application/json' };
  const sent = request({ agent, port, host: '127.0.0.1', method: 'POST', path: search, headers }, (response) => {
    response.resume();
    response.on('error', reject);
    response.on('end', () => {
      const { 'retry-after': retryAfter, connection } = response.headers;
      resolve({ status: response.statusCode, retryAfter, connection });
    });
  });
  sent.on('error', reject);
  sent.end(valid);
  return promise;
}

describe('keys that change', () => {
  it('are read again from the file of ENGINE_KEY_FILE', async () => {
    const cwd = folderWith({ key: `${oldKey}\n` });
    const { port } = await start(fakeEngine(), cwd, { ENGINE_KEY_FILE: 'key' });
    expect([await statusWith(port, oldKey), await statusWith(port, newKey)]).toEqual([200, 401]);
    writeFileSync(join(cwd, 'key'), newKey);
    await until(async () => (await statusWith(port, newKey)) === 200);
    expect(await statusWith(port, oldKey)).toBe(401);
  });

  it('are read again from engine.yaml and from a key file; a broken file keeps those in force', async () => {
    const entry = (key: string) => `- { name: k, app: both, sha256: ${Buffer.from(digestOf(key)).toString('hex')} }\n`;
    const cwd = folderWith({ 'engine.yaml': `keyFile: list.yaml\nkeys:\n  ${entry(oldKey)}`, 'list.yaml': '[]' });
    const { port, events } = await start(fakeEngine(), cwd, {});
    expect([await statusWith(port, oldKey), await statusWith(port, newKey)]).toEqual([200, 401]);
    writeFileSync(join(cwd, 'list.yaml'), entry(newKey));
    await until(async () => (await statusWith(port, newKey)) === 200);
    writeFileSync(join(cwd, 'list.yaml'), '- { name: k');
    await until(() => events.find((event) => event.event === 'reload_failed'));
    expect([await statusWith(port, oldKey), await statusWith(port, newKey)]).toEqual([200, 200]);
    writeFileSync(join(cwd, 'list.yaml'), entry(newKey));
    writeFileSync(join(cwd, 'engine.yaml'), 'keyFile: list.yaml\n');
    await until(async () => (await statusWith(port, oldKey)) === 401);
    expect(await statusWith(port, newKey)).toBe(200);
  });
});

describe('HTTPS', () => {
  const subject = (port: number): Promise<string> =>
    new Promise((resolve, reject) => {
      const socket = connectTls({ port, host: '127.0.0.1', rejectUnauthorized: false }, () => {
        resolve(String(socket.getPeerCertificate().subject.CN));
        socket.destroy();
      });
      socket.on('error', reject);
    });

  /** The version that is agreed on with a client that knows only this one; undefined if the handshake fails. */
  const agreed = (port: number, version: 'TLSv1.1' | 'TLSv1.2' | 'TLSv1.3') =>
    new Promise<string | null | undefined>((resolve) => {
      const weak = { ciphers: 'DEFAULT:@SECLEVEL=0', minVersion: version, maxVersion: version };
      const socket = connectTls({ port, host: '127.0.0.1', rejectUnauthorized: false, ...weak }, () => {
        resolve(socket.getProtocol());
        socket.destroy();
      });
      socket.on('error', () => resolve(undefined));
    });

  it('takes a new certificate for new connections, and keeps the old one while the new is broken', async () => {
    const pair = (name: string) => generate([{ name: 'commonName', value: name }]);
    const [first, second] = [await pair('first.test'), await pair('second.test')];
    const cwd = folderWith({ cert: first.cert, key: first.private });
    const env = { ENGINE_KEY: oldKey, ENGINE_TLS_CERT: 'cert', ENGINE_TLS_KEY: 'key' };
    const { port, events, service } = await start(fakeEngine(), cwd, env);
    expect(service.address).toMatch(/^https:/);
    expect(await subject(port)).toBe('first.test');
    writeFileSync(join(cwd, 'cert'), second.cert);
    await until(() => events.find((event) => event.event === 'reload_failed'));
    expect(await subject(port)).toBe('first.test');
    writeFileSync(join(cwd, 'key'), second.private);
    await until(async () => (await subject(port)) === 'second.test');
    const versions = ['TLSv1.1', 'TLSv1.2', 'TLSv1.3'] as const;
    expect(await Promise.all(versions.map((version) => agreed(port, version)))).toEqual([
      undefined,
      'TLSv1.2',
      'TLSv1.3',
    ]);
  });
});

describe('the end', () => {
  it('lets running requests finish, turns new ones away, then new connections, and closes the engine last', async () => {
    const stuck = Promise.withResolvers<Outcome>();
    const order: string[] = [];
    const engine = {
      ...fakeEngine(() => {
        order.push('call');
        return stuck.promise.finally(() => order.push('done'));
      }),
      close: async () => void order.push('closed'),
    };
    const { port, service } = await start(engine, folderWith({}), { ENGINE_KEY: oldKey });
    const running = raw(port, post(search, valid, { Authorization: `Bearer ${oldKey}` }));
    await until(() => order.length === 1);
    const stopped = service.stop('test');
    const late = post(search, valid, { Authorization: `Bearer ${oldKey}` });
    const refused = await raw(port, late);
    expect([refused.status, refused.headers['retry-after']]).toEqual([503, '5']);
    await until(() =>
      raw(port, late).then(
        () => false,
        () => true,
      ),
    );
    stuck.resolve(hits);
    const answer = await running;
    expect([answer.status, answer.headers.connection]).toEqual([200, 'close']);
    await stopped;
    expect(order).toEqual(['call', 'done', 'closed']);
  });

  it('answers all who are connected, busy or idle, with 503 before it closes their connections', async () => {
    const { port, service } = await start(fakeEngine(), folderWith({}), { ENGINE_KEY: oldKey });
    const agent = new Agent({ keepAlive: true });
    onTestFinished(() => agent.destroy());
    let answered = 0;
    const client = async (pause: number): Promise<unknown> => {
      for (;;) {
        const answer = await callWith(agent, port).catch((error: Error) => error);
        if (answer instanceof Error || answer.status !== 200) return answer;
        answered += 1;
        await setTimeout(pause);
      }
    };
    const clients = Array.from({ length: 40 }, (_, index) => client(index));
    await until(() => answered > 200);
    await service.stop('test');
    const farewell = { status: 503, retryAfter: '5', connection: 'close' };
    expect(await Promise.all(clients)).toEqual(clients.map(() => farewell));
  });

  it('is announced for `shutdownDelay`: requests are answered and their connections end, then the listener closes', async () => {
    const cwd = folderWith({ key: oldKey });
    const engine = fakeEngine();
    const { service, port, events } = await start(engine, cwd, {
      ENGINE_KEY_FILE: 'key',
      ENGINE_SHUTDOWN_DELAY: '400ms',
    });
    const agent = new Agent({ keepAlive: true });
    onTestFinished(() => agent.destroy());
    expect(await callWith(agent, port)).toMatchObject({ status: 200, connection: 'keep-alive' });
    const stopped = service.stop('test');
    expect(await callWith(agent, port)).toMatchObject({ status: 200, connection: 'close' });
    expect((await raw(port, post('/health', valid, { Authorization: `Bearer ${oldKey}` }))).status).toBe(503);
    await stopped;
    await expect(callWith(agent, port)).rejects.toThrow('ECONNREFUSED');
    expect(events.map(({ event }) => event).filter((event) => event !== 'request')).toEqual([
      'draining',
      'stopping',
      'stopped',
    ]);
  });

  it('answers a request that arrives on an open connection after the listener was closed', async () => {
    const { service, port, events } = await start(fakeEngine(), folderWith({}), {
      ENGINE_KEY: oldKey,
      ENGINE_SHUTDOWN_DELAY: '50ms',
    });
    const socket = connect(port, '127.0.0.1');
    onTestFinished(() => void socket.destroy());
    await once(socket, 'connect');
    const stopped = service.stop('test');
    await until(() => events.some(({ event }) => event === 'stopping'));
    socket.write(post(search, valid, { Authorization: `Bearer ${oldKey}` }));
    expect(await text(socket)).toMatch(/^HTTP\/1\.1 200 /);
    await stopped;
  });

  it('does not wait if there is no connection', async () => {
    const { service } = await start(fakeEngine(), folderWith({}), { ENGINE_KEY: oldKey });
    vi.useFakeTimers({ toFake: ['setTimeout'] });
    onTestFinished(() => void vi.useRealTimers());
    await service.stop('test');
  });

  it('cuts requests that take longer than the time to stop', async () => {
    const engine = fakeEngine(() => new Promise<Outcome>(() => undefined));
    const env = { ENGINE_KEY: oldKey, ENGINE_SHUTDOWN_TIMEOUT: '50ms' };
    const { port, service, events } = await start(engine, folderWith({}), env);
    const running = raw(port, post(search, valid, { Authorization: `Bearer ${oldKey}` }));
    await until(() => engine.seen.length === 1);
    await Promise.all([service.stop('test'), expect(running).rejects.toThrow()]);
    expect(events.map(({ event }) => event)).toContain('stopped_late');
  });

  it('is not reached when the port is taken', async () => {
    const { port } = await start(fakeEngine(), folderWith({}), { ENGINE_KEY: oldKey });
    const cwd = folderWith({});
    const load = onlyService(
      loadConfig({
        flags: { port: String(port) },
        configFile: undefined,
        env: { ENGINE_KEY: oldKey },
        cwd,
        packageRoot: cwd,
        now: 0,
        needsKey: true,
      }),
    );
    const second = await startService({
      contract: fakeEngine().contract,
      services: [{ engine: fakeEngine(), config: load, extraKeys: [], reload: () => load, emit: () => undefined }],
      shared: load,
      emit: () => undefined,
      now: Date.now,
      serviceName: 'test',
    });
    expect(second.ok ? '' : second.diagnostic.message).toMatch(/another program uses this port/);
  });
});
