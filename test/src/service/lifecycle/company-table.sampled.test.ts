/** Services of the table of companies: added, changed, suspended and removed while others answer; faulty rows affect no other. */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import Database from 'better-sqlite3';
import { afterEach, describe, expect, it } from 'vitest';
import { Secret } from '../../../../engine/index.ts';
import { openOperatorStore } from '../../../../src/service/state/operator-store.ts';
import { closeAll, httpDouble } from '../../../engine/sources/http/double.ts';
import { isDeep } from '../../../support/depth.ts';
import { runHere } from '../../cli/here.ts';
import { type Operated, serveOperated, sha256, shop, storeKey } from '../companies/served.ts';
import { folderWith, until } from '../server/fixture.ts';
import { adminOf, customers, entry, keyFor, metricLines, products, profile, script, serveShops } from './shops.ts';

afterEach(closeAll);

const statusOf = async (shops: Operated, name: string): Promise<number> => (await shops.ask(name, customers)).status;

/** The ERP by HTTP of a company, whose products answer when `gate` does. */
const web = (gate: Promise<void> = Promise.resolve()): Promise<{ readonly url: string }> =>
  httpDouble(async ({ path }, response) => {
    if (!path.startsWith('/ping')) await gate;
    response.writeHead(200, { 'content-type': 'application/json' });
    response.end(JSON.stringify({ value: [{ sku: 'R 17', name: 'Ring' }] }));
  });

