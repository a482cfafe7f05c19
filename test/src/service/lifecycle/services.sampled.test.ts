/** Several services in one process: one that cannot start or whose ERP is away, and what an operator sees of each. In full also their reloads. */
import { rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, describe, expect, it } from 'vitest';
import { closeAll, httpDouble } from '../../../engine/sources/http/double.ts';
import { completed } from '../../../support/check-profile.ts';
import { isDeep } from '../../../support/depth.ts';
import { runHere } from '../../cli/here.ts';
import { type Served, serveHere } from '../observability/admin/serve-here.ts';
import { folderWith, until } from '../server/fixture.ts';

afterEach(closeAll);

const customers = '/catalog/customers/search';
const products = '/catalog/products/search';

/** A customer in a database of its own, and products of an ERP by HTTP. */
const profile = completed(`
profile: shop
contract: "1"
settings:
  file: { env: SHOP_FILE }
  url: { env: SHOP_URL }
sources:
  erp:
    sql: sqlite
    connection: { file: "\${file}", create: [shop.sql] }
    clock: Europe/Berlin
  web:
    http: "\${url}"
    request: { rows: value }
    probe: { get: /ping }
endpoints:
  /catalog/customers/search:
    search: { text: query, in: [erpName] }
    query: SELECT id AS erpId, name AS erpName FROM customer
  /catalog/products/search:
    get: /items
    params: { q: "{{ query }}" }
    fields: { erpSku: sku, erpDesc: name, erpProductId: sku }
`);
const script = `
CREATE TABLE customer (id INTEGER PRIMARY KEY, name TEXT NOT NULL);
INSERT INTO customer VALUES (7, 'Ada Löwe');
`;
const keyOf = (name: string): string => `key-of-${name}-0123456789`;
const entry = (name: string): string => `  ${name}: { path: /${name}, envFile: ${name}.env }\n`;

interface Shops extends Served {
  readonly folder: string;
  readonly hangUp: () => void;
  ask(name: string, path: string): Promise<{ readonly status: number; readonly text: string }>;
  logged(event: string): readonly Record<string, unknown>[];
}

interface ShopOptions {
  /** Files beside the usual ones, or in their place. */
  readonly files?: Readonly<Record<string, string>>;
  /** Lines before the services. */
  readonly top?: string;
  /** The company whose ERP by HTTP does not work. */
  readonly broken?: string;
}

/** Serves `nord` and `ost`. */
async function serveShops({ files = {}, top = '', broken }: ShopOptions = {}): Promise<Shops> {
  const envOf = async (name: string): Promise<string> => {
    const web = await httpDouble((_seen, response) => {
      response.writeHead(broken === name ? 500 : 200, { 'content-type': 'application/json' });
      response.end(JSON.stringify({ value: [{ sku: `R 17 ${name}`, name: 'Ring' }] }));
    });
    return `ENGINE_KEY=${keyOf(name)}\nSHOP_FILE=${name}.sqlite\nSHOP_URL=${web.url}\n`;
  };
  const folder = folderWith({
    'engine.yaml': `profile: ./shop.yaml\n${top}services:\n${entry('nord')}${entry('ost')}`,
    'shop.yaml': profile,
    'shop.sql': script,
    'nord.env': await envOf('nord'),
    'ost.env': await envOf('ost'),
    ...files,
  });
  let hangUp: () => void = () => undefined;
  const served = await serveHere(folder, [], {
    env: { ENGINE_KEY: '' },
    onReload: (listener) => {
      hangUp = listener;
    },
  });
  return {
    ...served,
    folder,
    hangUp: () => hangUp(),
    async ask(name, path) {
      const body = path === '/health' ? {} : { query: '', limit: 10 };
      const response = await fetch(`${served.url}/${name}${path}`, {
        method: 'POST',
        headers: { authorization: `Bearer ${keyOf(name)}`, 'content-type': 'application/json' },
        body: JSON.stringify({ schemaVersion: '1', ...body }),
      });
      return { status: response.status, text: await response.text() };
    },
    logged: (event) => served.events().filter((each) => each.event === event),
  };
}

async function adminOf(shops: Shops, path: string): Promise<{ readonly status: number; readonly body: unknown }> {
  const response = await fetch(`${shops.adminUrl}${path}`);
  return { status: response.status, body: JSON.parse(await response.text()) };
}

async function metricLines(shops: Shops, name: string): Promise<readonly string[]> {
  const text = await (await fetch(`${shops.adminUrl}/metrics`)).text();
  return text.split('\n').filter((line) => line.startsWith(`${name}{`) || line.startsWith(`${name} `));
}

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
      'nord.env': `ENGINE_KEY=${keyOf('nord')}\nSHOP_FILE=nord.sqlite\nSHOP_URL=http://127.0.0.1:1\n`,
      'ost.env': `ENGINE_KEY=${keyOf('ost')}\nSHOP_FILE=ost.sqlite\nSHOP_URL=http://127.0.0.1:1\n`,
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

