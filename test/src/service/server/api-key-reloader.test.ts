/** Key files that are changed, broken or removed while the service runs. */
import { renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

import { describe, expect, it, onTestFinished } from 'vitest';
import { digestOf } from '../../../../src/service/config/api-keys.ts';
import { type ConfigInput, type Configuration, loadConfig } from '../../../../src/service/config/load.ts';
import type { ServiceEvent } from '../../../../src/service/events/events.ts';
import { createKeyring } from '../../../../src/service/server/api-key-reloader.ts';
import type { EngineEvent } from '../../../../src/service/server/engine-api.ts';
import { folderWith, until } from './fixture.ts';

const entry = (name: string): string => {
  return `- { name: ${name}, app: both, sha256: ${Buffer.from(digestOf(name)).toString('hex')} }\n`;
};

/** Longer than any test. */
const forever = 3_600_000;

/** Reads a configuration again and again, as a service does. */
function reader(cwd: string, env: ConfigInput['env']): () => Configuration {
  const common = { flags: {}, configFile: undefined, env, cwd, packageRoot: cwd, needsKey: false };
  let lastYaml: Configuration['engineYaml'];
  return () => {
    const loaded = loadConfig({ ...common, lastYaml, now: Date.now() });
    lastYaml = loaded.engineYaml ?? lastYaml;
    return loaded;
  };
}

/** `service`: an entry of `services`. */
function open(
  files: Readonly<Record<string, string>>,
  grace: number,
  { env = {}, service }: { readonly env?: ConfigInput['env']; readonly service?: string } = {},
) {
  const cwd = folderWith(files);
  const events: (ServiceEvent | EngineEvent)[] = [];
  const read = reader(cwd, env);
  const reload = () => read().services.find(({ name }) => name === service);
  const config = reload();
  if (config === undefined) throw new Error(`There is no service ${service}`);
  const keyring = createKeyring({ config, reload, emit: (event) => void events.push(event), grace });
  onTestFinished(keyring.stop);
  const names = (): string =>
    keyring
      .keys()
      .map(({ name }) => name)
      .join();
  const seen = (name: string) => until(() => events.find(({ event }) => event === name));
  return { file: (name: string) => join(cwd, name), names, seen, events };
}

const files = { 'engine.yaml': `keyFile: list.yaml\nkeys:\n  ${entry('own')}`, 'list.yaml': entry('listed') };

describe('a key file', () => {
  it.each([
    ['removed', (file: string) => rmSync(file)],
    ['emptied', (file: string) => writeFileSync(file, '')],
    ['filled with blanks', (file: string) => writeFileSync(file, ' \n')],
  ])('that is %s ends its keys after the time of grace, and no others', async (_how, change) => {
    const { file, names, seen } = open(files, 100);
    expect(names()).toBe('listed,own');
    change(file('list.yaml'));
    expect(await seen('keys_missing')).toMatchObject({ level: 'warn', files: [file('list.yaml')] });
    expect(await seen('keys_revoked')).toMatchObject({ level: 'error', files: [file('list.yaml')], keys: ['own'] });
    expect(names()).toBe('own');
    writeFileSync(file('list.yaml'), entry('back'));
    await until(() => names() === 'back,own');
  });

  it('that is missing for a moment keeps its keys valid', async () => {
    const { file, names, seen, events } = open(files, forever);
    renameSync(file('list.yaml'), file('aside'));
    await seen('keys_missing');
    expect(names()).toBe('listed,own');
    renameSync(file('aside'), file('list.yaml'));
    await seen('keys_reloaded');
    expect(names()).toBe('listed,own');
    expect(events.map(({ event }) => event)).not.toContain('keys_revoked');
  });

  it('with a fault keeps all keys, however long it takes', async () => {
    const { file, names, seen, events } = open(files, 1);
    writeFileSync(file('list.yaml'), '- { name: half');
    expect(await seen('reload_failed')).toMatchObject({
      reason: expect.stringContaining('The previous keys stay valid.'),
      findings: [expect.stringMatching(/list\.yaml:1:15 YAML101 /)],
    });
    expect(names()).toBe('listed,own');
    writeFileSync(file('list.yaml'), entry('mended'));
    await until(() => names() === 'mended,own');
    expect(events.map(({ event }) => event)).not.toContain('keys_revoked');
  });

  it('with an explicit empty list revokes its keys', async () => {
    const { file, names } = open(files, forever);
    writeFileSync(file('list.yaml'), '[]');
    await until(() => names() === 'own');
  });
});

describe('other files of keys', () => {
  it('have the same time of grace: the file of ENGINE_KEY_FILE, .env, engine.yaml', async () => {
    const secret = 'a-key-of-some-length';
    for (const [name, text, env] of [
      ['secret', secret, { ENGINE_KEY_FILE: 'secret' }],
      ['.env', `ENGINE_KEY=${secret}`, {}],
      ['engine.yaml', `keys:\n  ${entry('own')}`, {}],
    ] as const) {
      const patient = open({ [name]: text }, forever, { env });
      const before = patient.names();
      expect(before).not.toBe('');
      writeFileSync(patient.file(name), '');
      await patient.seen('keys_missing');
      expect(patient.names()).toBe(before);
      const short = open({ [name]: text }, 1, { env });
      writeFileSync(short.file(name), '');
      await short.seen('keys_revoked');
      expect(short.names()).toBe('');
    }
  });

  it('have it with several services too; a missing engine.yaml ends the keys in it, and no others', async () => {
    const services = `services:
  nord: { path: /nord, keyFile: nord.yaml, keys: [${entry('own').replace('- ', '').trim()}] }
  ost: { path: /ost, envFile: ost.env }
`;
    const several = {
      'engine.yaml': services,
      'nord.yaml': entry('listed'),
      'ost.env': 'ENGINE_KEY=a-key-of-ost-01234567\n',
    };
    const nord = open(several, 100, { service: 'nord' });
    expect(nord.names()).toBe('listed,own');
    rmSync(nord.file('engine.yaml'));
    expect(await nord.seen('keys_revoked')).toMatchObject({ files: [nord.file('engine.yaml')], keys: ['listed'] });
    expect(nord.names()).toBe('listed');
    // The file of keys that the missing engine.yaml named is still watched.
    rmSync(nord.file('nord.yaml'));
    await until(() => nord.names() === '');
    expect(nord.events.at(-1)).toMatchObject({ event: 'keys_revoked', files: [nord.file('nord.yaml')], keys: [] });
    writeFileSync(nord.file('engine.yaml'), services);
    writeFileSync(nord.file('nord.yaml'), entry('back'));
    await until(() => nord.names() === 'back,own');

    const ost = open(several, 1, { service: 'ost' });
    rmSync(ost.file('engine.yaml'));
    expect(await ost.seen('keys_missing')).toMatchObject({
      message: expect.stringContaining('No key comes from there'),
    });
    rmSync(ost.file('ost.env'));
    expect(await ost.seen('keys_revoked')).toMatchObject({ files: [ost.file('ost.env')], keys: [] });
    expect(ost.names()).toBe('');
  });
});
