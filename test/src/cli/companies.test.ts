/** `engine companies`: changes the store directly, while a service uses it, and shows no secret. */

import { writeFileSync } from 'node:fs';
import { userInfo } from 'node:os';
import { join } from 'node:path';
import { afterEach, describe, expect, it } from 'vitest';
import { closeAll } from '../../engine/sources/http/double.ts';
import { serveOperated, storeKey } from '../service/companies/served.ts';
import { customers, keyFor, profile, script } from '../service/lifecycle/shops.ts';
import { folderWith, until } from '../service/server/fixture.ts';
import { runHere } from './here.ts';

afterEach(closeAll);

const yaml = `profile: ./shop.yaml\nservicesTable: true\nstoreKey: ${storeKey}\n`;
const env = (name: string): string =>
  `ENGINE_KEY=${keyFor(name)}\nSHOP_FILE=${name}.sqlite\nSHOP_URL=http://127.0.0.1:1\nSHOP_PASSWORD=secret-of-${name}\n`;
const folder = (): string =>
  folderWith({ 'engine.yaml': yaml, 'shop.yaml': profile, 'shop.sql': script, 'nord.env': env('nord') });
const run = (cwd: string, ...args: readonly string[]) => runHere(['companies', ...args], { env: {}, cwd });

describe('engine companies', () => {
  it('works before the first start, with the variables and keys of a file', async () => {
    const cwd = folder();
    expect((await run(cwd, 'list')).out).toBe('There are no companies in the table of the store.\n');
    const added = await run(cwd, 'add', 'nord', '--path', '/nord', '--env-file', 'nord.env');
    expect([added.status, added.out, added.err]).toEqual([
      0,
      'The company nord was added (revision 1). Running services apply it within seconds.\n',
      '',
    ]);
    const shown = await run(cwd, 'show', 'nord', '--format', 'json');
    expect(JSON.parse(shown.out)).toMatchObject({
      ...{ name: 'nord', state: 'active', revision: 1, entry: { path: '/nord' } },
      variables: [{ name: 'SHOP_FILE' }, { name: 'SHOP_PASSWORD' }, { name: 'SHOP_URL' }],
      keys: [{ name: 'ENGINE_KEY', app: 'both' }],
    });
    const text = (await run(cwd, 'show', 'nord')).out;
    expect(text).toContain('variables  SHOP_FILE, SHOP_PASSWORD, SHOP_URL\n');
    expect(shown.out + text).not.toMatch(/secret-of-nord|key-of-nord/);
    const again = await run(cwd, 'add', 'nord', '--path', '/nord', '--env-file', 'nord.env');
    expect([again.status, again.out]).toEqual([0, 'The company nord is so already (revision 1).\n']);
  });

  it('changes what a running service serves', async () => {
    const shops = await serveOperated();
    const cwd = shops.folder;
    writeFileSync(join(cwd, 'west.env'), env('west'));
    expect((await run(cwd, 'add', 'west', '--path', '/west', '--env-file', 'west.env')).status).toBe(0);
    await until(async () => (await shops.ask('west', customers)).status === 200);
    expect((await run(cwd, 'suspend', 'west')).out).toContain('is suspended (revision 2)');
    await until(async () => (await shops.ask('west', customers)).status === 503);
    expect((await run(cwd, 'resume', 'west', '--format', 'json')).out).toContain('"outcome": "resumed"');
    await until(async () => (await shops.ask('west', customers)).status === 200);
    const rotated = await run(cwd, 'rotate-key', 'west', '--name', 'key-2', '--expire-others', '0', '--format', 'json');
    const { generatedKeys }: { readonly generatedKeys: readonly { readonly key: string }[] } = JSON.parse(rotated.out);
    await until(async () => (await shops.ask('west', customers)).status === 401);
    expect((await shops.ask('west', customers, generatedKeys[0]?.key)).status).toBe(200);
    expect((await run(cwd, 'set', 'west', '--path', '/western')).status).toBe(0);
    await until(async () => (await shops.ask('western', customers, generatedKeys[0]?.key)).status === 200);
    expect((await run(cwd, 'remove', 'west', '--yes')).status).toBe(0);
    await until(async () => (await shops.ask('western', customers, generatedKeys[0]?.key)).status === 404);
    const { changes }: { readonly changes: readonly Record<string, unknown>[] } = JSON.parse(
      (await run(cwd, 'audit', '--company', 'west', '--format', 'json')).out,
    );
    const { username } = userInfo();
    expect(changes.map(({ actor, via, action }) => [actor, via, action])).toEqual(
      ['removed', 'changed', 'key', 'resumed', 'suspended', 'added'].map((action) => [username, 'cli', action]),
    );
    expect((await run(cwd, 'audit', '--limit', '1')).out).toMatch(
      /^\d{4}-\d\d-\d\dT\S+ {2}\S+ \(cli\) {2}removed {2}west {2}revision 6 {2}[0-9a-f-]{36}\n$/,
    );
  });

  it('says which companies are in files, and where to change them', async () => {
    const cwd = folderWith({
      'engine.yaml': `${yaml}servicesFolder: companies\nservices:\n  ost: { path: /ost, envFile: nord.env }\n`,
      'companies/west.yaml': 'path: /west\n',
      ...{ 'shop.yaml': profile, 'shop.sql': script, 'nord.env': env('nord') },
    });
    await run(cwd, 'add', 'nord', '--path', '/nord');
    const [first, ...lines] = (await run(cwd, 'list')).out.split('\n');
    expect(first).toBe('Not in the table, but in files: ost, west.');
    expect(lines[0]).toMatch(/^nord {2}active {2}\/nord /);
    const suspended = await run(cwd, 'suspend', 'west');
    expect([suspended.status, suspended.err]).toEqual([
      1,
      'engine: The entry of this company is in companies/west.yaml: change it there.\n',
    ]);
    expect((await run(cwd, 'show', 'ost')).err).toContain('is in engine.yaml');
  });

  it('lists what a change has added, removed and changed', async () => {
    const cwd = folder();
    await run(cwd, 'add', 'nord', '--path', '/nord');
    await run(cwd, 'set', 'nord', '--path', '/norden', '--profile', './shop.yaml');
    await run(cwd, 'rotate-key', 'nord', '--name', 'key-2', '--app', 'both', '--expire-others', '24h');
    await run(cwd, 'remove-key', 'nord', 'key-1');
    await run(cwd, 'suspend', 'nord');
    const lines = (await run(cwd, 'audit')).out.split('\n');
    expect(lines.map((line) => /[0-9a-f-]{36} {2}(.*)$/.exec(line)?.[1])).toEqual([
      '~state',
      '-key key-1',
      '~key key-1, +key key-2',
      '~path, +profile',
      undefined,
      undefined,
    ]);
  });

  it('reads a company from a file, and a key from standard input', async () => {
    const cwd = folder();
    writeFileSync(join(cwd, 'nord.yaml'), 'entry:\n  path: /norden\n  concurrency: 7\nstate: suspended\n');
    const added = await run(cwd, 'add', 'nord', '--file', 'nord.yaml', '--path', '/nord');
    expect(added.out).toMatch(
      /^API key key-1 \(it is shown only once\):\n\n {2}erpk_\S{43}\n\nThe company nord was added/,
    );
    expect((await run(cwd, 'list')).out).toMatch(/^nord {2}suspended {2}\/nord {2}revision 1 {2}\S+\n$/);
    const args = ['companies', 'rotate-key', 'nord', '--name', 'given', '--stdin'];
    const given = await runHere(args, { env: {}, cwd, input: async () => `${keyFor('nord')}\n` });
    expect([given.status, given.out.includes(keyFor('nord'))]).toEqual([0, false]);
    expect((await run(cwd, 'remove-key', 'nord', 'key-1')).status).toBe(0);
    expect((await run(cwd, 'show', 'nord')).out).toContain('keys       given (both)\n');
  });

  it.each([
    [['add', 'nord', '--path', '/nord', '--profile', '../other.yaml'], 1, 'entry.profile: leads out of the folder'],
    [['add', 'nord', '--path', '/nord', '--profile', './none.yaml'], 1, 'entry.profile: The profile'],
    [['add', 'nord'], 2, 'entry: has neither a path nor a hostname'],
    [['add', 'no name', '--path', '/nord'], 2, 'name: must have up to 40 letters'],
    [['add', 'nord', '--file', 'none.yaml'], 2, 'the file none.yaml cannot be read'],
    [['suspend', 'nord'], 1, 'There is no such company'],
    [['remove', 'nord'], 2, 'add --yes to confirm'],
    [['remove', 'nord', '--format', 'json'], 2, '--format json asks no questions'],
    [['set', 'nord', '--env-file', 'nord.env'], 2, 'rotate-key'],
    [['rotate-key', 'nord', '--name', 'a', '--expire-others', 'soon'], 2, 'expireOthers: must be a duration'],
    [['audit', '--since', 'yesterday'], 2, 'It must be a day'],
  ])('%j ends with %s', async (args, status, text) => {
    const ended = await run(folder(), ...args);
    expect([ended.status, ended.err]).toEqual([status, expect.stringContaining(text)]);
  });

  it('says that the key of the store is missing', async () => {
    const cwd = folderWith({ 'engine.yaml': 'servicesTable: true\nprofile: ./shop.yaml\n', 'shop.yaml': profile });
    const ended = await run(cwd, 'list');
    expect([ended.status, ended.err]).toEqual([1, expect.stringContaining('CFG525')]);
  });
});

it('other commands work on a company of the table with --service', async () => {
  const cwd = folder();
  await run(cwd, 'add', 'nord', '--path', '/nord', '--env-file', 'nord.env');
  const given = ['run', '/catalog/customers/search', '--set', 'query='];
  const answered = await runHere([...given, '--service', 'nord'], { env: {}, cwd });
  expect([answered.status, answered.out]).toEqual([0, expect.stringContaining('Ada')]);
  const unknown = await runHere([...given, '--service', 'nort'], { env: {}, cwd });
  expect([unknown.status, unknown.err]).toEqual([1, expect.stringContaining('Did you mean "nord"?')]);
  const faulty = ['add', 'west', '--path', '/west', '--profile', './broken.yaml'];
  writeFileSync(join(cwd, 'broken.yaml'), profile.replace('in: [erpName]', 'in: [erpNam]'));
  expect((await run(cwd, ...faulty)).status).toBe(0);
  const checked = await runHere(['check'], { env: {}, cwd });
  expect([checked.status, checked.out + checked.err]).toEqual([1, expect.stringContaining('broken.yaml')]);
});
