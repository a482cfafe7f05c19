/** Where a MariaDB or MySQL server is on this machine. */
import { existsSync, globSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { run } from './local-server.ts';

/** A server program and what belongs to it. */
export interface MysqlBinaries {
  readonly program: string;
  /** Folder of messages, character sets and, of MariaDB, the scripts of the system tables; undefined: the program knows. */
  readonly share: string | undefined;
  readonly isMariadb: boolean;
  /** Variables that the program needs to run; undefined: those of this process. */
  readonly env?: Readonly<Record<string, string | undefined>>;
}

/** Where installations put the program, beside those where the shell looks. */
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

/** The first of its scripts: where it is, the others are. */
export const systemTables = 'mysql_system_tables.sql';

function shareOf(program: string): string | undefined {
  const prefix = dirname(dirname(program));
  const folders = ['share/mysql', 'share/mariadb', 'share'].flatMap((name) => [join(prefix, name), join('/usr', name)]);
  return folders.find((folder) => existsSync(join(folder, systemTables)));
}

/** The server that is installed. Rejects where there is none. */
export async function installedMysql(): Promise<MysqlBinaries> {
  const found = places.flatMap((place) => globSync(place));
  for (const program of [...found, 'mariadbd', 'mysqld']) {
    const said = await run(program, ['--version']).catch(() => undefined);
    if (said !== undefined) return { program, share: shareOf(program), isMariadb: said.includes('MariaDB') };
  }
  throw new Error('There is no MySQL or MariaDB server on this machine.');
}
