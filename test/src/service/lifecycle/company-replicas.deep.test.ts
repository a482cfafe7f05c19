/** Two replicas with the table of companies in a database: changes at one apply at both within seconds, under load and without a failed request. */
import { setTimeout } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { isAll } from '../../../support/depth.ts';
import { type Program, startProgram } from '../../../support/program.ts';
import { operators, type Reply, request, shop, storeKey } from '../companies/served.ts';
import { folderWith, until } from '../server/fixture.ts';
import { freshPlace, type Place, servers } from '../state/stores.ts';
import { customers, keyFor, profile, script } from './shops.ts';

interface Replica {
  readonly program: Program;
  readonly adminUrl: string;
}

/** Within this time, in milliseconds, both replicas have applied a change. */
const soonMs = 15_000;

async function start(folder: string, place: Place): Promise<Replica> {
  const environment = { ENGINE_STORE: place.text, ENGINE_REPLICAS: '2' };
  const program = await startProgram(`${folder}/engine.yaml`, environment, ['--admin-port', '0']);
  const adminUrl = await until(() => /"event":"admin_listening","address":"([^"]+)"/.exec(program.output())?.[1]);
  return { program, adminUrl };
}

async function statusOf({ program }: Replica, name: string): Promise<number> {
  const response = await fetch(`${program.baseUrl}/${name}${customers}`, {
    method: 'POST',
    headers: { authorization: `Bearer ${keyFor(name)}`, 'content-type': 'application/json' },
    body: JSON.stringify({ schemaVersion: '1', query: '', limit: 10 }),
  });
  await response.text();
  return response.status;
}

/** Requests without a pause to companies at replicas, until they are stopped: the statuses in their order. A failed connection is 0. */
function load(replicas: readonly Replica[], name: string): { stop(): Promise<readonly number[]> } {
  let isStopped = false;
  const workers = replicas.map(async (replica) => {
    const statuses: number[] = [];
    while (!isStopped) statuses.push(await statusOf(replica, name).catch(() => 0));
    return statuses;
  });
  return {
    async stop() {
      isStopped = true;
      return (await Promise.all(workers)).flat();
    },
  };
}

describe.each(isAll ? servers : servers.slice(0, 1))('two replicas with companies on %s', (dialect) => {
  let place: Place;
  let folder: string;
  let replicas: Replica[] = [];
  const api = (
    at: Replica | undefined,
    ...given: readonly [method: string, path: string, body?: unknown]
  ): Promise<Reply> => request(at?.adminUrl ?? '', given, { match: '*' });
  const everywhere = (name: string, wanted: number): Promise<unknown> =>
    until(async () =>
      (await Promise.all(replicas.map((one) => statusOf(one, name)))).every((status) => status === wanted),
    );

  beforeAll(async () => {
    place = await freshPlace(dialect);
    folder = folderWith({
      'engine.yaml': `profile: ./shop.yaml\nservicesTable: true\nstoreKey: ${storeKey}\noperatorKeyFile: operators.yaml\n`,
      'operators.yaml': operators,
      'shop.yaml': profile,
      'shop.sql': script,
    });
    replicas = [await start(folder, place), await start(folder, place)];
  });
  afterAll(async () => {
    for (const { program } of replicas) expect(await program.stop()).toBe(0);
    await place.drop();
  });

  it('serve a company that one of them has added, and apply each change, while the requests of others are answered', async () => {
    await api(replicas[0], 'POST', '/companies', shop('steady'));
    await everywhere('steady', 200);
    const steady = load(replicas, 'steady');
    const started = performance.now();
    expect((await api(replicas[0], 'POST', '/companies', shop('nord'))).status).toBe(201);
    await everywhere('nord', 200);
    expect(performance.now() - started).toBeLessThan(soonMs);
    const nord = load(replicas, 'nord');
    await setTimeout(500);
    await api(replicas[1], 'PATCH', '/companies/nord', { state: 'suspended' });
    await everywhere('nord', 503);
    await api(replicas[0], 'PATCH', '/companies/nord', { state: 'active' });
    await everywhere('nord', 200);
    await api(replicas[1], 'PATCH', '/companies/nord', { variables: { SHOP_URL: 'http://127.0.0.1:2' } });
    await setTimeout(3_000);
    await api(replicas[0], 'DELETE', '/companies/nord');
    await everywhere('nord', 404);
    const statuses = await nord.stop();
    expect(new Set(statuses)).toEqual(new Set([200, 503, 404]));
    const all = await steady.stop();
    expect(all.length).toBeGreaterThan(50);
    expect(all.filter((status) => status !== 200)).toEqual([]);
    for (const { program } of replicas) expect(program.output()).not.toMatch(/"event":"bug"/);
  });

  it('accept one of two changes for the same revision', async () => {
    const { headers } = await api(replicas[0], 'POST', '/companies', shop('both'));
    const match = headers.get('etag') ?? '';
    const answers = await Promise.all(
      replicas.map(({ adminUrl }, index) =>
        request(adminUrl, ['PATCH', '/companies/both', { entry: { concurrency: 7 + index } }], { match }),
      ),
    );
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 412]);
    const { body } = await api(replicas[0], 'GET', '/audit?company=both');
    expect(body.changes).toMatchObject([{ action: 'changed' }, { action: 'added' }]);
  });

  it('have each change as a whole or not at all, with its line in the log, when one of them is killed', async () => {
    const acknowledged: string[] = [];
    const names: string[] = [];
    for (let round = 0; round < 3; round += 1) {
      const victim = await start(folder, place);
      const requests = Array.from({ length: 20 }, async (_, index) => {
        const name = `killed-${round}-${index}`;
        names.push(name);
        const reply = await api(victim, 'POST', '/companies', shop(name)).catch(() => undefined);
        if (reply?.status === 201) acknowledged.push(name);
      });
      await setTimeout(20 + 60 * round);
      await victim.program.kill();
      await Promise.all(requests);
    }
    const listed = await api(replicas[0], 'GET', '/companies?limit=1000');
    const present = new Set(JSON.stringify(listed.body.companies).match(/killed-\d+-\d+(?=","source")/g));
    const changes = await api(replicas[0], 'GET', '/audit?limit=1000');
    const logged = new Set(JSON.stringify(changes.body.changes).match(/(?<="company":")killed-\d+-\d+/g));
    expect(logged).toEqual(present);
    expect(acknowledged.filter((name) => !present.has(name))).toEqual([]);
    // A repeat after the lost answer completes what is missing.
    for (const name of names)
      expect((await api(replicas[1], 'POST', '/companies', shop(name))).status).toBe(present.has(name) ? 200 : 201);
    for (const name of names) await api(replicas[0], 'DELETE', `/companies/${name}`);
  });
});
