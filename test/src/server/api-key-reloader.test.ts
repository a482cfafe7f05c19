/** Key files that are changed, broken or removed while the service runs. */
import { renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { type ConfigInput, digestOf, loadConfig, onlyService } from '../../../src/config/index.ts';
import type { ServiceEvent } from '../../../src/events/index.ts';
import { createKeyring, type EngineEvent } from '../../../src/server/index.ts';
import { folderWith, until } from './fixture.ts';

vi.setConfig({ testTimeout: 60_000 });

const entry = (name: string): string => {
  return `- { name: ${name}, app: both, sha256: ${Buffer.from(digestOf(name)).toString('hex')} }\n`;
};

/** Longer than any test. */
const forever = 3_600_000;

function open(files: Readonly<Record<string, string>>, grace: number, env: ConfigInput['env'] = {}) {
  const cwd = folderWith(files);
  const events: (ServiceEvent | EngineEvent)[] = [];
  const reload = () =>
    onlyService(
      loadConfig({ flags: {}, configFile: undefined, env, cwd, packageRoot: cwd, now: Date.now(), needsKey: false }),
    );
  const keyring = createKeyring({ config: reload(), reload, emit: (event) => void events.push(event), grace });
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
      const patient = open({ [name]: text }, forever, env);
      const before = patient.names();
      expect(before).not.toBe('');
      writeFileSync(patient.file(name), '');
      await patient.seen('keys_missing');
      expect(patient.names()).toBe(before);
      const short = open({ [name]: text }, 1, env);
      writeFileSync(short.file(name), '');
      await short.seen('keys_revoked');
      expect(short.names()).toBe('');
    }
  });
});
