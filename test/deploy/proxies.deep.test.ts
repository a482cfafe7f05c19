/** The shipped proxy configurations in front of two replicas, which are killed or restarted again and again under load. */
import { setTimeout as sleep } from 'node:timers/promises';
import { Agent } from 'undici';
import { afterAll, beforeAll, describe, expect, it, onTestFinished, vi } from 'vitest';
import { freshPlace, type Place } from '../src/service/state/stores.ts';
import { type DemoProfile, demoProfile } from '../support/demo.ts';
import { isAll } from '../support/depth.ts';
import { type Program, startProgram } from '../support/program.ts';
import { expectEachOnce, poster, startCallers } from './callers.ts';
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

const posting = (port: number) => poster(`https://127.0.0.1:${port}`, key, trusting);

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

/** Starts two replicas behind the proxy, and waits until it passes requests on. */
async function startBehind(proxy: ShippedProxy): Promise<{ readonly setup: Setup; readonly replicas: Program[] }> {
  const setup = await prepareSetup();
  const replicas = await Promise.all(replicaHosts.slice(0, 2).map((host) => startReplica(setup, host)));
  await startProxy(proxy, setup);
  await vi.waitFor(async () => expect((await posting(setup.port)('/health', {})).status).toBe(200), {
    timeout: 60_000,
    interval: 200,
  });
  return { setup, replicas };
}

describe.each(proxiesWithReason)('%s', (name, proxy, reason) => {
  const suffix = reason === undefined ? '' : `: ${reason}`;

  it.skipIf(reason !== undefined)(
    `serves while one replica is down, and no draft is written twice${suffix}`,
    async () => {
      const { setup, replicas } = await startBehind(proxy);
      const { failures, refs, stop } = startCallers(posting(setup.port), `${name} killed`);
      for (let turn = 0; turn < kills; turn += 1) {
        await sleep(500);
        await replicas.pop()?.kill();
        await sleep(500);
        replicas.push(await startReplica(setup, replicaHosts[1]));
      }
      await stop();
      expect(failures.filter((failure) => proxy.repeats || !/^50[23] $/.test(failure))).toEqual([]);
      await expectEachOnce(demo, `${name} killed`, refs);
    },
  );

  if (!isAll && proxiesWithReason[0]?.[0] !== name) return;
  it.skipIf(reason !== undefined)(
    `answers every request while the replicas are restarted one after the other${suffix}`,
    async () => {
      const { setup, replicas } = await startBehind(proxy);
      const { failures, refs, stop } = startCallers(posting(setup.port), `${name} restarted`);
      for (let turn = 0; turn < restarts; turn += 1) {
        const host = replicaHosts[turn % 2] ?? replicaHosts[0];
        await replicas.shift()?.stop();
        replicas.push(await startReplica(setup, host));
        // The proxy sees that it is ready again.
        await sleep(3_000);
      }
      await stop();
      expect(failures).toEqual([]);
      await expectEachOnce(demo, `${name} restarted`, refs);
    },
  );
});
