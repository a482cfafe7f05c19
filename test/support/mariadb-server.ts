/** A separate MariaDB server for a test, from the installed server or Debian's packages. */
import { cpSync, existsSync } from 'node:fs';
import { join } from 'node:path';
import type { ServerSettings } from '../../src/workbench/testing/servers/local-server.ts';
import { startMysql } from '../../src/workbench/testing/servers/mysql.ts';
import type { MysqlBinaries } from '../../src/workbench/testing/servers/mysql-binaries.ts';
import { loadTimeZones } from '../../src/workbench/testing/servers/time-zones.ts';
import { mariadbBinaries } from './mariadb-binaries.ts';
import { freezable, type LocalServer } from './server-process.ts';

/** The time zones of the tests. The server does not know any other. */
export const knownZones: readonly string[] = ['Europe/Berlin', 'Europe/Paris', 'America/New_York'];

/** A copy that another user can read: only the owner may be able to read the cache folder. */
async function readable(folder: string): Promise<MysqlBinaries> {
  const { root, libraries } = await mariadbBinaries();
  if (root === '/') return binariesIn(root, libraries);
  const copy = join(folder, 'server');
  const parts = ['usr/sbin', 'usr/share/mysql', 'usr/lib', 'lib'].filter((part) => existsSync(join(root, part)));
  for (const part of parts) {
    cpSync(join(root, part), join(copy, part), { recursive: true, verbatimSymlinks: true });
  }
  return binariesIn(
    copy,
    libraries.map((library) => library.replace(root, copy)),
  );
}

function binariesIn(root: string, libraries: readonly string[]): MysqlBinaries {
  return {
    program: join(root, 'usr/sbin/mariadbd'),
    share: join(root, 'usr/share/mysql'),
    isMariadb: true,
    env: { ...process.env, LD_LIBRARY_PATH: libraries.join(':') },
  };
}

/**
 * Starts a server on a free loopback port. `more`: additional settings by the names of the server variables. Rejects
 * if this machine has no MariaDB and none can be downloaded.
 */
export async function startMariadb(more: ServerSettings = {}): Promise<LocalServer> {
  const server = await startMysql(more, readable);
  await loadTimeZones(server.url, knownZones);
  return freezable(server);
}
