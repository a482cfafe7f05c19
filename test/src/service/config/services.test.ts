/** `services` in engine.yaml: what each service gets, and the findings about services that are not separate. */
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { renderText } from '../../../../engine/diagnostics/render.ts';
import { generateKey } from '../../../../src/service/config/api-keys.ts';
import { type ConfigInput, type Configuration, loadConfig } from '../../../../src/service/config/load.ts';
import { settingTable } from '../../../../src/service/config/settings.ts';
import { folderWith } from '../server/fixture.ts';

const cases = join(import.meta.dirname, '../../../cases/configuration');

function load(cwd: string, input: Partial<ConfigInput> = {}): Configuration {
  const now = Date.UTC(2026, 0, 1);
  return loadConfig({
    flags: {},
    configFile: undefined,
    env: {},
    cwd,
    packageRoot: cwd,
    now,
    needsKey: false,
    ...input,
  });
}

const inFolder = (files: Readonly<Record<string, string>>, input: Partial<ConfigInput> = {}): Configuration =>
  load(folderWith({ 'sage.yaml': '', ...files }), input);

const codesOf = ({ diagnostics }: Configuration) =>
  diagnostics.map(({ code, place }) => `${code} ${place?.line ?? '-'}`);

describe('findings', () => {
  const names = readdirSync(cases);
  it.each(names)('%s', (name) => {
    const text = readFileSync(join(cases, name, 'engine.yaml'), 'utf8');
    const cwd = folderWith({ 'engine.yaml': text, 'sage.yaml': '' });
    const { diagnostics, sources } = load(cwd);
    const page = renderText(diagnostics, sources, { color: false }).replaceAll(`${cwd}/`, '');
    const file = join(cases, name, 'expected.txt');
    if (process.env.UPDATE === '1') writeFileSync(file, page);
    expect(page).toBe(existsSync(file) ? readFileSync(file, 'utf8') : '');
  });

  it('include keys of the environment, which belong to no service', () => {
    const yaml = 'profile: ./sage.yaml\nservices:\n  nord: { path: /nord }\n';
    const key = generateKey().reveal();
    const files = { 'engine.yaml': yaml, '.env': 'ENGINE_INSTALLATION=main\n' };
    const loaded = inFolder(files, { env: { ENGINE_KEY_ORDERING: key } });
    expect(codesOf(loaded)).toEqual(['CFG519 -', 'CFG519 1']);
    expect(JSON.stringify(loaded.diagnostics)).not.toContain(key);
  });

  it('include a service without a key, at its name', () => {
    const yaml =
      'profile: ./sage.yaml\nservices:\n  nord:\n    path: /nord\n  ost:\n    path: /ost\n    envFile: ost.env\n';
    const files = { 'engine.yaml': yaml, 'ost.env': `ENGINE_KEY=${generateKey().reveal()}\n` };
    const { diagnostics } = inFolder(files, { needsKey: true });
    expect(diagnostics).toMatchObject([
      { code: 'CFG507', message: expect.stringContaining('"nord"'), place: { line: 3, column: 3, length: 4 } },
    ]);
  });

  it('include the same key in two envFiles, and nothing shows the key', () => {
    const key = generateKey().reveal();
    const yaml =
      'profile: ./sage.yaml\nservices:\n  nord: { path: /nord, envFile: nord.env }\n  ost: { path: /ost, envFile: ost.env }\n';
    const files = { 'engine.yaml': yaml, 'nord.env': `ENGINE_KEY=${key}\n`, 'ost.env': `ENGINE_KEY_ORDERING=${key}\n` };
    const loaded = inFolder(files);
    expect(codesOf(loaded)).toEqual(['CFG518 4']);
    expect(loaded.services.map(({ keyFault }) => keyFault?.code)).toEqual([undefined, 'CFG518']);
    expect(JSON.stringify([loaded.diagnostics, [...loaded.sources]])).not.toContain(key);
  });

  it('report an inherited faulty value once', () => {
    const yaml =
      'profile: ./sage.yaml\nservices:\n  nord: { path: /nord }\n  ost: { path: /ost }\n  west: { path: /west }\n';
    const loaded = inFolder({ 'engine.yaml': yaml }, { env: { ENGINE_CONCURRENCY: 'many' } });
    expect(codesOf(loaded)).toEqual(['CFG502 -']);
  });
});

