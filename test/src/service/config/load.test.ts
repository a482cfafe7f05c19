/** Precedence, sources of values, and faults of the configuration. */
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

import { describe, expect, it } from 'vitest';

import type { Diagnostic } from '../../../../engine/diagnostics/diagnostic.ts';
import { settingsHelp, settingsTable } from '../../../../src/cli/shared/settings-help.ts';
import { type ConfigInput, type LoadedConfig, loadConfig, onlyService } from '../../../../src/service/config/load.ts';
import { settingList } from '../../../../src/service/config/settings.ts';
import { folderWith } from '../server/fixture.ts';

const key = 'a-key-of-some-length';
const digest = 'ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad';

function load(files: Readonly<Record<string, string>>, input: Partial<ConfigInput> = {}): LoadedConfig {
  const cwd = folderWith({ 'acme.yaml': '', ...files });
  const configuration = loadConfig({
    flags: { profile: './acme.yaml' },
    configFile: undefined,
    env: { ENGINE_KEY: key },
    cwd,
    packageRoot: cwd,
    now: Date.UTC(2026, 0, 1),
    needsKey: true,
    ...input,
  });
  return onlyService(configuration);
}

const brief = (loaded: Pick<LoadedConfig, 'diagnostics'>) =>
  loaded.diagnostics.map(({ code, place }: Diagnostic) => `${code}${place ? ` ${place.line}:${place.column}` : ''}`);

describe('a value', () => {
  it('comes from the flag, then the environment, then .env, then engine.yaml, then the default', () => {
    const files = { 'engine.yaml': 'port: 1\nhost: in-yaml', '.env': 'ENGINE_PORT=2\n' };
    const env = { ENGINE_KEY: key, ENGINE_PORT: '3' };
    const flags = { profile: './acme.yaml', port: '4' };
    expect(load(files, { env, flags }).settings.port).toBe(4);
    expect(load(files, { env }).settings.port).toBe(3);
    expect(load(files).settings.port).toBe(2);
    expect(load({ ...files, '.env': '' }).settings.port).toBe(1);
    expect(load({}).settings.port).toBe(8080);
    expect(load(files).settings.host).toBe('in-yaml');
  });

  it('has the documented default', () => {
    expect(load({}).settings).toMatchObject({
      host: '127.0.0.1',
      bodyLimit: 1_048_576,
      requestTimeout: 30_000,
      shutdownTimeout: 25_000,
      logLevel: 'info',
      trustProxy: false,
    });
  });

  it('comes from the file of NAME_FILE, without its line end', () => {
    const { settings, diagnostics } = load(
      { host: '::1\r\n' },
      { env: { ENGINE_KEY: key, ENGINE_HOST_FILE: 'host', ENGINE_PORT: '' } },
    );
    expect([settings.host, settings.port, diagnostics]).toEqual(['::1', 8080, []]);
  });

  it('comes from the .env file next to the configuration file, after the one of the working directory', () => {
    const cwd = folderWith({ '.env': 'ENGINE_PORT=1', 'acme.yaml': '' });
    mkdirSync(join(cwd, 'etc'));
    writeFileSync(join(cwd, 'etc', 'engine.yaml'), 'tlsCert: cert.pem');
    writeFileSync(join(cwd, 'etc', '.env'), 'ENGINE_PORT=2\nENGINE_HOST=beside');
    const { settings } = load({}, { cwd, configFile: 'etc/engine.yaml' });
    expect([settings.port, settings.host]).toEqual([1, 'beside']);
    expect(settings.tlsCert).toBe(join(cwd, 'etc', 'cert.pem'));
  });
});

describe('the environment for the engine', () => {
  it('holds .env values under the real ones, and NAME for NAME_FILE', () => {
    const env = { ENGINE_KEY: key, A: 'real', DB_PASSWORD_FILE: 'secret', GONE_FILE: 'nowhere' };
    const { environment, diagnostics } = load({ '.env': 'A=file\nB=file', secret: 'tiger\n' }, { env });
    expect([environment.A, environment.B, environment.DB_PASSWORD, environment.GONE]).toEqual([
      'real',
      'file',
      'tiger',
      undefined,
    ]);
    expect(diagnostics).toEqual([]);
  });
});

