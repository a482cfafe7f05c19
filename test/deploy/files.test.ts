/** The files in examples/deploy name settings, variables and files that exist. */
import { existsSync, globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { parse } from 'yaml';
import { shellLauncher, windowsLauncher } from '../../src/build/bundle/launchers.ts';
import { settingList } from '../../src/service/config/settings.ts';

const root = join(import.meta.dirname, '../..');
const folder = join(root, 'examples/deploy');
const files = globSync('**/*', { cwd: folder, withFileTypes: true })
  .filter((entry) => entry.isFile())
  .map((entry) => join(entry.parentPath, entry.name));
const read = (name: string) => readFileSync(join(folder, name), 'utf8');

it('each variable of the engine is that of a setting, or of its file', () => {
  const settingVariables = settingList.flatMap(([, { env }]) => [env, `${env}_FILE`]);
  const used = files.flatMap((file) => readFileSync(file, 'utf8').match(/\bENGINE_[A-Z_]+/g) ?? []);
  expect(used.length).toBeGreaterThan(10);
  expect(used.filter((name) => !settingVariables.includes(name))).toEqual([]);
});

it('each key of engine.yaml is a setting', () => {
  const names = settingList.map(([name]) => name);
  expect(Object.keys(parse(read('systemd/engine.yaml'))).filter((name) => !names.includes(name))).toEqual([]);
});

it('the Dockerfile copies files of the project, and leaves out none that the package publishes', () => {
  const copied = [...read('docker/Dockerfile').matchAll(/^COPY (?!--from)(.*) \S+$/gm)].flatMap(([, names = '']) =>
    names.split(' '),
  );
  expect(copied.filter((name) => !existsSync(join(root, name)))).toEqual([]);
  const { files: published } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
  const folders = published
    .filter((name: string) => !name.startsWith('!'))
    .map((name: string) => name.split('/')[0])
    .filter((name: string) => name !== 'dist');
  expect(folders.filter((name: string) => !copied.includes(name))).toEqual([]);
});

it('the compose file parses, and mounts files that exist beside it', () => {
  const { services, secrets } = parse(read('docker/compose.yaml'), { merge: true });
  expect(Object.keys(services)).toEqual(['engine-1', 'engine-2', 'proxy', 'store']);
  for (const name of ['engine-1', 'engine-2']) {
    expect(services[name]).toMatchObject({ read_only: true, cap_drop: ['ALL'] });
    const named: readonly string[] = services[name].secrets;
    expect(named.filter((secret) => secrets[secret] === undefined)).toEqual([]);
  }
  expect(existsSync(join(folder, 'docker', services.proxy.volumes[0].split(':')[0]))).toBe(true);
  expect(existsSync(join(folder, 'docker', services['engine-1'].build.context, 'package.json'))).toBe(true);
});

it('the service of Windows and the launchers start the executable of the package', () => {
  const { bin } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
  for (const text of [read('windows/engine.xml'), windowsLauncher, shellLauncher])
    expect(text.replaceAll('\\', '/')).toContain(`app/${bin.engine}`);
});
