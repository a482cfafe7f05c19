/** A configuration that is read again loads the services alone whose files have changed. */
import { createHash } from 'node:crypto';
import { rmSync, statSync, utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { contentOf, forgetContent } from '../../../../src/service/config/file-contents.ts';
import { type LoadedConfig, loadConfig } from '../../../../src/service/config/load.ts';
import { keyFor } from '../lifecycle/shops.ts';
import { folderWith } from '../server/fixture.ts';

const names = ['nord', 'ost', 'sued'] as const;

const keysOf = (name: string): string =>
  `- { name: more, app: both, sha256: ${createHash('sha256').update(name).digest('hex')} }\n`;

function companies() {
  const cwd = folderWith({
    'shop.yaml': 'profile: shop\n',
    'engine.yaml': 'profile: ./shop.yaml\nservicesFolder: companies\n',
    'password.txt': 'first',
    ...Object.fromEntries(names.map((name) => [`${name}.keys.yaml`, keysOf(name)])),
    ...Object.fromEntries(
      names.map((name) => [`${name}.env`, `ENGINE_KEY=${keyFor(name)}\nPASSWORD_FILE=password.txt\n`]),
    ),
    ...Object.fromEntries(
      names.map((name) => [
        `companies/${name}.yaml`,
        `path: /${name}\nenvFile: ../${name}.env\nkeyFile: ../${name}.keys.yaml\n`,
      ]),
    ),
  });
  const write = (file: string, text: string): void => writeFileSync(join(cwd, file), text);
  const load = (env: Readonly<Record<string, string>> = {}, needsKey = true): ReadonlyMap<string, LoadedConfig> => {
    const input = { flags: {}, configFile: undefined, env, cwd, packageRoot: cwd, now: 0, needsKey };
    return new Map(loadConfig(input).services.map((config) => [config.name ?? '', config]));
  };
  /** The services that are other objects than before. */
  const changed = (before: ReadonlyMap<string, LoadedConfig>, after: ReadonlyMap<string, LoadedConfig>) =>
    names.filter((name) => before.get(name) !== after.get(name));
  return { cwd, write, load, changed };
}

it('loads none of them again without a change', () => {
  const { load, changed } = companies();
  const first = load();
  expect(first.size).toBe(3);
  expect(changed(first, load())).toEqual([]);
  // A reload does not need a key.
  expect(changed(first, load({}, false))).toEqual([]);
});

it.each([
  ['its entry', 'companies/ost.yaml', 'path: /osten\nenvFile: ../ost.env\nkeyFile: ../ost.keys.yaml\n', ['ost']],
  ['its variables', 'ost.env', `ENGINE_KEY=${keyFor('other')}\n`, ['ost']],
  ['its keys', 'ost.keys.yaml', '[]\n', ['ost']],
  ['a file that variables name', 'password.txt', 'other', names],
])('loads a service again after a change of %s', (_what, file, text, expected) => {
  const { write, load, changed } = companies();
  const before = load();
  write(file, text);
  expect(changed(before, load())).toEqual(expected);
});

it('loads all of them again after a change of what they share, and one whose profile is gone', () => {
  const { cwd, write, load, changed } = companies();
  const before = load();
  write('engine.yaml', 'profile: ./shop.yaml\nservicesFolder: companies\nconcurrency: 7\n');
  const limited = load();
  expect(changed(before, limited)).toEqual(names);
  expect(limited.get('ost')?.settings.concurrency).toBe(7);
  const moved = load({ ENGINE_CONCURRENCY: '9' });
  expect(moved.get('ost')?.settings.concurrency).toBe(9);
  rmSync(join(cwd, 'shop.yaml'));
  expect(
    load()
      .get('ost')
      ?.diagnostics.map(({ code }) => code),
  ).toContain('CFG508');
});

it('sees a key that is missing in a file, as before', () => {
  const { cwd, write, load } = companies();
  load();
  write('ost.keys.yaml', '');
  expect(load().get('ost')?.goneKeyFiles).toContain(join(cwd, 'ost.keys.yaml'));
});

it('reads a file again whose content has changed with its size and times', () => {
  const { cwd, write } = companies();
  const file = join(cwd, 'password.txt');
  const first = contentOf(file);
  expect(contentOf(file)).toBe(first);
  const { atime, mtime } = statSync(file);
  write('password.txt', 'later');
  utimesSync(file, atime, mtime);
  expect(contentOf(file)).toEqual({ text: 'later', isMissing: false });
  forgetContent(file);
  expect(contentOf(file).text).toBe('later');
  rmSync(file);
  expect(contentOf(file)).toEqual({ text: undefined, isMissing: true });
});
