/** Finds an installed MariaDB or MySQL server. */
import { existsSync, globSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { run } from './local-server.ts';

/** A server program and its files. */
export interface MysqlBinaries {
  readonly program: string;
  /**
   * Folder of messages, character sets and, for MariaDB, the scripts of the system tables; undefined: the default of
   * the program.
   */
  readonly share: string | undefined;
  readonly isMariadb: boolean;
  /** Environment variables of the program; undefined: those of this process. */
  readonly env?: Readonly<Record<string, string | undefined>>;
}

/** Common installation folders, in addition to PATH. */
const places = [
  '/usr/sbin/mariadbd',
  '/usr/libexec/mariadbd',
  '/usr/local/libexec/mariadbd',
  '/opt/homebrew/opt/mariadb*/bin/mariadbd',
  '/usr/local/opt/mariadb*/bin/mariadbd',
  '/usr/sbin/mysqld',
  '/usr/libexec/mysqld',
  '/opt/homebrew/opt/mysql*/bin/mysqld',
  '/usr/local/opt/mysql*/bin/mysqld',
  '/usr/local/mysql/bin/mysqld',
];

/** One of its scripts; the others are in the same folder. */
export const systemTables = 'mysql_system_tables.sql';

function shareOf(program: string): string | undefined {
  const prefix = dirname(dirname(program));
  const folders = ['share/mysql', 'share/mariadb', 'share'].flatMap((name) => [join(prefix, name), join('/usr', name)]);
  return folders.find((folder) => existsSync(join(folder, systemTables)));
}

/** The installed server. Rejects if there is none. */
export async function installedMysql(): Promise<MysqlBinaries> {
  const installedPrograms = places.flatMap((place) => globSync(place));
  for (const program of [...installedPrograms, 'mariadbd', 'mysqld']) {
    const versionText = await run(program, ['--version']).catch(() => undefined);
    if (versionText !== undefined)
      return { program, share: shareOf(program), isMariadb: versionText.includes('MariaDB') };
  }
  throw new Error('There is no MySQL or MariaDB server on this machine.');
}