describe('a service', () => {
  const yaml = [
    'profile: ./sage.yaml',
    'concurrency: 50',
    'services:',
    '  nord: { path: /nord/, envFile: nord.env, concurrency: 7 }',
    '  ost: { hostname: Ost.Example.com, envPrefix: OST_, demoSku: "R 17" }',
    '  west: { path: /gruppe/west, profile: ./west.yaml, installation: west-2019 }',
  ].join('\n');
  const files = { 'engine.yaml': yaml, 'west.yaml': '', 'nord.env': 'DB=nord\nENGINE_REQUEST_TIMEOUT=4s\n' };
  const env = {
    DB: 'shared',
    SERVER: 'erp.example.com',
    OST_DB: 'ost',
    OST_ENGINE_PAGES_PER_KEY: '9',
    ENGINE_PAGES_PER_KEY: '3',
    ENGINE_REQUEST_TIMEOUT: '20s',
  };

  it('has its own values before those of the top level and of the environment', () => {
    const { services, diagnostics } = inFolder(files, { env });
    expect(diagnostics).toEqual([]);
    expect(services.map(({ name, route }) => [name, route])).toEqual([
      ['nord', { kind: 'path', path: '/nord' }],
      ['ost', { kind: 'hostname', hostname: 'ost.example.com' }],
      ['west', { kind: 'path', path: '/gruppe/west' }],
    ]);
    const values = services.map(({ settings }) => [
      settings.concurrency,
      settings.requestTimeout,
      settings.pagesPerKey,
      settings.demoSku,
      settings.installation,
    ]);
    expect(values).toEqual([
      [7, 4_000, 3, undefined, 'nord'],
      [50, 20_000, 9, 'R 17', 'ost'],
      [50, 20_000, 3, undefined, 'west-2019'],
    ]);
    expect(services.map(({ profileFile }) => profileFile?.split('/').at(-1))).toEqual([
      'sage.yaml',
      'sage.yaml',
      'west.yaml',
    ]);
  });

  it('has its own variables before the shared ones, also by files of secrets', () => {
    const secret = { 'nord.env': 'DB_FILE=nord-db\n', 'nord-db': 'nord by file\n' };
    const { services } = inFolder({ ...files, ...secret }, { env });
    expect(services.map(({ environment: { DB, SERVER } }) => [DB, SERVER])).toEqual([
      ['nord by file', 'erp.example.com'],
      ['ost', 'erp.example.com'],
      ['shared', 'erp.example.com'],
    ]);
  });

  it('has keys of its own only', () => {
    const [nord, ost] = [generateKey().reveal(), generateKey().reveal()];
    const keyed = { ...files, 'nord.env': `ENGINE_KEY=${nord}\n` };
    const { services } = inFolder(keyed, { env: { ...env, OST_ENGINE_KEY_ORDERING: ost } });
    expect(services.map(({ keys }) => keys.map(({ app }) => app))).toEqual([['both'], ['ordering'], []]);
  });

  it('is chosen by its name; an unknown one is a finding', () => {
    const { services, diagnostics } = inFolder(files, { service: 'ost' });
    expect([services.map(({ name }) => name), diagnostics]).toEqual([['ost'], []]);
    const unknown = inFolder(files, { service: 'osst' });
    expect(unknown.services).toEqual([]);
    expect(unknown.diagnostics).toMatchObject([{ code: 'CFG522', hint: 'Did you mean "ost"?' }]);
    expect(inFolder({}, { service: 'ost', flags: { profile: './sage.yaml' } }).diagnostics).toMatchObject([
      { code: 'CFG522', hint: expect.stringContaining('Remove --service') },
    ]);
  });

  it('is the only one, with the top level, if a flag names the profile', () => {
    const { services } = inFolder(files, { flags: { profile: './west.yaml' } });
    expect(services.map(({ name, route, settings }) => [name, route.kind, settings.installation])).toEqual([
      [undefined, 'any', undefined],
    ]);
  });
});

