/** The files in examples/deploy name settings, variables and files that exist. */
import { existsSync, globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { parse } from 'yaml';
import { shellLauncher, windowsLauncher } from '../../src/build/bundle/launchers.ts';
import { packageName } from '../../src/build/bundle/package-name.ts';
import { keyVariables, settingList } from '../../src/service/config/settings.ts';

const root = join(import.meta.dirname, '../..');
const folder = join(root, 'examples/deploy');
const files = globSync('**/*', { cwd: folder, withFileTypes: true })
  .filter((entry) => entry.isFile())
  .map((entry) => join(entry.parentPath, entry.name));
const read = (name: string) => readFileSync(join(folder, name), 'utf8');

it('each variable of the engine is that of a setting, or of its file', () => {
  const names = [...settingList.map(([, { env }]) => env), ...keyVariables.map(({ env }) => env)];
  const settingVariables = names.flatMap((env) => [env, `${env}_FILE`]);
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
  expect(read('docker/Dockerfile')).toContain(`/${packageName}/`);
  const { files: published } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
  const folders = published
    .filter((name: string) => !name.startsWith('!'))
    .map((name: string) => name.split('/')[0])
    .filter((name: string) => name !== 'dist');
  expect(folders.filter((name: string) => !copied.includes(name))).toEqual([]);
});

const seconds = (text: string): number => Number(/^(\d+)s$/.exec(text)?.[1]);

it('the compose file agrees with the configuration of the proxy, the image and the files beside it', () => {
  const { services, secrets } = parse(read('compose/compose.yaml'), { merge: true });
  const replicas = Object.keys(services).filter((name) => name.startsWith('engine-'));
  const servers = [...read('proxy/haproxy.cfg').matchAll(/^ +server (\S+) (\S+):8080$/gm)];
  expect(servers.map(([, name, host]) => [name, host])).toEqual(replicas.map((name) => [name, name]));
  const imageVariables = /^ENV (.*)$/m.exec(read('docker/Dockerfile'))?.[1]?.split(/[= ]/) ?? [];
  for (const name of replicas) {
    const { environment, secrets: named, stop_grace_period: grace } = services[name];
    expect(services[name]).toMatchObject({ read_only: true, cap_drop: ['ALL'] });
    expect(named.filter((secret: string) => secrets[secret] === undefined)).toEqual([]);
    expect(environment.ENGINE_REPLICAS).toBe(String(replicas.length));
    expect(seconds(grace)).toBeGreaterThan(seconds(environment.ENGINE_SHUTDOWN_DELAY) + 25);
    // NAME and NAME_FILE together are an error.
    const both = Object.keys(environment).filter((variable) => imageVariables.includes(variable.replace(/_FILE$/, '')));
    expect(both).toEqual([]);
  }
  expect(services.proxy.depends_on).toEqual(replicas);
  expect(existsSync(join(folder, 'compose', services.proxy.volumes[0].split(':')[0]))).toBe(true);
  const { context, dockerfile } = services['engine-1'].build;
  expect(existsSync(join(folder, 'compose', context, dockerfile))).toBe(true);
});

it('the service of Windows and the launchers start the executable of the package', () => {
  const { bin } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
  for (const text of [read('windows/engine.xml'), windowsLauncher, shellLauncher])
    expect(text.replaceAll('\\', '/')).toContain(`app/${bin.engine}`);
});
