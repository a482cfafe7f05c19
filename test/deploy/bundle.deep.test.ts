/** An offline bundle, made and used as the page about the installation on Linux describes. */
import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { until } from '../src/service/server/fixture.ts';

const root = join(import.meta.dirname, '../..');

it('runs as one process without npm, Node and environment, through a symbolic link, and lists its packages', async () => {
  const platform = `${process.platform}-${process.arch}`;
  const script = join(root, 'dist/src/build/bundle/main.js');
  const archive = execFileSync(process.execPath, [script, platform], {
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'ignore'],
  });
  const folder = mkdtempSync(join(tmpdir(), 'engine-bundle-'));
  execFileSync('tar', ['-xzf', archive.trim(), '-C', folder, '--strip-components=1']);
  expect(readdirSync(folder).sort()).toEqual(['LICENSES.txt', 'app', 'engine', 'node', 'sbom.cdx.json']);
  const bom = JSON.parse(readFileSync(join(folder, 'sbom.cdx.json'), 'utf8'));
  expect(bom).toMatchObject({ bomFormat: 'CycloneDX', metadata: { component: { name: 'erp-engine' } } });
  const packages: readonly string[] = bom.components.map(({ name }: { readonly name: string }) => name);
  expect(packages).toEqual(expect.arrayContaining(['fastify', 'pg', 'mssql', 'better-sqlite3']));
  expect(packages).not.toContain('vitest');
  const licenses = readFileSync(join(folder, 'LICENSES.txt'), 'utf8');
  expect(licenses).not.toContain('no licence stated');
  // Parts of the studio's page, which is one file.
  for (const name of ['preact', '@codemirror/view', '@dagrejs/dagre']) {
    expect(packages.filter((one) => one === name)).toEqual([name]);
    expect(licenses).toMatch(new RegExp(`^${name} [\\d.]+: MIT$`, 'm'));
  }
  expect(packages.filter((one) => one === 'zod')).toEqual(['zod']);

  const work = join(folder, 'work');
  mkdirSync(work);
  symlinkSync('../engine', join(work, 'engine'));
  const child = spawn(join(work, 'engine'), ['demo', '--port', '0'], {
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
  // The launcher has replaced itself: the process that was started is Node.
  if (process.platform === 'linux') {
    expect(readFileSync(`/proc/${child.pid}/cmdline`, 'utf8').split('\0')[0]).toBe(join(folder, 'node'));
  }
  child.kill('SIGTERM');
  expect(await once(child, 'exit')).toEqual([0, null]);
});