describe('keys', () => {
  it('come from all places', () => {
    const { keys, diagnostics } = load(
      {
        'engine.yaml': `keyFile: more.json\nkeys:\n  - { name: old, app: ordering, sha256: ${digest}, until: 2026-06-30 }`,
        'more.json': `{"keys":[{"name":"more","app":"receivables","sha256":"${'0'.repeat(64)}"}]}`,
      },
      { env: { ENGINE_KEY_ORDERING: key } },
    );
    expect(diagnostics).toEqual([]);
    expect(keys.map(({ name, app, until }) => [name, app, until])).toEqual([
      ['ENGINE_KEY_ORDERING', 'ordering', undefined],
      ['more', 'receivables', undefined],
      ['old', 'ordering', Date.UTC(2026, 6, 1)],
    ]);
  });

  const listed = { ENGINE_KEYS_FILE: 'l' };
  const faults: readonly (readonly [
    string,
    Readonly<Record<string, string>>,
    ConfigInput['env'],
    readonly string[],
  ])[] = [
    ['none', {}, {}, ['CFG507']],
    ['an empty variable', {}, { ENGINE_KEY: '' }, ['CFG507']],
    ['a weak one', {}, { ENGINE_KEY: 'fifteen-chars-x' }, ['CFG505']],
    ['a repetitive one', {}, { ENGINE_KEY: 'a'.repeat(40) }, ['CFG505']],
    ['white space', {}, { ENGINE_KEY: 'a key of some length' }, ['CFG505']],
    ['a file that is missing', {}, { ENGINE_KEY_FILE: 'nowhere' }, ['CFG504']],
    ['a file that is empty', { k: '' }, { ENGINE_KEY_FILE: 'k' }, ['CFG504']],
    ['plain and as a file', { k: key }, { ENGINE_KEY_FILE: 'k', ENGINE_KEY: key }, ['CFG502']],
    ['one key for two apps', {}, { ENGINE_KEY_ORDERING: key, ENGINE_KEY_RECEIVABLES: key }, ['CFG512']],
    [
      'a digest that is none',
      { 'engine.yaml': `keys:\n  - { name: a, app: both, sha256: ${key} }` },
      {},
      ['CFG506 2:35'],
    ],
    [
      'an unknown app',
      { 'engine.yaml': `keys:\n  - name: a\n    app: order\n    sha256: ${digest}` },
      {},
      ['CFG502 3:10'],
    ],
    [
      'a day that does not exist',
      { 'engine.yaml': `keys:\n- {name: a, app: both, sha256: ${digest}, until: 2026-02-30}` },
      {},
      ['CFG502 2:105'],
    ],
    ['in a file: a digest that is none', { l: `- { name: a, app: both, sha256: ${key} }` }, listed, ['CFG506 1:33']],
    [
      'in a file with a map: an unknown app',
      { l: `keys:\n  - { name: a, app: order, sha256: ${digest} }` },
      listed,
      ['CFG502 2:21'],
    ],
    [
      'in a file: a misspelt key',
      { l: `- { name: a, app: both, sha256: ${digest}, unitl: 2030-12-31 }` },
      listed,
      [`CFG501 1:${35 + digest.length}`],
    ],
    ['a file that is no list', { l: 'none' }, listed, ['CFG502 1:1']],
    [
      'all ended',
      { 'engine.yaml': `keys:\n- {name: a, app: both, sha256: ${digest}, until: 2025-12-31}` },
      {},
      ['CFG513 2:3', 'CFG507'],
    ],
  ];
  it.each(faults)('are refused: %s', (_name, files, env, expected) => {
    const loaded = load(files, { env });
    expect(brief(loaded).filter((line) => line !== 'CFG507' || expected.includes('CFG507'))).toEqual(expected);
  });

  it('are never in a finding or in the texts of code frames', () => {
    const loaded = load(
      { '.env': 'ENGINE_KEY=weak-secret', 'engine.yaml': `keys:\n  - { name: a, app: both, sha256: pasted-secret }` },
      { env: {} },
    );
    expect(brief(loaded)).toEqual(['CFG506 2:35', 'CFG505 1:1']);
    expect(JSON.stringify([loaded.diagnostics, [...loaded.sources]])).not.toMatch(/weak-secret|pasted-secret/);
  });
});

