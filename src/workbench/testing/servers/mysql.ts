/** A local MariaDB or MySQL server on a free port of the loopback interface. */
import { spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import {
  createLocalServer,
  dataFolder,
  freePort,
  type LocalServer,
  removeFolders,
  run,
  type ServerSettings,
  serverFolder,
  untilReady,
} from './local-server.ts';
import { installedMysql, type MysqlBinaries, systemTables } from './mysql-binaries.ts';
import { onMysql } from './mysql-client.ts';

/** Scripts that create MariaDB's system tables, in order. */
const scripts = [systemTables, 'mysql_performance_tables.sql', 'mysql_system_tables_data.sql'];

function optionsFor({ share, isMariadb }: MysqlBinaries, data: string): readonly string[] {
  const messages =
    share === undefined ? [] : [`--lc-messages-dir=${share}`, `--character-sets-dir=${join(share, 'charsets')}`];
  // Asynchronous I/O is limited for the whole machine: several servers that start at the same time exceed the limit.
  const kindOptions = isMariadb ? ['--innodb-log-file-size=16M'] : ['--mysqlx=OFF'];
  return [
    '--no-defaults',
    ...messages,
    `--datadir=${data}`,
    // A starting server removes all temporary tables in its folder, including those of other servers.
    `--tmpdir=${data}`,
    '--innodb-buffer-pool-size=64M',
    '--innodb-flush-log-at-trx-commit=0',
    '--innodb-use-native-aio=0',
    '--skip-log-bin',
    ...kindOptions,
  ];
}

type How = Parameters<typeof run>[2];

/** Creates the system tables; for MariaDB with its scripts, because the program that runs them may be missing. */
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
 * Starts the server that `find` returns, by default the installed one. `find` may add files to the server's folder.
 * `more`: further settings by variable name. Rejects if there is no server.
 */
export async function startMysql(
  more: ServerSettings = {},
  find: (folder: string) => Promise<MysqlBinaries> = installedMysql,
): Promise<LocalServer> {
  const { folder, user } = serverFolder('mysql');
  const data = dataFolder('mysql', user);
  const folders = [folder, data];
  try {
    const binaries = await find(folder);
    const how = { ...user, cwd: folder, ...(binaries.env && { env: { ...binaries.env } }) };
    const options = optionsFor(binaries, data);
    await initialize(binaries, options, how);
    const port = await freePort();
    const url = `mysql://root@127.0.0.1:${port}/mysql`;
    return await createLocalServer({
      url,
      folders,
      signal: 'SIGTERM',
      crash: 'SIGKILL',
      launch(extra) {
        const settings = {
          port,
          'bind-address': '127.0.0.1',
          // MySQL defines its administrator for the name `localhost`, so that names must be resolved.
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
    removeFolders(folders);
    throw error;
  }
}