describe('engine.yaml that was read before', () => {
  const keyEntry =
    '{ name: own, app: both, sha256: "60303ae22b998861bce3b28f33eec1be758a213c86c93c076dbe9f558c11c752" }';
  const text = `profile: ./sage.yaml\nservices:\n  nord: { path: /nord, concurrency: 7, keys: [${keyEntry}] }\n  ost: { path: /ost, envFile: ost.env }\n`;
  const start = () => {
    const cwd = folderWith({ 'sage.yaml': '', 'engine.yaml': text, 'ost.env': 'ENGINE_KEY=a-key-of-ost-01234567\n' });
    const first = load(cwd);
    expect(first.diagnostics).toEqual([]);
    return { cwd, file: join(cwd, 'engine.yaml'), first };
  };
  const usual = Number(settingTable.concurrency.default);
  const shown = ({ services }: Configuration) =>
    services.map(({ name, settings, keys }) => [name, settings.concurrency, keys.map((key) => key.name)]);

  it('stays in use while the file is missing, except for the keys in it', () => {
    const { cwd, file, first } = start();
    rmSync(file);
    const fresh = load(cwd, { lastYaml: first.engineYaml });
    expect(shown(fresh)).toEqual([
      ['nord', 7, []],
      ['ost', usual, ['ENGINE_KEY']],
    ]);
    expect(fresh.services.map(({ keyFault, goneKeyFiles }) => [keyFault, goneKeyFiles.includes(file)])).toEqual([
      [undefined, true],
      [undefined, true],
    ]);
    expect(fresh.diagnostics).toMatchObject([
      { code: 'CFG503', severity: 'error', message: expect.stringContaining('engine.yaml is missing or empty') },
    ]);
    expect(fresh.services.map(({ name, route }) => [name, route])).toEqual(
      first.services.map(({ name, route }) => [name, route]),
    );
  });

  it('stays in use while the file has errors, with its keys', () => {
    const { cwd, file, first } = start();
    writeFileSync(file, `${text}concurency: 3\n`);
    const fresh = load(cwd, { lastYaml: first.engineYaml });
    expect(fresh.services.map(({ name, keyFault }) => [name, keyFault?.code])).toEqual([
      ['nord', 'CFG501'],
      ['ost', 'CFG501'],
    ]);
    expect(shown(fresh)).toEqual(shown(first));
    expect(fresh.services.map(({ name, route }) => [name, route])).toEqual(
      first.services.map(({ name, route }) => [name, route]),
    );
    expect(fresh.engineYaml).toBeUndefined();
  });
});

it('the example of several companies has no findings', () => {
  const root = join(import.meta.dirname, '../../../..');
  const example = join(root, 'examples/several-companies');
  const cwd = folderWith(
    Object.fromEntries(readdirSync(example).map((name) => [name, readFileSync(join(example, name), 'utf8')])),
  );
  mkdirSync(join(cwd, 'secrets'));
  for (const name of ['nord-ordering', 'nord-receivables', 'west'])
    writeFileSync(join(cwd, 'secrets', name), `${generateKey().reveal()}\n`);
  const env = { OST_DEMO_DATABASE: 'ost.sqlite' };
  const { services, diagnostics } = load(cwd, { packageRoot: root, env, needsKey: true });
  expect(diagnostics).toEqual([]);
  expect(
    services.map(({ name, environment, keys, settings }) => [
      name,
      environment.DEMO_DATABASE,
      keys.length,
      settings.installation,
    ]),
  ).toEqual([
    ['nord', './nord.sqlite', 2, 'nord'],
    ['ost', 'ost.sqlite', 2, 'ost'],
    ['west', './west.sqlite', 1, 'west-2019'],
  ]);
});
