/** Separate database servers for a test that stops and restarts them. */
import { hasMysql } from './dialects.ts';
import type { DialectName } from './kinds.ts';
import { startMariadb } from './mariadb-server.ts';
import { startPostgres } from './postgres-server.ts';
import type { LocalServer } from './server-process.ts';

interface OwnKind {
  readonly dialect: DialectName;
  start(more?: Readonly<Record<string, string | number>>): Promise<LocalServer>;
  /** The signal that ends the server like a crash. */
  readonly crash: NodeJS.Signals;
}

/** Commits are written to the operating system, so that they survive the process. */
const mariadb = (more: Readonly<Record<string, string | number>> = {}) =>
  startMariadb({ 'innodb-flush-log-at-trx-commit': 2, ...more });

/** With `MYSQL_URL`, this machine may not have a MariaDB. */
export const ownKinds: readonly OwnKind[] = [
  { dialect: 'postgres', start: startPostgres, crash: 'SIGQUIT' },
  ...(hasMysql && !process.env.MYSQL_URL ? [{ dialect: 'mysql', start: mariadb, crash: 'SIGKILL' } as const] : []),
];
