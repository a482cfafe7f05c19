/** A MariaDB or MySQL of one's own, on a free port of the loopback interface. */
import { spawn } from 'node:child_process';
import { chownSync, mkdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import {
  freePort,
  type OwnServer,
  ownServer,
  run,
  type ServerSettings,
  serverFolder,
  untilReady,
} from './local-server.ts';
import { installedMysql, type MysqlBinaries, systemTables } from './mysql-binaries.ts';
import { onMysql } from './mysql-client.ts';

/** What creates MariaDB's system tables, in order. */
const scripts = [systemTables, 'mysql_performance_tables.sql', 'mysql_system_tables_data.sql'];

function optionsFor({ share, isMariadb }: MysqlBinaries, data: string): readonly string[] {
  const messages =
    share === undefined ? [] : [`--lc-messages-dir=${share}`, `--character-sets-dir=${join(share, 'charsets')}`];
  // The kernel's asynchronous input and output is bounded for the whole machine: several servers that start at once run out of it.
  const own = isMariadb ? ['--innodb-log-file-size=16M'] : ['--mysqlx=OFF'];
  return [
    '--no-defaults',
    ...messages,
    `--datadir=${data}`,
    // A server that starts removes the temporary tables that it finds in its folder, those of other servers too.
    `--tmpdir=${data}`,
    '--innodb-buffer-pool-size=64M',
    '--innodb-flush-log-at-trx-commit=0',
    '--innodb-use-native-aio=0',
    '--skip-log-bin',
    ...own,
  ];
}

type How = Parameters<typeof run>[2];

/** Makes the system tables: of MariaDB by the scripts that come with it, since the program that runs them may be missing. */
async function initialize(binaries: MysqlBinaries, options: readonly string[], how: How): Promise<void> {
  const { program, share, isMariadb } = binaries;
  if (!isMariadb) {
    await run(program, [...options, '--initialize-insecure'], how);
    return;
  }
  if (share === undefined) throw new Error(`${program} lacks the scripts that make its system tables.`);
  const tables = scripts.map((name) => readFileSync(join(share, name), 'utf8')).join('\n');
  const input = `create database mysql;\nuse mysql;\nset @auth_root_socket = null;\n${tables}`;
  await run(program, [...options, '--bootstrap', '--log-warnings=0'], { ...how, input });
}

/**
 * Starts the server that `find` finds, the installed one when not said; `find` may put files into the server's own folder. `more` are further
 * settings, by the names of its variables. Rejects where there is none.
 */
export async function startMysql(
  more: ServerSettings = {},
  find: (folder: string) => Promise<MysqlBinaries> = installedMysql,
): Promise<OwnServer> {
  const { folder, user } = serverFolder('mysql');
  try {
    const binaries = await find(folder);
    const data = join(folder, 'data');
    mkdirSync(data);
    if (user) chownSync(data, user.uid, user.gid);
    const how = { ...user, cwd: folder, ...(binaries.env && { env: { ...binaries.env } }) };
    const options = optionsFor(binaries, data);
    await initialize(binaries, options, how);
    const port = await freePort();
    const url = `mysql://root@127.0.0.1:${port}/mysql`;
    return await ownServer({
      url,
      folder,
      signal: 'SIGTERM',
      crash: 'SIGKILL',
      launch(extra) {
        const settings = {
          port,
          'bind-address': '127.0.0.1',
          // MySQL's administrator is one of `localhost` by name.
          ...(binaries.isMariadb ? { 'skip-name-resolve': 1 } : {}),
          'max-connections': 300,
          socket: join(folder, 'socket'),
          'pid-file': join(folder, 'pid'),
          'log-error': join(folder, 'log'),
          ...more,
          ...extra,
        };
        const all = [...options, ...Object.entries(settings).map(([name, value]) => `--${name}=${value}`)];
        return spawn(binaries.program, all, { ...how, stdio: 'ignore' });
      },
      ready: (server) => untilReady(server, 'MariaDB or MySQL', () => onMysql(url, async () => undefined)),
    });
  } catch (error) {
    rmSync(folder, { recursive: true, force: true });
    throw error;
  }
}