describe('companies of the table', () => {
  it('answer a second after they were added, and 404 after they were removed; the process starts without any', async () => {
    const shops = await serveOperated();
    expect(shops.logged('listening')).toMatchObject([{ services: [] }]);
    expect(await adminOf(shops, '/ready')).toMatchObject({ status: 200, body: { ready: true } });
    expect(await statusOf(shops, 'nord')).toBe(404);
    const { url } = await web();
    for (const name of ['nord', 'west'])
      expect((await shops.api('POST', '/companies', shop(name, url))).status).toBe(201);
    for (const name of ['nord', 'west'])
      await until(async () => (await shops.ask(name, products)).text.includes('R 17'));
    expect(shops.logged('service_added').map(({ service, route }) => [service, route])).toEqual([
      ['nord', '/nord'],
      ['west', '/west'],
    ]);
    // The answer has the shop's own data: each has a database of its own.
    expect((await shops.ask('nord', customers)).text).toContain('Ada');
    expect((await shops.ask('west', customers, keyFor('nord'))).status).toBe(401);
    await shops.api('PATCH', '/companies/west', { entry: { path: '/western' } }, { match: '*' });
    await until(async () => (await statusOf(shops, 'west')) === 404);
    expect((await shops.ask('western', customers, keyFor('west'))).status).toBe(200);
    await shops.api('DELETE', '/companies/nord', undefined, { match: '*' });
    await until(async () => (await statusOf(shops, 'nord')) === 404);
    await shops.api('DELETE', '/companies/west', undefined, { match: '*' });
    await until(async () => (await shops.ask('western', customers, keyFor('west'))).status === 404);
    expect(await adminOf(shops, '/ready')).toMatchObject({ status: 200, body: { ready: true } });
    await until(() => shops.logged('service_removed').length === 2);
  });

  it('are there again after a restart, beside those of files', async () => {
    const shops = await serveOperated(`services:\n${entry('ost')}`);
    await shops.api('POST', '/companies', { ...shop('nord'), state: 'suspended' });
    await shops.api('POST', '/companies', shop('west'));
    await until(async () => (await statusOf(shops, 'west')) === 200);
    await shops.stop();
    const again = await serveShops({ at: shops.folder });
    expect((await again.ask('west', customers)).status).toBe(200);
    expect((await again.ask('ost', customers)).status).toBe(200);
    expect((await again.ask('nord', customers)).status).toBe(503);
  });

  it('get changed variables and settings, and keep those before if the new ones do not work', async () => {
    const shops = await serveOperated();
    const { url } = await web();
    await shops.api('POST', '/companies', shop('nord', url));
    await until(async () => (await shops.ask('nord', products)).status === 200);
    const other = await httpDouble((_request, response) => {
      response.writeHead(200, { 'content-type': 'application/json' });
      response.end(JSON.stringify({ value: [{ sku: 'S 4', name: 'Scheibe' }] }));
    });
    await shops.api('PATCH', '/companies/nord', { variables: { SHOP_URL: other.url } }, { match: '*' });
    await until(async () => (await shops.ask('nord', products)).text.includes('S 4'));
    expect(shops.logged('reloaded')).toMatchObject([{ service: 'nord', trigger: 'changed company' }]);
    await shops.api('PATCH', '/companies/nord', { variables: { SHOP_URL: null } }, { match: '*' });
    await until(() => shops.logged('reload_failed').some(({ service }) => service === 'nord'));
    expect((await shops.ask('nord', products)).text).toContain('S 4');
    const { body } = await shops.api('GET', '/companies/nord');
    expect(body.service).toMatchObject({ ready: true, lastError: { event: 'reload_failed' } });
  });

  it('with a faulty row are not served, and affect no other', async () => {
    const shops = await serveOperated();
    for (const name of ['nord', 'west']) await shops.api('POST', '/companies', shop(name));
    for (const name of ['nord', 'west']) await until(async () => (await statusOf(shops, name)) === 200);
    const store = join(shops.folder, 'engine-store.sqlite');
    const run = (sql: string): void => {
      const database = new Database(store, { timeout: 5_000 });
      database.exec(sql);
      database.close();
    };
    const touch = 'update engine_company_change set revision = revision + 1';
    run(`update engine_company set entry = '{"path": 7}', revision = 90 where name = 'nord'; ${touch}`);
    const failed = await until(() => shops.logged('reload_failed').find(({ service }) => service === 'nord'));
    expect(failed).toMatchObject({
      what: 'services',
      findings: [expect.stringMatching(/^engine_company\/nord:2:\d+ CFG502 /)],
    });
    expect([await statusOf(shops, 'nord'), await statusOf(shops, 'west')]).toEqual([200, 200]);
    const { body } = await shops.api('GET', '/companies/nord');
    expect(body.findings).toEqual([expect.stringContaining('CFG502')]);
    run(
      `update engine_company set entry = 'no JSON', variables = 'v1.AAAA', revision = 91 where name = 'nord'; ${touch}`,
    );
    await until(() => shops.logged('reload_failed').filter(({ service }) => service === 'nord').length === 2);
    await shops.stop();
    const again = await serveShops({ at: shops.folder });
    expect((await again.ask('west', customers)).status).toBe(200);
    expect((await again.ask('nord', customers)).status).toBe(404);
    expect(again.logged('reload_failed')).toMatchObject([
      { service: 'nord', findings: [expect.stringContaining('CFG524')] },
    ]);
  });

  it('give way to an entry of engine.yaml with their name', async () => {
    const shops = await serveOperated();
    await shops.api('POST', '/companies', shop('nord'));
    await until(async () => (await statusOf(shops, 'nord')) === 200);
    await shops.stop();
    const text = `profile: ./shop.yaml\nservicesTable: true\nstoreKey: ${Buffer.alloc(32, 7).toString('base64')}\nservices:\n  nord: { path: /norden, envFile: nord.env }\n`;
    writeFileSync(join(shops.folder, 'engine.yaml'), text);
    const again = await serveShops({ at: shops.folder });
    expect((await again.ask('norden', customers, keyFor('nord'))).status).toBe(200);
    expect((await again.ask('nord', customers)).status).toBe(404);
    expect(again.logged('reload_failed')).toMatchObject([
      { service: 'nord', findings: [expect.stringContaining('CFG518')] },
    ]);
  });

  it('need a key for their secrets', async () => {
    const cwd = folderWith({
      'engine.yaml': 'profile: ./shop.yaml\nservicesTable: true\n',
      'shop.yaml': profile,
      'shop.sql': script,
    });
    const ended = await runHere(['serve', '--port', '0'], { env: {}, cwd });
    expect([ended.status, ended.err]).toEqual([78, expect.stringContaining('CFG525')]);
  });

  it('are opened by requests with `idleTime`, and closed when they are suspended', async () => {
    const shops = await serveOperated('idleTime: 60s\n');
    const { url } = await web();
    for (const name of ['nord', 'west']) await shops.api('POST', '/companies', shop(name, url));
    await until(() => shops.logged('service_added').length === 2);
    expect(shops.logged('source_ready')).toEqual([]);
    expect((await shops.ask('nord', products)).text).toContain('R 17');
    await shops.api('PATCH', '/companies/nord', { state: 'suspended' }, { match: '*' });
    await until(() => shops.logged('service_suspended').length === 1);
    expect([await statusOf(shops, 'nord'), await statusOf(shops, 'west')]).toEqual([503, 200]);
    await shops.api('PATCH', '/companies/nord', { state: 'active' }, { match: '*' });
    await until(async () => (await statusOf(shops, 'nord')) === 200);
    expect(shops.logged('service_resumed')).toMatchObject([{ service: 'nord' }]);
  });
});