if (isDeep)
  describe('reloads of services', () => {
    it('concern one: a changed one is replaced, a faulty one keeps its profile, a new one needs a restart', async () => {
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

      const west = '  west: { path: /west, profile: ./nord.yaml, envFile: nord.env, keys: [] }\n';
      writeFileSync(join(shops.folder, 'engine.yaml'), yaml.replace('path: /ost', 'path: /osten') + west);
      const [restart] = await until(() => shops.logged('restart_needed').length > 0 && shops.logged('restart_needed'));
      expect(restart).toMatchObject({ settings: ['services'], message: expect.stringContaining('ost, west') });
      expect((await shops.ask('ost', customers)).status).toBe(200);
      expect(shops.logged('reloaded').map(({ service }) => service)).toEqual(['nord']);
      // Without engine.yaml its content stays in use, and keys in other files stay valid.
      rmSync(join(shops.folder, 'engine.yaml'));
      const missing = await until(() =>
        shops.logged('reload_failed').find(({ findings }) => String(findings).includes('missing or empty')),
      );
      expect(missing).toMatchObject({ what: 'profile', findings: [expect.stringContaining('engine.yaml')] });
      await until(() => shops.logged('keys_missing').length === 2);
      expect((await shops.ask('nord', customers)).status).toBe(200);
      // The entries are still compared with those of the start.
      expect(new Set(shops.logged('restart_needed').map(({ message }) => message)).size).toBe(1);
    });

    it('read keys and variables of one again', async () => {
      const shops = await serveShops({ top: 'watch: true\n' });
      const [old, fresh] = [keyOf('ost'), 'fresh-key-of-ost-0123456789'];
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

describe('a command on one of several services', () => {
  const yaml = `profile: ./shop.yaml\nservices:\n${entry('nord')}${entry('ost')}`;
  const env = (name: string) => `ENGINE_KEY=${keyOf(name)}\nSHOP_FILE=${name}.sqlite\nSHOP_URL=http://127.0.0.1:1\n`;
  const files = {
    'engine.yaml': yaml,
    'shop.yaml': profile,
    'shop.sql': script,
    'nord.env': env('nord'),
    'ost.env': env('ost').replace('SHOP_FILE', 'SHOP_FIEL'),
  };
  const run = (...args: readonly string[]) => runHere(args, { env: {}, cwd: folderWith(files) });

  it('needs --service, or takes all of them', async () => {
    const which = await run('settings');
    expect([which.status, which.err]).toEqual([1, expect.stringMatching(/CFG522[\s\S]*--service: nord, ost/)]);
    expect((await run('settings', '--service', 'nord')).status).toBe(0);
    const missing = await run('settings', '--service', 'ost');
    expect([missing.status, missing.out]).toEqual([1, expect.stringMatching(/file +SHOP_FILE +NOT SET/)]);
    const misspelt = await run('run', customers, '--set', 'query=a', '--service', 'nrod');
    expect([misspelt.status, misspelt.err]).toEqual([1, expect.stringContaining('Did you mean "nord"?')]);
    // Both profiles have an unused probe of a database; ost has no value for a setting.
    const checked = await run('check');
    expect([checked.status, checked.out]).toEqual([0, 'nord: shop.yaml: 1 warning\nost: shop.yaml: 2 warnings\n']);
    expect((await run('check', '--service', 'ost')).out).toBe('ost: shop.yaml: 2 warnings\n');
    expect((await run('check', 'shop.yaml')).out).toBe('shop.yaml: 3 warnings\n');
    const doctor = await run('doctor', '--format', 'json');
    const { groups }: { readonly groups: readonly { readonly name: string }[] } = JSON.parse(doctor.out);
    const names = groups.map(({ name }) => name);
    expect(names).toContain('nord: API keys');
    expect(names).toContain('ost: API keys');
    expect(names.filter((name) => name === 'store')).toHaveLength(1);
  });

  it('shows the profile of one, runs its cases, and checks it live with its settings', async () => {
    const shown = await run('show', '--service', 'ost', '--plain');
    expect([shown.status, shown.out]).toEqual([0, expect.stringContaining('profile: shop')]);
    expect((await run('show')).err).toContain('CFG522');
    expect((await run('test')).err).toContain('CFG522');
    const tested = await run('test', '--service', 'nord');
    expect([tested.status, tested.err]).toEqual([expect.any(Number), expect.not.stringContaining('CFG522')]);
    const live = await run('test', '--conformance', '--live', '--service', 'ost');
    expect([live.status, live.err]).toEqual([1, expect.stringContaining('SHOP_FILE')]);
  });

  it('sends the requests of the platform to one, with its own key', async () => {
    const seen: string[] = [];
    const service = await httpDouble(({ path, headers }, response) => {
      seen.push(`${path} ${headers.authorization}`);
      response.writeHead(503).end();
    });
    const { port } = new URL(service.url);
    const reached = {
      ...files,
      'engine.yaml': `port: ${port}\nprofile: ./shop.yaml\nservices:\n${entry('nord')}  ost: { hostname: ost.example.com, envFile: ost.env }\n`,
    };
    const sandbox = (...args: readonly string[]) =>
      runHere(['sandbox', ...args], { env: {}, cwd: folderWith(reached) });
    const nord = await sandbox('--service', 'nord');
    expect([nord.status, nord.err]).toEqual([1, '']);
    expect(nord.out).toContain(`http://127.0.0.1:${port}/nord`);
    expect(new Set(seen.map((line) => line.replace(/^\/nord\S+ /, '')))).toContain(`Bearer ${keyOf('nord')}`);
    expect(seen.filter((line) => !line.startsWith('/nord/'))).toEqual([]);
    const ost = await sandbox('--service', 'ost');
    expect([ost.status, ost.err]).toEqual([2, expect.stringContaining('ost.example.com: give its base URL')]);
    expect((await sandbox('--service', 'sued')).err).toContain('CFG522');
    expect((await sandbox('--mock', '--service', 'nord')).status).toBe(2);
  });
});
