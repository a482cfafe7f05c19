/** The shipped proxy configurations in front of two replicas, one of which is killed again and again under load. */
import { type ChildProcess, spawn } from 'node:child_process';
import { mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { generate } from 'selfsigned';
import { Agent, fetch } from 'undici';
import { afterAll, beforeAll, describe, expect, it, onTestFinished, vi } from 'vitest';
import { freePort } from '../../src/workbench/testing/servers/local-server.ts';
import { freshPlace, type Place } from '../src/service/state/stores.ts';
import { debianFile } from '../support/debian-package.ts';
import { type DemoProfile, demoProfile } from '../support/demo.ts';
import { isAll } from '../support/depth.ts';
import { type Program, startProgram } from '../support/program.ts';
import { localNginx, nginxArgs, nginxProgram } from './nginx.ts';

const shipped = (name: string) => readFileSync(join(import.meta.dirname, '../../examples/deploy/proxy', name), 'utf8');
const key = 'a-key-of-the-proxy-test';
const kills = isAll ? 4 : 2;

interface Setup {
  readonly folder: string;
  readonly port: number;
  readonly replicas: readonly [number, number];
}

interface Proxy {
  readonly program: () => Promise<string>;
  /** The shipped configuration with the addresses and paths of this test. */
  readonly configure: (setup: Setup) => string;
  readonly args: (setup: Setup) => readonly string[];
  /** Whether it sends a failed request to the other replica; otherwise the caller gets 502, or 503 while Caddy considers both as down. */
  readonly repeats: boolean;
}

const withReplicas = (text: string, [one, two]: Setup['replicas']): string =>
  text.replaceAll('engine-1:8080', `127.0.0.1:${one}`).replaceAll('engine-2:8080', `127.0.0.1:${two}`);

const proxies: Readonly<Record<string, Proxy>> = {
  nginx: {
    program: nginxProgram,
    configure: (setup) => localNginx(withReplicas(shipped('nginx.conf'), setup.replicas), setup),
    args: ({ folder }) => nginxArgs(folder),
    repeats: true,
  },
  Caddy: {
    program: () => debianFile('caddy', 'usr/bin/caddy'),
    configure: ({ folder, port, replicas }) =>
      withReplicas(shipped('Caddyfile'), replicas)
        .replace(':8443 {', `:${port} {\n\tbind 127.0.0.1`)
        .replaceAll('/etc/caddy/tls', folder),
    args: ({ folder }) => ['run', '--config', join(folder, 'proxy.conf'), '--adapter', 'caddyfile'],
    repeats: false,
  },
};

async function startProxy(proxy: Proxy, setup: Setup): Promise<ChildProcess> {
  const { folder } = setup;
  writeFileSync(join(folder, 'proxy.conf'), proxy.configure(setup));
  const program = await proxy.program();
  const child = spawn(program, proxy.args(setup), {
    env: { PATH: process.env.PATH, HOME: folder, XDG_DATA_HOME: folder, XDG_CONFIG_HOME: folder },
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  onTestFinished(() => void child.kill('SIGTERM'));
  return child;
}

let demo: DemoProfile;
let place: Place;
beforeAll(async () => {
  place = await freshPlace('postgres');
  demo = await demoProfile({ dialect: 'postgres' });
});
afterAll(async () => {
  await demo.drop();
  await place.drop();
});

const trusting = new Agent({ connect: { rejectUnauthorized: false } });
afterAll(() => trusting.close());

async function post(port: number, path: string, body: object): Promise<{ status: number; text: string }> {
  const response = await fetch(`https://127.0.0.1:${port}${path}`, {
    method: 'POST',
    headers: { Authorization: `Bearer ${key}`, 'Content-Type': 'application/json' },
    body: JSON.stringify({ schemaVersion: '1', ...body }),
    dispatcher: trusting,
  });
  return { status: response.status, text: await response.text() };
}

const draftOf = (poNumber: string) => ({
  poNumber,
  currency: 'EUR',
  lines: [{ sku: 'HX-10/A2', qty: 3, unitPrice: 1.15 }],
});

/** Why a proxy is missing on this machine; undefined if it is there. */
const missing = async (proxy: Proxy): Promise<string | undefined> =>
  proxy.program().then(
    () => undefined,
    (error: unknown) => `needs apt-get of Debian: ${String(error)}`,
  );
const proxiesWithReason = await Promise.all(
  Object.entries(proxies).map(async ([name, proxy]) => [name, proxy, await missing(proxy)] as const),
);

describe.each(proxiesWithReason)('%s', (name, proxy, reason) => {
  it.skipIf(reason !== undefined)(
    `serves while one replica is down, and no draft is written twice${reason === undefined ? '' : `: ${reason}`}`,
    async () => {
      const folder = mkdtempSync(join(tmpdir(), 'engine-proxy-'));
      const pair = await generate([{ name: 'commonName', value: 'localhost' }]);
      writeFileSync(join(folder, 'cert.pem'), pair.cert);
      writeFileSync(join(folder, 'key.pem'), pair.private);
      const setup: Setup = { folder, port: await freePort(), replicas: [await freePort(), await freePort()] };
      const start = (port: number): Promise<Program> =>
        startProgram(
          demo.file,
          { ENGINE_KEY: key, ENGINE_STORE: place.text, ENGINE_REPLICAS: '2', ENGINE_LOG_LEVEL: 'error' },
          ['--port', String(port), '--installation', 'proxies'],
        );
      const [steady, first] = await Promise.all(setup.replicas.map(start));
      if (steady === undefined || first === undefined) throw new Error('There are no two replicas.');
      let victim = first;
      await startProxy(proxy, setup);
      await vi.waitFor(() => post(setup.port, '/health', {}), { timeout: 60_000, interval: 200 });

      const refs: string[] = [];
      const failures: string[] = [];
      let isOver = false;
      let count = 0;
      // Like the platform, it repeats a request that failed.
      const send = async (path: string, body: object): Promise<void> => {
        for (;;) {
          const { status, text } = await post(setup.port, path, body);
          if (status === 200) return;
          failures.push(`${status} ${text}`);
          await sleep(100);
        }
      };
      const caller = async (writes: boolean): Promise<void> => {
        while (!isOver) {
          count += 1;
          const ref = `${name} 2026/${String(count).padStart(4, '0')}`;
          if (writes) refs.push(ref);
          await (writes
            ? send('/sale-draft', draftOf(ref))
            : send('/catalog/products/search', { query: 'bolt', limit: 5 }));
          await sleep(10);
        }
      };
      const callers = [true, true, false, false, false].map(caller);
      const [, killed] = setup.replicas;
      for (let turn = 0; turn < kills; turn += 1) {
        await sleep(500);
        await victim.kill();
        await sleep(500);
        victim = await start(killed);
      }
      isOver = true;
      await Promise.all(callers);
      expect(failures.filter((failure) => proxy.repeats || !/^50[23] $/.test(failure))).toEqual([]);
      const rows = await demo.rows(`select po_ref from sales_order where po_ref like '${name} %'`);
      expect(rows.map(({ po_ref }) => po_ref).sort()).toEqual([...refs].sort());
      expect(refs.length).toBeGreaterThan(20);
      await Promise.all([steady.stop(), victim.stop()]);
    },
  );
});