describe('faults', () => {
  it('are found all at once, with their places', () => {
    const yaml = 'prot: 1\nbodyLimit: 5 apples\nrequestTimeout: 30\ninstallation: 007\nhost: [a]\n';
    const loaded = load({ 'engine.yaml': yaml }, { env: {}, flags: { profile: 'nope' } });
    expect(brief(loaded).sort()).toEqual([
      'CFG501 1:1',
      'CFG502 2:12',
      'CFG502 3:17',
      'CFG502 4:15',
      'CFG502 5:7',
      'CFG508',
    ]);
    expect(loaded.diagnostics.find(({ code }) => code === 'CFG501')?.hint).toContain('"port"');
  });

  it('of a file that names a profile do not make it one that names none', () => {
    const flags = {};
    expect(brief(load({ 'engine.yaml': 'profile: ./acme.yaml\nprot: 80\n' }, { flags }))).toEqual(['CFG501 2:1']);
    expect(brief(load({}, { flags, configFile: 'nowhere.yaml' }))).toEqual(['CFG503']);
    expect(brief(load({}, { flags }))).toEqual(['CFG508']);
  });

  it.each([
    ['port: 1\nport: 2', 'YAML101'],
    ['port: [', 'YAML101'],
    ['- 1', 'CFG502'],
  ])('are found in %j', (yaml, code) => {
    expect(load({ 'engine.yaml': yaml }).diagnostics.map((diagnostic) => diagnostic.code)).toContain(code);
  });

  it('name the variable, or the line of a .env file', () => {
    const loaded = load({ '.env': '# x\nENGINE_PORT=99999' });
    expect(brief(loaded)).toEqual(['CFG502 2:1']);
    expect(loaded.diagnostics[0]?.message).toBe('ENGINE_PORT must be a whole number from 0 to 65535.');
  });

  it('include a variable that looks misspelt, as a warning', () => {
    const loaded = load({}, { env: { ENGINE_KEY: key, ENGINE_PROT: '1', ENGINE_SOMETHING_ELSE: '1' } });
    expect(loaded.diagnostics).toMatchObject([
      { code: 'CFG501', severity: 'warning', hint: 'Did you mean ENGINE_PORT?' },
    ]);
  });

  it('include a missing file of --config, and half of a certificate pair', () => {
    expect(brief(load({}, { configFile: 'none.yaml' }))).toEqual(['CFG503']);
    expect(brief(load({}, { env: { ENGINE_KEY: key, ENGINE_TLS_CERT: 'x' } }))).toEqual(['CFG510']);
    expect(brief(load({}, { env: { ENGINE_KEY: key, ENGINE_TLS_CERT: 'x', ENGINE_TLS_KEY: 'y' } }))).toEqual([
      'CFG509',
    ]);
  });
});

describe('the profile', () => {
  const packageRoot = folderWith({});
  mkdirSync(join(packageRoot, 'profiles', 'sage'), { recursive: true });
  writeFileSync(join(packageRoot, 'profiles', 'sage', 'profile.yaml'), '');

  it('is a shipped one by its name, and a path otherwise', () => {
    const cwd = folderWith({ 'sage.yaml': '', 'profile.yaml': '' });
    const file = (profile: string) => load({}, { cwd, packageRoot, flags: { profile } }).profileFile;
    expect(file('sage')).toBe(join(packageRoot, 'profiles', 'sage', 'profile.yaml'));
    expect(file('sage.yaml')).toBe(join(cwd, 'sage.yaml'));
    expect(file('.')).toBe(join(cwd, 'profile.yaml'));
    expect(file('sgae')).toBeUndefined();
  });

  it('is asked for, with the nearest name', () => {
    expect(load({}, { packageRoot, flags: { profile: 'sagee' } }).diagnostics[0]?.hint).toContain(
      'Did you mean "sage"?',
    );
    expect(load({}, { packageRoot, flags: {} }).diagnostics[0]).toMatchObject({
      code: 'CFG508',
      hint: expect.stringContaining('sage'),
    });
  });
});

describe('the table of settings', () => {
  it('is documented whole', () => {
    for (const [name, spec] of settingList) {
      for (const text of [settingsHelp(), settingsTable()]) {
        expect(text).toContain(name);
        expect(text).toContain(spec.env);
      }
      const words = name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);
      if (spec.flag !== undefined) expect(spec.flag).toBe(`--${words}`);
      if (spec.default !== undefined) expect(spec.parse(spec.default, '.').ok).toBe(true);
    }
  });
});
