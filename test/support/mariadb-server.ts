/** A MariaDB of one's own, from the server that is installed or Debian's packages. */
import { type ChildProcess, spawn } from 'node:child_process';
import { chownSync, cpSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type MariadbBinaries, mariadbBinaries } from './mariadb-binaries.ts';
import { onMysql } from './mysql-admin.ts';
import { freePort, type OwnServer, run, serverUser, signalAll, stop, untilReady } from './server-process.ts';
import { loadTimeZones } from './time-zones.ts';

/** What creates the system tables, in order. */
const scripts = ['mysql_system_tables.sql', 'mysql_performance_tables.sql', 'mysql_system_tables_data.sql'];

/** A copy that another user can read: the cache may lie in a folder that is its owner's alone. */
function readable({ root, libraries }: MariadbBinaries, folder: string): MariadbBinaries {
  if (!serverUser || root === '/') return { root, libraries };
  const copy = join(folder, 'server');
  const parts = ['usr/sbin', 'usr/share/mysql', 'usr/lib', 'lib'].filter((part) => existsSync(join(root, part)));
  for (const part of parts) {
    cpSync(join(root, part), join(copy, part), { recursive: true, verbatimSymlinks: true });
  }
  return { root: copy, libraries: libraries.map((library) => library.replace(root, copy)) };
}

function optionsFor(root: string, data: string): readonly string[] {
  const share = join(root, 'usr/share/mysql');
  return [
    '--no-defaults',
    `--basedir=${join(root, 'usr')}`,
    `--lc-messages-dir=${share}`,
    `--character-sets-dir=${join(share, 'charsets')}`,
    `--datadir=${data}`,
    // A server that starts removes the temporary tables that it finds in its folder, those of other servers too.
    `--tmpdir=${data}`,
    '--innodb-buffer-pool-size=64M',
    '--innodb-log-file-size=16M',
    '--innodb-flush-log-at-trx-commit=0',
    // The kernel's asynchronous input and output is bounded for the whole machine: several servers that start at once run out of it.
    '--innodb-use-native-aio=0',
    '--skip-log-bin',
  ];
}

/** Makes the system tables in a folder of its own; gives the program, how it is run, and its options. */
async function prepare(folder: string) {
  if (serverUser) chownSync(folder, serverUser.uid, serverUser.gid);
  const { root, libraries } = readable(await mariadbBinaries(), folder);
  const data = join(folder, 'data');
  mkdirSync(data);
  if (serverUser) chownSync(data, serverUser.uid, serverUser.gid);
  const program = join(root, 'usr/sbin/mariadbd');
  const how = { ...serverUser, cwd: folder, env: { ...process.env, LD_LIBRARY_PATH: libraries.join(':') } };
  const options = optionsFor(root, data);
  const tables = scripts.map((name) => readFileSync(join(root, 'usr/share/mysql', name), 'utf8')).join('\n');
  const input = `create database mysql;\nuse mysql;\nset @auth_root_socket = null;\n${tables}`;
  await run(program, [...options, '--bootstrap', '--log-warnings=0'], { ...how, input });
  return { program, how, options };
}

/**
 * Starts a server on a free port of the loopback interface. `more` are further settings, by the names of its variables. Rejects
 * where there is no MariaDB on this machine and none can be had.
 */
export async function startMariadb(more: Readonly<Record<string, string | number>> = {}): Promise<OwnServer> {
  const folder = mkdtempSync(join(tmpdir(), 'engine-mariadb-'));
  let server: ChildProcess | undefined;
  const halt = async (signal: NodeJS.Signals = 'SIGTERM') => {
    if (server) await stop(server, signal);
  };
  const end = async () => {
    await halt();
    rmSync(folder, { recursive: true, force: true });
  };
  try {
    const { program, how, options } = await prepare(folder);
    const port = await freePort();
    const url = `mysql://root@127.0.0.1:${port}/mysql`;
    const start = async (extra: Readonly<Record<string, string | number>> = {}) => {
      const settings = {
        port,
        'bind-address': '127.0.0.1',
        'skip-name-resolve': 1,
        'max-connections': 300,
        socket: join(folder, 'socket'),
        'pid-file': join(folder, 'pid'),
        'log-error': join(folder, 'log'),
        ...more,
        ...extra,
      };
      const all = [...options, ...Object.entries(settings).map(([name, value]) => `--${name}=${value}`)];
      const started = spawn(program, all, { ...how, stdio: 'ignore' });
      started.on('error', () => undefined);
      server = started;
      // Where the run ends without its tear-down, the server must not stay behind.
      process.once('exit', () => started.kill('SIGKILL'));
      await untilReady(started, 'MariaDB', () => onMysql(url, async () => undefined));
    };
    await start();
    await loadTimeZones(url);
    const signal = async (name: 'SIGSTOP' | 'SIGCONT') => {
      if (server) await signalAll(server, name);
    };
    return { url, halt, start, freeze: () => signal('SIGSTOP'), thaw: () => signal('SIGCONT'), stop: end };
  } catch (error) {
    await halt('SIGKILL');
    rmSync(folder, { recursive: true, force: true });
    throw error;
  }
}