describe('a suspended service', () => {
  it('answers 503 after the check of its key, without contact to its ERP; requests in progress end first', async () => {
    const gate = Promise.withResolvers<void>();
    const shops = await serveOperated();
    const { url } = await web(gate.promise);
    await shops.api('POST', '/companies', shop('nord', url));
    await until(async () => (await statusOf(shops, 'nord')) === 200);
    const slow = shops.ask('nord', products);
    await until(async () => {
      const { body } = await shops.api('GET', '/companies/nord');
      return JSON.stringify(body.service).includes('"running":1');
    });
    await shops.api('PATCH', '/companies/nord', { state: 'suspended' }, { match: '*' });
    await until(async () => (await statusOf(shops, 'nord')) === 503);
    expect(shops.logged('service_suspended')).toEqual([]);
    const response = await fetch(`${shops.url}/nord${customers}`, {
      method: 'POST',
      headers: { authorization: `Bearer ${keyFor('nord')}`, 'content-type': 'application/json' },
      body: JSON.stringify({ schemaVersion: '1', query: '' }),
    });
    expect([response.headers.get('retry-after'), await response.json()]).toEqual([
      '300',
      {
        schemaVersion: '1',
        code: 'INTERNAL_ERROR',
        error: expect.stringMatching(/^This service is suspended by its operator\./),
      },
    ]);
    expect((await shops.ask('nord', '/health')).status).toBe(503);
    expect((await shops.ask('nord', customers, 'another-key-of-nord-012345')).status).toBe(401);
    gate.resolve();
    expect((await slow).text).toContain('R 17');
    await until(() => shops.logged('service_suspended').length === 1);

    expect(await adminOf(shops, '/ready')).toMatchObject({
      status: 200,
      body: { ready: true, services: { nord: false } },
    });
    expect(await adminOf(shops, '/ready/nord')).toMatchObject({
      status: 503,
      body: { reasons: [{ part: 'suspended' }] },
    });
    expect(await adminOf(shops, '/status')).toMatchObject({
      body: { services: [{ name: 'nord', suspended: true, sources: [] }] },
    });
    expect(await metricLines(shops, 'engine_suspended')).toEqual(['engine_suspended{service="nord"} 1']);
    // An operator wants it: no warning for each of its requests.
    expect(shops.logged('call_failed').every(({ level }) => level === 'info')).toBe(true);
  });

  it('can be one of a file, from its start on; a faulty profile keeps it suspended', async () => {
    const yaml = (nord: string) =>
      `profile: ./shop.yaml\nwatch: true\nservices:\n  nord: { path: /nord, envFile: nord.env${nord} }\n${entry('ost')}`;
    const shops = await serveShops({ files: { 'engine.yaml': yaml(', suspended: true') } });
    const status = async (name: string) => (await shops.ask(name, customers)).status;
    expect([await status('nord'), await status('ost')]).toEqual([503, 200]);
    expect(shops.logged('service_unavailable')).toEqual([]);
    writeFileSync(join(shops.folder, 'broken.yaml'), profile.replace('name AS erpName', 'nam AS erpName'));
    writeFileSync(join(shops.folder, 'engine.yaml'), yaml(', profile: ./broken.yaml'));
    await until(() => shops.logged('reload_failed').some(({ service }) => service === 'nord'));
    expect(await status('nord')).toBe(503);
    writeFileSync(join(shops.folder, 'engine.yaml'), yaml(''));
    await until(async () => (await status('nord')) === 200);
    writeFileSync(join(shops.folder, 'engine.yaml'), yaml(', suspended: true'));
    await until(async () => (await status('nord')) === 503);
    expect(await status('ost')).toBe(200);
  });
});

if (isDeep)
  it('a thousand companies are added at once, and one of them is suspended within seconds', async () => {
    const shops = await serveOperated('idleTime: 60s\n');
    const address = { kind: 'file', file: join(shops.folder, 'engine-store.sqlite') } as const;
    const opened = await openOperatorStore(address, new Secret(storeKey));
    if (!opened.ok || opened.companies === undefined) throw new Error('The store cannot be opened.');
    await opened.companies.change(async ({ insert, number }) => {
      for (let index = 0; index < 1_000; index += 1) {
        const { name, entry: shopEntry, variables } = shop(`c${index}`);
        await insert({
          ...{ name, state: 'active', revision: number, changedAt: 0 },
          entry: JSON.stringify(shopEntry),
          keys: JSON.stringify([{ name: 'app', app: 'both', sha256: sha256(keyFor(name)) }]),
          variables: Object.fromEntries(Object.entries(variables).map(([key, value]) => [key, new Secret(value)])),
        });
      }
    });
    await opened.close();
    await until(async () => (await statusOf(shops, 'c999')) === 200);
    const started = performance.now();
    await shops.api('PATCH', '/companies/c500', { state: 'suspended' }, { match: '*' });
    await until(async () => (await statusOf(shops, 'c500')) === 503);
    expect(performance.now() - started).toBeLessThan(10_000);
    expect(await statusOf(shops, 'c501')).toBe(200);
  });
