/** Commands on one of several services of a configuration. */
import { describe, expect, it } from 'vitest';
import { httpDouble } from '../../../engine/sources/http/double.ts';
import { runHere } from '../../cli/here.ts';
import { folderWith } from '../server/fixture.ts';
import { customers, entry, keyFor, profile, script } from './shops.ts';

describe('a command on one of several services', () => {
  const yaml = `profile: ./shop.yaml\nservices:\n${entry('nord')}${entry('ost')}`;
  const env = (name: string) => `ENGINE_KEY=${keyFor(name)}\nSHOP_FILE=${name}.sqlite\nSHOP_URL=http://127.0.0.1:1\n`;
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
    expect(new Set(seen.map((line) => line.replace(/^\/nord\S+ /, '')))).toContain(`Bearer ${keyFor('nord')}`);
    expect(seen.filter((line) => !line.startsWith('/nord/'))).toEqual([]);
    const ost = await sandbox('--service', 'ost');
    expect([ost.status, ost.err]).toEqual([2, expect.stringContaining('ost.example.com: give its base URL')]);
    expect((await sandbox('--service', 'sued')).err).toContain('CFG522');
    expect((await sandbox('--mock', '--service', 'nord')).status).toBe(2);
  });
});
