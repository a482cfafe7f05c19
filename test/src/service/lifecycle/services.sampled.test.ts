/** Several services in one process: one that cannot start or whose ERP is away, and what an operator sees of each. In full also their reloads. */
import { renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, describe, expect, it } from 'vitest';
import { closeAll } from '../../../engine/sources/http/double.ts';
import { isDeep } from '../../../support/depth.ts';
import { runHere } from '../../cli/here.ts';
import { folderWith, until } from '../server/fixture.ts';
import {
  adminOf,
  customers,
  entry,
  keyFor,
  metricLines,
  products,
  profile,
  type Shops,
  script,
  serveShops,
} from './shops.ts';

afterEach(closeAll);

describe('the services of a process', () => {
  it('have their own ERPs: while one is away, the other works; probes, state, metrics and log say which', async () => {
    const shops = await serveShops({ broken: 'nord' });
    expect((await shops.ask('nord', products)).status).toBeGreaterThanOrEqual(500);
    expect((await shops.ask('nord', '/health')).status).toBe(503);
    expect((await shops.ask('ost', '/health')).status).toBe(200);
    expect((await shops.ask('ost', products)).text).toContain('R 17 ost');
    expect(await adminOf(shops, '/ready')).toMatchObject({
      status: 200,
      body: {
        ready: true,
        reasons: [{ part: 'source', service: 'nord', name: 'web' }],
        services: { nord: false, ost: true },
      },
    });
    expect(await adminOf(shops, '/ready/nord')).toMatchObject({
      status: 503,
      body: { ready: false, reasons: [{ part: 'source', name: 'web' }] },
    });
    expect(await adminOf(shops, '/ready/ost')).toEqual({ status: 200, body: { ready: true, reasons: [] } });
    expect(await adminOf(shops, '/status')).toMatchObject({
      body: {
        ready: true,
        services: [
          {
            name: 'nord',
            ready: false,
            sources: [
              { name: 'erp', ready: true },
              { name: 'web', ready: false },
            ],
          },
          { name: 'ost', ready: true, sources: [{ ready: true }, { ready: true }] },
        ],
        lastFaults: expect.arrayContaining([expect.objectContaining({ service: 'nord', source: 'web' })]),
      },
    });
    expect(await metricLines(shops, 'engine_ready')).toEqual([
      'engine_ready{service="nord"} 0',
      'engine_ready{service="ost"} 1',
    ]);
    expect(await metricLines(shops, 'engine_source_rows_total')).toEqual([]);
    expect((await shops.ask('nord', customers)).text).toContain('Ada');
    await until(async () =>
      (await metricLines(shops, 'engine_source_rows_total')).includes(
        'engine_source_rows_total{service="nord",source="erp"} 1',
      ),
    );
    expect(await metricLines(shops, 'engine_store_available')).toEqual(['engine_store_available 1']);
    expect(new Set(shops.logged('source_not_ready').map(({ service }) => service))).toEqual(new Set(['nord']));
    await until(() => shops.logged('request').some(({ service, path }) => service === 'ost' && path === products));
  });

  it('start without one whose profile is faulty; it answers 503 until a reload', async () => {
    const faulty = profile.replace('name AS erpName', 'nam AS erpName');
    const yaml = `profile: ./shop.yaml\nservices:\n${entry('nord')}  ost: { path: /ost, envFile: ost.env, profile: ./ost.yaml }\n`;
    const shops = await serveShops({ files: { 'engine.yaml': yaml, 'ost.yaml': faulty } });
    const [unavailable] = shops.logged('service_unavailable');
    expect(unavailable).toMatchObject({
      level: 'error',
      service: 'ost',
      profile: join(shops.folder, 'ost.yaml'),
      findings: [expect.stringMatching(/^ost\.yaml:\d+:\d+ SQL\d+ /)],
    });
    expect((await shops.ask('nord', customers)).status).toBe(200);
    const refused = await shops.ask('ost', customers);
    expect([refused.status, refused.text]).toEqual([503, expect.not.stringContaining('erpName')]);
    expect((await shops.ask('ost', '/health')).status).toBe(503);
    expect(await adminOf(shops, '/ready/ost')).toMatchObject({ status: 503, body: { reasons: [{ part: 'profile' }] } });

    writeFileSync(join(shops.folder, 'ost.yaml'), profile);
    shops.hangUp();
    await until(() => shops.logged('reloaded').length === 2);
    expect((await shops.ask('ost', customers)).status).toBe(200);
    expect((await shops.ask('ost', '/health')).status).toBe(200);
  });

  it('do not start if none can be used, or if the configuration has an error', async () => {
    const faulty = profile.replace('name AS erpName', 'nam AS erpName');
    const files = {
      'engine.yaml': `profile: ./shop.yaml\nservices:\n${entry('nord')}${entry('ost')}`,
      'shop.sql': script,
      'nord.env': `ENGINE_KEY=${keyFor('nord')}\nSHOP_FILE=nord.sqlite\nSHOP_URL=http://127.0.0.1:1\n`,
      'ost.env': `ENGINE_KEY=${keyFor('ost')}\nSHOP_FILE=ost.sqlite\nSHOP_URL=http://127.0.0.1:1\n`,
    };
    const bothFaulty = await runHere(['serve', '--port', '0'], {
      env: {},
      cwd: folderWith({ ...files, 'shop.yaml': faulty }),
    });
    // As for a single service: 1, because the database may get the column.
    expect(bothFaulty.status).toBe(1);
    // The services have the same profile: its error is shown once.
    expect(bothFaulty.err.match(/error\[SQL\d+\]/g)).toHaveLength(1);
    const sameKey = { ...files, 'shop.yaml': profile, 'ost.env': files['nord.env'] };
    const shared = await runHere(['serve', '--port', '0'], { env: {}, cwd: folderWith(sameKey) });
    expect([shared.status, shared.err]).toEqual([78, expect.stringContaining('CFG518')]);
  });
});

