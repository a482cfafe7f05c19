/** Address and session settings of a MySQL or MariaDB source, as options of the driver. */
import type { ConnectionOptions } from 'mysql2';
import { addressIn, type ServerOptions } from '../connection.ts';

/** `url`: `mysql://user:password@host:port/database?ssl=true`. */
export interface MysqlOptions extends ServerOptions {
  /** Path of a local socket, instead of host and port. */
  readonly socketPath?: string | undefined;
  /** Time zone of the ERP's clock. IANA name. */
  readonly clock: string;
  /** Longest time for one statement, in milliseconds; the server enforces it too. */
  readonly timeoutMs: number;
  /** Reading connections at most; 10 by default. Writing connections are at most 4. */
  readonly connections?: number | undefined;
}

export type Mode = 'read' | 'write';

/** Seconds that a statement waits for a lock. */
export const lockSeconds = 5;

/** Milliseconds for a connection to be made, and again for its session to be prepared. */
export const connectMs = ({ timeoutMs }: MysqlOptions): number => Math.min(5_000, timeoutMs);

interface Address {
  readonly host: string;
  readonly port: number;
  readonly socketPath?: string;
  readonly database: string | undefined;
  readonly user: string | undefined;
  readonly password: string | undefined;
  readonly encrypted: boolean;
}

function addressOf(options: MysqlOptions): Address {
  const { url, ssl, socketPath } = options;
  if (url === undefined) {
    const { host = 'localhost', port = 3306, database, user, password } = options;
    return { host, port, database, user, password, encrypted: ssl ?? false, ...(socketPath ? { socketPath } : {}) };
  }
  const { host, port = 3306, database, user, password, parameters } = addressIn(url, 'MySQL');
  const mode = (parameters.get('ssl') ?? parameters.get('ssl-mode') ?? 'false').toLowerCase();
  return {
    host,
    port,
    database: database || undefined,
    user,
    password,
    encrypted: ssl ?? !['false', '0', 'off', 'disabled'].includes(mode),
  };
}

/** Names the database without credentials: `mysql://host:port/database`. */
export function mysqlIdentity(options: MysqlOptions): string {
  const { host, port, socketPath, database } = addressOf(options);
  const place = socketPath === undefined ? `${host.toLowerCase()}:${port}` : encodeURIComponent(socketPath);
  return `mysql://${place}/${database ?? ''}`;
}

/** The driver's options. One object serves all connections of a source, so that TLS material is read once. */
export function mysqlDriverOptions(options: MysqlOptions): ConnectionOptions {
  const { encrypted, socketPath, host, port, database, user, password } = addressOf(options);
  return {
    ...(socketPath === undefined ? { host, port } : { socketPath }),
    ...(database === undefined ? {} : { database }),
    ...(user === undefined ? {} : { user }),
    ...(password === undefined ? {} : { password }),
    ...(encrypted ? { ssl: { rejectUnauthorized: true, verifyIdentity: true } } : {}),
    charset: 'utf8mb4',
    supportBigNumbers: true,
    bigNumberStrings: true,
    dateStrings: true,
    jsonStrings: true,
    timezone: 'Z',
    connectTimeout: connectMs(options),
    // IGNORE_SPACE makes names of functions reserved words; LOCAL_FILES lets a server read files of this machine; with
    // PS_MULTI_RESULTS, a prepared CALL gives its outputs as a separate result, in their types.
    flags: ['-IGNORE_SPACE', '-LOCAL_FILES', 'PS_MULTI_RESULTS'],
    connectAttributes: { program_name: 'erp-engine' },
    maxPreparedStatements: 200,
  };
}

/** The server refuses values that do not fit, and changes none. `||` and `"` mean the same as in the ERP's other clients. */
const strict = 'STRICT_TRANS_TABLES,STRICT_ALL_TABLES,ERROR_FOR_DIVISION_BY_ZERO,NO_ENGINE_SUBSTITUTION';

/**
 * Statements that prepare a new session, except for its time zone. Settings that only one of the servers has are in a comment that
 * only this server executes: MariaDB executes `M!`, MySQL executes `!5` and `!8`, which MariaDB skips for versions from 5.7 on.
 */
export function sessionSettings({ timeoutMs }: MysqlOptions, mode: Mode): readonly string[] {
  const idleSeconds = Math.ceil(timeoutMs / 1000) + 2 * lockSeconds;
  const settings = [
    // Without it MySQL rounds fractions of a second; the other databases truncate them.
    `sql_mode = concat('${strict}' /*!80000 , ',TIME_TRUNCATE_FRACTIONAL' */)`,
    `innodb_lock_wait_timeout = ${lockSeconds}`,
    `lock_wait_timeout = ${lockSeconds}`,
    // The server keeps the transaction and locks of a machine that disappeared for this time; the pool closes idle sessions before.
    `wait_timeout = ${60 + idleSeconds}`,
    'autocommit = 1',
    "completion_type = 'NO_CHAIN'",
    // The server truncates longer lists without an error; its default is 1024 bytes.
    'group_concat_max_len = 1048576',
  ];
  const mariadb = `/*M!100300 , max_statement_time = ${timeoutMs / 1000}, idle_transaction_timeout = ${idleSeconds} */`;
  const oracle = `/*!50708 , max_execution_time = ${timeoutMs} */`;
  const access = mode === 'read' ? 'REPEATABLE READ, READ ONLY' : 'READ COMMITTED, READ WRITE';
  return [
    `SET SESSION ${settings.join(', ')} ${mariadb} ${oracle}`,
    `SET SESSION TRANSACTION ISOLATION LEVEL ${access}`,
  ];
}
