/** Database servers of a test's own, to be taken away and brought back. */
import { hasMysql } from './dialects.ts';
import type { DialectName } from './kinds.ts';
import { startMariadb } from './mariadb-server.ts';
import { startPostgres } from './postgres-server.ts';
import type { OwnServer } from './server-process.ts';

export interface OwnKind {
  readonly dialect: DialectName;
  start(more?: Readonly<Record<string, string | number>>): Promise<OwnServer>;
  /** What ends the server as a crash would. */
  readonly crash: NodeJS.Signals;
}

/** With what is committed handed to the operating system, so that it outlives the process. */
const mariadb = (more: Readonly<Record<string, string | number>> = {}) =>
  startMariadb({ 'innodb-flush-log-at-trx-commit': 2, ...more });

/** Where `MYSQL_URL` names a server, this machine need not have one. */
export const ownKinds: readonly OwnKind[] = [
  { dialect: 'postgres', start: startPostgres, crash: 'SIGQUIT' },
  ...(hasMysql && !process.env.MYSQL_URL ? [{ dialect: 'mysql', start: mariadb, crash: 'SIGKILL' } as const] : []),
];
