/**
 * The deployments on Kubernetes and with Compose: three processes with the configuration of the manifests, on PostgreSQL and behind HAProxy, are replaced one
 * after the other under load.
 */
import { mkdirSync, mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { Agent } from 'undici';
import { afterAll, beforeAll, expect, it, onTestFinished, vi } from 'vitest';
import { parse } from 'yaml';
import { digestOf } from '../../src/service/config/api-keys.ts';
import { freshPlace, type Place } from '../src/service/state/stores.ts';
import { type DemoProfile, demoProfile } from '../support/demo.ts';
import { type Program, startProgram } from '../support/program.ts';
import { expectEachOnce, poster, startCallers } from './callers.ts';
import { manifestOf, mountContainer } from './kubernetes.ts';
import { prepareSetup, proxiesWithReason, type Setup, type ShippedProxy, startProxy } from './proxies.ts';

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

const [, haproxy, reason] = proxiesWithReason.find(([name]) => name === 'HAProxy') ?? [];
const suffix = reason === undefined ? '' : `: ${reason}`;

type Start = (host: string) => Promise<Program>;

/** The status of a path of the admin listener; 0 without an answer. */
const statusOf = (host: string, port: number, path: string): Promise<number> =>
  fetch(`http://${host}:${port}${path}`).then(
    ({ status }) => status,
    () => 0,
  );

const ready = async (host: string, port: number): Promise<void> =>
  vi.waitFor(async () => expect(await statusOf(host, port, '/ready')).toBe(200), { timeout: 60_000, interval: 100 });

/** A replica that ends with the test. */
async function replica(profile: string, setup: Setup, host: string, environment: Readonly<Record<string, string>>) {
  const { replicaPort, adminPort } = setup;
  const addresses = { ENGINE_HOST: host, ENGINE_ADMIN_HOST: host, ENGINE_LOG_LEVEL: 'error' };
  const flags = ['--port', String(replicaPort), '--admin-port', String(adminPort)];
  const program = await startProgram(profile, { ...environment, ...addresses }, flags);
  onTestFinished(program.kill);
  return program;
}

const hostOf = (number: number): string => `127.0.0.${number}`;

/** Forwards connections, as a Service does, to the pods whose readiness probe answers. It repeats nothing. */
function serviceProxy(proxy: ShippedProxy): ShippedProxy {
  const { httpGet, periodSeconds, timeoutSeconds, failureThreshold } =
    manifestOf('Deployment').spec.template.spec.containers[0].readinessProbe;
  return {
    ...proxy,
    configure: ({ port, replicaPort, adminPort }) => `
defaults
  mode tcp
  retries 0
  timeout connect 2s
  timeout client 60s
  timeout server 60s
  timeout check ${timeoutSeconds}s
listen service
  bind 127.0.0.1:${port}
  option httpchk GET ${httpGet.path}
  default-server check port ${adminPort} inter ${periodSeconds}s fall ${failureThreshold} rise 1
  ${[1, 2, 3, 4].map((number) => `server pod-${number} ${hostOf(number)}:${replicaPort}`).join('\n  ')}
`,
  };
}

it.skipIf(reason !== undefined)(
  `on Kubernetes: probes say what the replicas do, and a roll-out loses no request${suffix}`,
  { timeout: 300_000 },
  async () => {
    if (haproxy === undefined) return;
    const { template } = manifestOf('Deployment').spec;
    const { terminationGracePeriodSeconds: grace, containers } = template.spec;
    const root = mkdtempSync(join(tmpdir(), 'engine-pods-'));
    const profile = readFileSync(demo.file, 'utf8');
    const { configFile, environment } = mountContainer(root, { 'acme.yaml': profile, 'store-url': place.text });
    const setup = await prepareSetup();
    const { adminPort } = setup;
    const start: Start = (host) => {
      // startProgram names a store; the variable of the manifest names its file.
      const { ENGINE_STORE_FILE, ...others } = environment;
      return replica(configFile, setup, host, {
        ...others,
        ENGINE_STORE: '',
        ENGINE_STORE_FILE: ENGINE_STORE_FILE ?? '',
      });
    };

    // The start: alive before it is ready.
    const seen: string[] = [];
    const first = start(hostOf(1));
    const { startupProbe, readinessProbe } = containers[0];
    const look = async (): Promise<boolean> => {
      const paths = [startupProbe, readinessProbe].map(({ httpGet }) => statusOf(hostOf(1), adminPort, httpGet.path));
      const statuses = (await Promise.all(paths)).join(' ');
      if (seen.at(-1) !== statuses) seen.push(statuses);
      return statuses === '200 200';
    };
    while (!(await look())) await sleep(10);
    expect(seen).toContain('200 503');

    const replicas = [await first, ...(await Promise.all([start(hostOf(2)), start(hostOf(3))]))];
    await Promise.all([1, 2, 3].map((number) => ready(hostOf(number), adminPort)));
    await startProxy(serviceProxy(haproxy), setup);
    await sleep((readinessProbe.periodSeconds * readinessProbe.failureThreshold + 2) * 1_000);

    const base = `http://127.0.0.1:${setup.port}`;
    const loads = ['nord', 'west'].map((name) =>
      startCallers(poster(`${base}/${name}`, `replace-me-with-the-key-of-${name}`, trusting), `${name} pods`),
    );
    for (let turn = 0; turn < 3; turn += 1) {
      const host = hostOf(((turn + 3) % 4) + 1);
      replicas.push(await start(host));
      await ready(host, adminPort);
      await sleep(readinessProbe.periodSeconds * 1_000 + 500);
      const old = replicas.shift();
      const begun = performance.now();
      const ended = old?.stop();
      const oldHost = hostOf(turn + 1);
      // The end: not ready, and alive.
      const readiness = () => statusOf(oldHost, adminPort, readinessProbe.httpGet.path);
      await vi.waitFor(async () => expect(await readiness()).toBe(503), { timeout: 8_000, interval: 100 });
      expect(await statusOf(oldHost, adminPort, startupProbe.httpGet.path)).toBe(200);
      expect(await ended).toBe(0);
      expect(performance.now() - begun).toBeLessThan(grace * 1_000);
    }
    for (const { stop } of loads) await stop();
    expect(loads.flatMap(({ failures }) => failures)).toEqual([]);
    for (const [index, name] of ['nord', 'west'].entries())
      await expectEachOnce(demo, `${name} pods`, loads[index]?.refs ?? []);
  },
);

it.skipIf(reason !== undefined)(
  `with Compose: three replicas are replaced one after the other, and no request is lost${suffix}`,
  { timeout: 300_000 },
  async () => {
    if (haproxy === undefined) return;
    const key = 'a-key-of-the-compose-test';
    const file = join(import.meta.dirname, '../../examples/deploy/compose/compose.yaml');
    const { services } = parse(readFileSync(file, 'utf8'), { merge: true });
    const {
      environment: given,
      stop_grace_period: grace,
    }: Readonly<Record<string, never>> & {
      readonly environment: Readonly<Record<string, string>>;
      readonly stop_grace_period: string;
    } = services['engine-1'];
    const folder = mkdtempSync(join(tmpdir(), 'engine-compose-'));
    const digest = Buffer.from(digestOf(key)).toString('hex');
    const contents = {
      'config/acme.yaml': readFileSync(demo.file, 'utf8'),
      'config/keys.yaml': `- { name: platform, app: both, sha256: ${digest} }\n`,
      'run/secrets/store-url': place.text,
      'run/secrets/store-key': Buffer.alloc(32, 7).toString('base64'),
    };
    for (const [name, text] of Object.entries(contents)) {
      mkdirSync(join(folder, name, '..'), { recursive: true });
      writeFileSync(join(folder, name), text);
    }
    const local = Object.entries(given).map(([name, value]) => [
      name,
      value.startsWith('/') ? join(folder, value) : value,
    ]);
    const environment: Readonly<Record<string, string>> = { ...Object.fromEntries(local), ENGINE_STORE: '' };
    const setup = await prepareSetup();
    const start: Start = (host) => replica(join(folder, 'config/acme.yaml'), setup, host, environment);
    const replicas = await Promise.all([1, 2, 3].map((number) => start(hostOf(number))));
    await startProxy(haproxy, setup);
    const post = poster(`https://127.0.0.1:${setup.port}`, key, trusting);
    await vi.waitFor(async () => expect((await post('/health', {})).status).toBe(200), { timeout: 60_000 });
    const { failures, refs, stop } = startCallers(post, 'compose');
    for (const [index, old] of replicas.entries()) {
      const begun = performance.now();
      expect(await old.stop()).toBe(0);
      expect(performance.now() - begun).toBeLessThan(Number.parseInt(grace, 10) * 1_000);
      await start(hostOf(index + 1));
      await ready(hostOf(index + 1), setup.adminPort);
      await sleep(3_000);
    }
    await stop();
    expect(failures).toEqual([]);
    await expectEachOnce(demo, 'compose', refs);
  },
);
