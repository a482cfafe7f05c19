/** The shipped proxy configurations in front of two replicas, which are killed or restarted again and again under load. */
import { setTimeout as sleep } from 'node:timers/promises';
import { Agent, fetch } from 'undici';
import { afterAll, beforeAll, describe, expect, it, onTestFinished, vi } from 'vitest';
import { freshPlace, type Place } from '../src/service/state/stores.ts';
import { type DemoProfile, demoProfile } from '../support/demo.ts';
import { isAll } from '../support/depth.ts';
import { type Program, startProgram } from '../support/program.ts';
import { prepareSetup, proxiesWithReason, replicaHosts, type Setup, type ShippedProxy, startProxy } from './proxies.ts';

const key = 'a-key-of-the-proxy-test';
const kills = isAll ? 4 : 2;
const restarts = isAll ? 8 : 2;

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

/** Status 0 is a connection that broke. */
async function post(port: number, path: string, body: object): Promise<{ status: number; text: string }> {
  try {
    const response = await fetch(`https://127.0.0.1:${port}${path}`, {
      method: 'POST',
      headers: { Authorization: `Bearer ${key}`, 'Content-Type': 'application/json' },
      body: JSON.stringify({ schemaVersion: '1', ...body }),
      dispatcher: trusting,
    });
    return { status: response.status, text: await response.text() };
  } catch (error) {
    return { status: 0, text: String(error instanceof Error ? error.cause : error) };
  }
}

const draftOf = (poNumber: string) => ({
  poNumber,
  currency: 'EUR',
  lines: [{ sku: 'HX-10/A2', qty: 3, unitPrice: 1.15 }],
});

/** It ends with the test. */
async function startReplica({ replicaPort, adminPort }: Setup, host: string): Promise<Program> {
  const environment = {
    ENGINE_KEY: key,
    ENGINE_STORE: place.text,
    ENGINE_REPLICAS: '2',
    ENGINE_LOG_LEVEL: 'error',
    ENGINE_HOST: host,
    ENGINE_ADMIN_HOST: host,
    ENGINE_SHUTDOWN_DELAY: '4s',
  };
  const flags = ['--port', String(replicaPort), '--admin-port', String(adminPort), '--installation', 'proxies'];
  const replica = await startProgram(demo.file, environment, flags);
  onTestFinished(replica.kill);
  return replica;
}

interface Load {
  /** Answers other than 200. Like the platform, the callers repeat such a request. */
  readonly failures: readonly string[];
  /** Numbers of the drafts. */
  readonly refs: readonly string[];
  /** Waits for the last answers. */
  stop(): Promise<void>;
}

/** Callers of two kinds: drafts and searches. `prefix`: of the numbers of drafts. */
function startCallers(port: number, prefix: string): Load {
  const refs: string[] = [];
  const failures: string[] = [];
  let isOver = false;
  let count = 0;
  const send = async (path: string, body: object): Promise<void> => {
    for (;;) {
      const { status, text } = await post(port, path, body);
      if (status === 200) return;
      failures.push(`${status} ${text}`);
      await sleep(100);
    }
  };
  const caller = async (writes: boolean): Promise<void> => {
    while (!isOver) {
      count += 1;
      const ref = `${prefix} 2026/${String(count).padStart(5, '0')}`;
      if (writes) refs.push(ref);
      await (writes
        ? send('/sale-draft', draftOf(ref))
        : send('/catalog/products/search', { query: 'bolt', limit: 5 }));
      await sleep(10);
    }
  };
  const callers = [true, true, false, false, false].map(caller);
  return {
    failures,
    refs,
    async stop() {
      isOver = true;
      await Promise.all(callers);
    },
  };
}

/** Starts two replicas behind the proxy, and waits until it passes requests on. */
async function startBehind(proxy: ShippedProxy): Promise<{ readonly setup: Setup; readonly replicas: Program[] }> {
  const setup = await prepareSetup();
  const replicas = await Promise.all(replicaHosts.map((host) => startReplica(setup, host)));
  await startProxy(proxy, setup);
  await vi.waitFor(async () => expect((await post(setup.port, '/health', {})).status).toBe(200), {
    timeout: 60_000,
    interval: 200,
  });
  return { setup, replicas };
}

async function expectEachOnce(prefix: string, refs: readonly string[]): Promise<void> {
  const rows = await demo.rows(`select po_ref from sales_order where po_ref like '${prefix} %'`);
  expect(rows.map(({ po_ref }) => po_ref).sort()).toEqual([...refs].sort());
  expect(refs.length).toBeGreaterThan(20);
}

describe.each(proxiesWithReason)('%s', (name, proxy, reason) => {
  const suffix = reason === undefined ? '' : `: ${reason}`;

  it.skipIf(reason !== undefined)(
    `serves while one replica is down, and no draft is written twice${suffix}`,
    async () => {
      const { setup, replicas } = await startBehind(proxy);
      const { failures, refs, stop } = startCallers(setup.port, `${name} killed`);
      for (let turn = 0; turn < kills; turn += 1) {
        await sleep(500);
        await replicas.pop()?.kill();
        await sleep(500);
        replicas.push(await startReplica(setup, replicaHosts[1]));
      }
      await stop();
      expect(failures.filter((failure) => proxy.repeats || !/^50[23] $/.test(failure))).toEqual([]);
      await expectEachOnce(`${name} killed`, refs);
    },
  );

  it.skipIf(reason !== undefined)(
    `answers every request while the replicas are restarted one after the other${suffix}`,
    async () => {
      const { setup, replicas } = await startBehind(proxy);
      const { failures, refs, stop } = startCallers(setup.port, `${name} restarted`);
      for (let turn = 0; turn < restarts; turn += 1) {
        const host = replicaHosts[turn % 2] ?? replicaHosts[0];
        await replicas.shift()?.stop();
        replicas.push(await startReplica(setup, host));
        // The proxy sees that it is ready again.
        await sleep(3_000);
      }
      await stop();
      expect(failures).toEqual([]);
      await expectEachOnce(`${name} restarted`, refs);
    },
  );
});