describe('the entries of engine.yaml', () => {
  const top = 'profile: ./shop.yaml\nservices:\n';
  const west = `ENGINE_KEY=${keyFor('west')}\nSHOP_FILE=west.sqlite\nSHOP_URL=http://127.0.0.1:1\n`;
  const write = (shops: Shops, entries: string): void => {
    writeFileSync(join(shops.folder, 'engine.yaml'), top + entries);
    shops.hangUp();
  };
  const ready = async (shops: Shops): Promise<unknown> => {
    const { body } = await adminOf(shops, '/ready');
    return body;
  };

  it('add a service, move it and remove it, while the others answer', async () => {
    const shops = await serveShops({ files: { 'west.env': west } });
    write(shops, `${entry('nord')}${entry('ost')}${entry('west')}`);
    const added = await until(() => shops.logged('service_added')[0]);
    expect(added).toMatchObject({ level: 'info', service: 'west', route: '/west' });
    expect((await shops.ask('west', customers)).text).toContain('Ada');
    expect(await ready(shops)).toMatchObject({ services: { nord: true, ost: true, west: expect.any(Boolean) } });

    write(shops, `${entry('nord')}${entry('ost')}  west: { path: /western, envFile: west.env }\n`);
    expect(await until(() => shops.logged('service_moved')[0])).toMatchObject({ service: 'west', route: '/western' });
    expect((await shops.ask('west', customers)).status).toBe(404);
    expect((await shops.ask('western', customers, keyFor('west'))).status).toBe(200);

    write(shops, entry('ost'));
    await until(() => shops.logged('service_removed').length === 2);
    expect((await shops.ask('western', customers, keyFor('west'))).status).toBe(404);
    expect((await shops.ask('nord', customers)).status).toBe(404);
    expect((await shops.ask('ost', customers)).status).toBe(200);
    expect(await ready(shops)).toMatchObject({ services: { ost: true } });
    expect(await metricLines(shops, 'engine_ready')).toEqual(['engine_ready{service="ost"} 1']);
    expect(shops.logged('restart_needed')).toEqual([]);
  });

  it('add none that shares an address or a key with another, or whose profile is missing', async () => {
    const shops = await serveShops({ files: { 'west.env': west } });
    write(shops, `${entry('nord')}${entry('ost')}  west: { path: /nord/west, envFile: west.env }\n`);
    expect(await until(() => shops.logged('reload_failed').find(({ service }) => service === 'west'))).toMatchObject({
      findings: [expect.stringContaining('CFG518')],
    });
    expect((await shops.ask('nord/west', customers, keyFor('west'))).status).toBe(401);
    write(shops, `${entry('nord')}${entry('ost')}  west: { path: /west, envFile: west.env, profile: ./none.yaml }\n`);
    await until(() => shops.logged('reload_failed').filter(({ service }) => service === 'west').length === 2);
    expect((await shops.ask('west', customers)).status).toBe(404);
    expect(shops.logged('service_added')).toEqual([]);
  });

  it('are files of a folder as well: a faulty one changes nothing, and a folder that is missing neither', async () => {
    const file = (name: string): string => `path: /${name}\nenvFile: ../${name}.env\n`;
    const shops = await serveShops({
      files: {
        'engine.yaml': 'profile: ./shop.yaml\nservicesFolder: companies\nwatch: true\n',
        'companies/nord.yaml': file('nord'),
        'companies/ost.yaml': file('ost'),
        'west.env': west,
      },
    });
    expect((await shops.ask('nord', customers)).status).toBe(200);
    const folder = join(shops.folder, 'companies');
    writeFileSync(join(folder, 'west.yaml'), `${file('west')}pathh: /west\n`);
    const failed = await until(() => shops.logged('reload_failed').find(({ what }) => what === 'services'));
    expect(failed).toMatchObject({ findings: [expect.stringMatching(/west\.yaml:3:1 CFG501 .*pathh/)] });
    writeFileSync(join(folder, 'west.yaml'), file('west'));
    await until(() => shops.logged('service_added').some(({ service }) => service === 'west'));
    expect((await shops.ask('west', customers)).status).toBe(200);

    writeFileSync(join(folder, 'ost.yaml'), '');
    await until(() => shops.logged('reload_failed').filter(({ what }) => what === 'services').length > 1);
    expect((await shops.ask('ost', customers)).status).toBe(200);
    renameSync(folder, join(shops.folder, 'away'));
    await until(() => shops.logged('reload_failed').some(({ findings }) => String(findings).includes('CFG503')));
    expect((await shops.ask('nord', customers)).status).toBe(200);
    renameSync(join(shops.folder, 'away'), folder);
    rmSync(join(folder, 'nord.yaml'));
    await until(() => shops.logged('service_removed').some(({ service }) => service === 'nord'));
    expect((await shops.ask('nord', customers)).status).toBe(404);
    expect((await shops.ask('west', customers)).status).toBe(200);
  });

  it('of files with errors are left out at a start: the others answer, and a corrected one is added', async () => {
    const file = (name: string): string => `path: /${name}\nenvFile: ../${name}.env\n`;
    const shops = await serveShops({
      files: {
        'engine.yaml': 'profile: ./shop.yaml\nservicesFolder: companies\nwatch: true\n',
        'companies/nord.yaml': file('nord'),
        'companies/ost.yaml': `${file('ost')}pathh: /ost\n`,
        'companies/sued.yaml': 'path: /sued\n',
        'companies/west.yaml': file('west'),
        'companies/west-2.yaml': file('west'),
        'west.env': west,
      },
    });
    expect((await shops.ask('nord', customers)).status).toBe(200);
    for (const name of ['ost', 'sued', 'west']) expect((await shops.ask(name, customers)).status).toBe(404);
    const failures = new Map(shops.logged('reload_failed').map(({ service, findings }) => [service, String(findings)]));
    expect([...failures.keys()].sort()).toEqual(['ost', 'sued', 'west', 'west-2']);
    expect(failures.get('ost')).toMatch(/ost\.yaml:3:1 CFG501 .*pathh/);
    expect(failures.get('sued')).toMatch(/sued\.yaml:1:1 CFG507 /);
    // Nothing says which of the two is right.
    for (const name of ['west', 'west-2']) expect(failures.get(name)).toMatch(/CFG518 .*"west.*" and "west.*"/);
    writeFileSync(join(shops.folder, 'companies/ost.yaml'), file('ost'));
    rmSync(join(shops.folder, 'companies/west-2.yaml'));
    for (const name of ['ost', 'west'])
      await until(() => shops.logged('service_added').some(({ service }) => service === name));
    expect((await shops.ask('ost', customers)).status).toBe(200);
  });

  it('are added while two others contradict each other, and not without a key', async () => {
    const shops = await serveShops({ files: { 'west.env': west, 'sued.env': 'SHOP_FILE=sued.sqlite\n' } });
    const entries = `${entry('nord')}${entry('ost')}  another: { path: /nord, envFile: sued.env }\n`;
    write(shops, `${entries}${entry('west')}${entry('sued')}`);
    await until(() => shops.logged('service_added').some(({ service }) => service === 'west'));
    expect((await shops.ask('west', customers)).status).toBe(200);
    expect((await shops.ask('nord', customers)).status).toBe(200);
    const failed = await until(() => shops.logged('reload_failed').find(({ service }) => service === 'sued'));
    expect(failed).toMatchObject({ findings: [expect.stringContaining('CFG507')] });
    expect(shops.logged('reload_failed').map(({ service }) => service)).toContain('another');
    expect(shops.logged('service_added').map(({ service }) => service)).toEqual(['west']);
  });

  it('end a service when its request in progress is answered', async () => {
    const gate = Promise.withResolvers<void>();
    const shops = await serveShops({ until: gate.promise });
    const slow = shops.ask('nord', products);
    await until(() => shops.seen() > 0);
    write(shops, entry('ost'));
    await until(async () => (await shops.ask('nord', customers)).status === 404);
    expect(shops.logged('service_removed')).toEqual([]);
    gate.resolve();
    expect((await slow).text).toContain('R 17 nord');
    expect(await until(() => shops.logged('service_removed')[0])).toMatchObject({ service: 'nord' });
  });
});

