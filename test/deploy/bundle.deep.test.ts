/** The offline bundle and the package of the program, made and used as the pages about the installation describe. */
import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, statSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { until } from '../src/service/server/fixture.ts';

const root = join(import.meta.dirname, '../..');

/** Makes one of the bundles. Returns the path of its archive. */
function make(name: string): string {
  const script = join(root, 'dist/src/build/bundle/main.js');
  const stdio: ('ignore' | 'pipe')[] = ['ignore', 'pipe', 'ignore'];
  return execFileSync(process.execPath, [script, name], { encoding: 'utf8', stdio }).trim();
}

const temporary = () => mkdtempSync(join(tmpdir(), 'engine-bundle-'));

/** The size of a folder in MB. */
function megabytes(folder: string): number {
  const files = readdirSync(folder, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile());
  return files.reduce((sum, { parentPath, name }) => sum + statSync(join(parentPath, name)).size, 0) / 1e6;
}

interface Component {
  readonly name: string;
  readonly version: string;
}

/** The files that every package has, and a bill of materials and licences that have the same packages. */
function expectPapers(app: string, folder: string): void {
  for (const name of ['README.md', 'CHANGELOG.md', 'SECURITY.md', 'LICENSE'])
    expect(readFileSync(join(app, name), 'utf8')).toBe(readFileSync(join(root, name), 'utf8'));
  const bom: { readonly bomFormat: string; readonly metadata: object; readonly components: readonly Component[] } =
    JSON.parse(readFileSync(join(folder, 'sbom.cdx.json'), 'utf8'));
  expect(bom).toMatchObject({ bomFormat: 'CycloneDX', metadata: { component: { name: 'erp-engine-program' } } });
  const packages = bom.components.map(({ name }) => name);
  // Installed beside the program, built into it, and parts of the studio's page, which is one file.
  const some = [
    'pg',
    'better-sqlite3',
    'fastify',
    'mssql',
    'tedious',
    'preact',
    '@codemirror/view',
    '@codemirror/lang-sql',
  ];
  for (const name of some) expect(packages.filter((one) => one === name)).toEqual([name]);
  expect(packages.filter((one) => one === 'zod')).toEqual(['zod']);
  expect(packages.filter((name) => /^@azure\/|^vitest$|^typescript$/.test(name))).toEqual([]);
  const licenses = readFileSync(join(folder, 'LICENSES.txt'), 'utf8');
  expect(licenses).not.toContain('no licence stated');
  const listed = [...licenses.matchAll(/^(\S+) (\d\S*): \S/gm)].map(([, name, version]) => `${name} ${version}`);
  expect([...new Set(listed)].toSorted()).toEqual(
    [...new Set(bom.components.map(({ name, version }) => `${name} ${version}`))].toSorted(),
  );
}

/** Starts the demo with a program, and calls it. Resolves with its process when it has answered. */
async function serveDemo([program, ...args]: readonly [string, ...string[]], work: string) {
  const child = spawn(program, [...args, 'demo', '--port', '0'], {
    cwd: work,
    env: { PATH: '/usr/bin:/bin', DEMO_DATABASE: join(work, 'demo.sqlite') },
    stdio: ['ignore', 'pipe', 'ignore'],
  });
  onTestFinished(() => void child.kill('SIGKILL'));
  let out = '';
  child.stdout.setEncoding('utf8').on('data', (text: string) => {
    out += text;
  });
  const address = await until(() => /Listening on (\S+?),/.exec(out)?.[1]);
  const key = await until(() => /API key: (\S+)/.exec(out)?.[1]);
  const response = await fetch(`${address}/health`, {
    method: 'POST',
    headers: { Authorization: `Bearer ${key}`, 'Content-Type': 'application/json' },
    body: '{"schemaVersion":"1"}',
  });
  expect(response.status).toBe(200);
  return child;
}

it('a bundle runs as one process without npm, Node and environment, through a symbolic link, and lists its packages', async () => {
  const archive = make(`${process.platform}-${process.arch}`);
  const folder = temporary();
  execFileSync('tar', ['-xzf', archive, '-C', folder, '--strip-components=1']);
  expect(readdirSync(folder).sort()).toEqual(['LICENSES.txt', 'app', 'engine', 'node', 'sbom.cdx.json']);
  expectPapers(join(folder, 'app'), folder);
  expect(existsSync(join(folder, 'app/examples/deploy/systemd/sysusers.conf'))).toBe(true);
  // docs/howto/install-linux.md has the figure.
  expect(megabytes(join(folder, 'app'))).toBeLessThan(60);

  const work = join(folder, 'work');
  mkdirSync(work);
  symlinkSync('../engine', join(work, 'engine'));
  const child = await serveDemo([join(work, 'engine')], work);
  // The launcher has replaced itself: the process that was started is Node.
  if (process.platform === 'linux') {
    expect(readFileSync(`/proc/${child.pid}/cmdline`, 'utf8').split('\0')[0]).toBe(join(folder, 'node'));
  }
  child.kill('SIGTERM');
  expect(await once(child, 'exit')).toEqual([0, null]);
});

it('the package for npm has the whole program, and installs few packages beside it', async () => {
  const archive = make('npm');
  const folder = temporary();
  // With the Node that runs the tests in the PATH, as on a machine with Node 24.
  const env = { ...process.env, PATH: `${join(process.execPath, '..')}:${process.env.PATH}` };
  const flags = ['--omit=optional', '--no-audit', '--no-fund', '--loglevel=error'];
  execFileSync('npm', ['install', ...flags, '--prefix', folder, archive], { cwd: folder, env, stdio: 'ignore' });
  const installed = join(folder, 'node_modules/erp-engine-program');
  expectPapers(installed, installed);
  // docs/operations.md has the figure.
  expect(megabytes(folder)).toBeLessThan(100);

  const bin = join(folder, 'node_modules/.bin');
  const run = (...args: readonly string[]) =>
    execFileSync(process.execPath, [join(bin, 'engine'), ...args], { cwd: folder, encoding: 'utf8' });
  expect(run('check', 'demo')).toContain('no findings');
  expect(run('test', 'demo', '--filter', 'price')).toMatch(/[1-9]\d* passed, 0 failed/);
  expect(run('explain', 'MAP101')).toContain('MAP101');
  for (const name of ['engine', 'engine-service']) {
    const child = await serveDemo([process.execPath, join(bin, name)], folder);
    child.kill('SIGTERM');
    await once(child, 'exit');
  }
});
