/**
 * Starts one MariaDB for a test run and provides its address to the tests. `MYSQL_URL` names a server to use instead, MySQL
 * or MariaDB, with a login that may make databases and users: `mysql://root:password@host:port/`. Where there is none, the tests for it are not registered, and one line says why; in CI that is a failure.
 */
import { type ChildProcess, spawn } from 'node:child_process';
import { chownSync, cpSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { TestProject } from 'vitest/node';
import { type MariadbBinaries, mariadbBinaries } from './mariadb-binaries.ts';
import { onMysql } from './mysql-admin.ts';
import { freePort, run, serverUser, stop, untilReady } from './server-process.ts';
import { loadTimeZones } from './time-zones.ts';

declare module 'vitest' {
  export interface ProvidedContext {
    /** Address of a MySQL or MariaDB server with its administrator; empty where there is none. */
    mysqlUrl: string;
    /** Whether an INSERT can give rows back (`RETURNING`), which MariaDB's can and MySQL's cannot. */
    mysqlReturns: boolean;
  }
}

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
    '--innodb-buffer-pool-size=64M',
    '--innodb-log-file-size=16M',
    '--innodb-flush-log-at-trx-commit=0',
    // The kernel's asynchronous input and output is bounded for the whole machine: several servers that start at once run out of it.
    '--innodb-use-native-aio=0',
    '--skip-log-bin',
  ];
}

async function start(folder: string): Promise<{ readonly server: ChildProcess; readonly url: string }> {
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
  const port = await freePort();
  const more = [
    `--port=${port}`,
    '--bind-address=127.0.0.1',
    '--skip-name-resolve',
    '--max-connections=300',
    `--socket=${join(folder, 'socket')}`,
    `--pid-file=${join(folder, 'pid')}`,
    `--log-error=${join(folder, 'log')}`,
  ];
  const server = spawn(program, [...options, ...more], { ...how, stdio: 'ignore' });
  server.on('error', () => undefined);
  // Where the run ends without its tear-down, the server must not stay behind.
  process.once('exit', () => server.kill('SIGKILL'));
  const url = `mysql://root@127.0.0.1:${port}/mysql`;
  try {
    await untilReady(server, 'MariaDB', () => onMysql(url, async () => undefined));
    await loadTimeZones(url);
  } catch (error) {
    await stop(server, 'SIGKILL');
    throw error;
  }
  return { server, url };
}

/** The version of a server that is already there. Rejects where it lacks what the tests need. */
function versionOf(url: string): Promise<string> {
  return onMysql(url, async (run) => {
    const [row] = await run(
      "select version() as version, convert_tz('2026-01-01', '+00:00', 'Europe/Berlin') as zoned",
    );
    if (row?.zoned) return String(row.version);
    const cure = 'Load them once: mysql_tzinfo_to_sql /usr/share/zoneinfo | mysql -u root -p mysql';
    throw new Error(`The server that MYSQL_URL names knows no time zones by name, which the tests compare by. ${cure}`);
  });
}

/** Vitest's global set-up; gives the tear-down. */
export default async function setup(project: TestProject): Promise<(() => Promise<void>) | undefined> {
  const given = process.env.MYSQL_URL;
  if (given) {
    const version = await versionOf(given);
    project.provide('mysqlUrl', given);
    project.provide('mysqlReturns', version.includes('MariaDB'));
    process.stdout.write(`MySQL: the tests run on the server that MYSQL_URL names, version ${version}.\n`);
    return undefined;
  }
  const folder = mkdtempSync(join(tmpdir(), 'engine-mariadb-'));
  const remove = () => rmSync(folder, { recursive: true, force: true });
  try {
    const { server, url } = await start(folder);
    project.provide('mysqlUrl', url);
    project.provide('mysqlReturns', true);
    return async () => {
      await stop(server, 'SIGTERM');
      remove();
    };
  } catch (error) {
    remove();
    if (process.env.CI === 'true') throw error;
    const reason = error instanceof Error ? error.message.split('\n').slice(-4).join(' | ').replace(/\.$/, '') : String(error);
    const cure = 'Install the package mariadb-server-core, or set MYSQL_URL to a server to use instead.';
    process.stderr.write(`No tests on MySQL: ${reason}. ${cure}\n`);
    project.provide('mysqlUrl', '');
    project.provide('mysqlReturns', false);
    return undefined;
  }
}