it('are opened by requests with `idleTime`, and closed after it', async () => {
  const shops = await serveShops({ top: 'idleTime: 600ms\nopenServices: 1\n' });
  const opened = async (): Promise<unknown> => {
    const { body } = await adminOf(shops, '/status');
    const {
      services,
    }: { readonly services: readonly { readonly name: string; readonly sources: readonly unknown[] }[] } = JSON.parse(
      JSON.stringify(body),
    );
    return services.filter(({ sources }) => sources.length > 0).map(({ name }) => name);
  };
  expect([shops.logged('source_ready'), await opened()]).toEqual([[], []]);
  expect((await shops.ask('nord', '/health')).status).toBe(200);
  const [first, second] = await Promise.all([shops.ask('nord', customers), shops.ask('nord', customers)]);
  expect([first.text, second.text]).toEqual([expect.stringContaining('Ada'), expect.stringContaining('Ada')]);
  expect(shops.logged('source_ready').filter(({ source }) => source === 'erp')).toHaveLength(1);
  expect((await shops.ask('ost', customers)).text).toContain('Ada');
  await until(async () => JSON.stringify(await opened()) === '[]');
  expect((await shops.ask('nord', customers)).text).toContain('Ada');
});

if (isDeep)
  describe('reloads of services', () => {
    it('concern one: a changed one is replaced, and a faulty one keeps its profile', async () => {
      const yaml = `watch: true\nservices:\n  nord: { path: /nord, envFile: nord.env, profile: ./nord.yaml }\n  ost: { path: /ost, envFile: ost.env, profile: ./ost.yaml }\n`;
      const shops = await serveShops({ files: { 'engine.yaml': yaml, 'nord.yaml': profile, 'ost.yaml': profile } });
      writeFileSync(join(shops.folder, 'nord.yaml'), profile.replace('name AS erpName', 'upper(name) AS erpName'));
      const [first] = await until(() => shops.logged('reloaded').length > 0 && shops.logged('reloaded'));
      expect(first).toMatchObject({ service: 'nord', trigger: 'changed files' });
      expect((await shops.ask('nord', customers)).text).toContain('ADA');
      expect((await shops.ask('ost', customers)).text).toContain('Ada');

      writeFileSync(join(shops.folder, 'ost.yaml'), profile.replace('name AS erpName', 'nam AS erpName'));
      const [failed] = await until(() => shops.logged('reload_failed').length > 0 && shops.logged('reload_failed'));
      expect(failed).toMatchObject({ service: 'ost', what: 'profile' });
      expect((await shops.ask('ost', customers)).text).toContain('Ada');
      writeFileSync(join(shops.folder, 'ost.yaml'), profile);

      expect(shops.logged('reloaded').map(({ service }) => service)).toEqual(['nord']);
      // Without engine.yaml its content stays in use, and keys in other files stay valid.
      rmSync(join(shops.folder, 'engine.yaml'));
      const missing = await until(() =>
        shops.logged('reload_failed').find(({ findings }) => String(findings).includes('missing or empty')),
      );
      expect(missing).toMatchObject({ what: 'profile', findings: [expect.stringContaining('engine.yaml')] });
      await until(() => shops.logged('keys_missing').length === 2);
      expect((await shops.ask('nord', customers)).status).toBe(200);
      expect(shops.logged('service_removed')).toEqual([]);
    });

    it('read keys and variables of one again', async () => {
      const shops = await serveShops({ top: 'watch: true\n' });
      const [old, fresh] = [keyFor('ost'), 'fresh-key-of-ost-0123456789'];
      const env = (key: string) => `ENGINE_KEY=${key}\nSHOP_FILE=ost.sqlite\nSHOP_URL=http://127.0.0.1:1\n`;
      writeFileSync(join(shops.folder, 'ost.env'), env(fresh));
      const [reloaded] = await until(() => shops.logged('keys_reloaded').length > 0 && shops.logged('keys_reloaded'));
      expect(reloaded).toMatchObject({ service: 'ost', keys: ['ENGINE_KEY'] });
      expect((await shops.ask('ost', customers)).status).toBe(401);
      expect((await shops.ask('nord', customers)).status).toBe(200);
      // The ERP of ost does not answer at the new address: it keeps the previous one.
      const [failed] = await until(() => shops.logged('reload_failed').length > 0 && shops.logged('reload_failed'));
      expect(failed).toMatchObject({ service: 'ost' });
      expect(shops.log()).not.toContain(fresh);
      expect(shops.log()).not.toContain(old);
    });
  });
