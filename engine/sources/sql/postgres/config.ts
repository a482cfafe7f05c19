/** Address and session settings of a PostgreSQL source, as options of the driver. */
import type { ClientConfig } from 'pg';
import { addressIn, type ServerOptions } from '../connection.ts';

/** `url`: `postgres://user:password@host:port/database?sslmode=require`. */
export interface PostgresOptions extends ServerOptions {
  /** Time zone of the sessions, in which times with and without a zone are read. IANA name. */
  readonly clock: string;
  /** Longest time for one statement, in milliseconds; the server enforces it too. */
  readonly timeoutMs: number;
  /** Reading connections at most; 10 by default. Writing connections are at most 8. */
  readonly connections?: number | undefined;
}

/** Milliseconds that a statement waits for a lock, and that a connection may take to be made. */
const lockMs = 5_000;
const connectMs = 5_000;

type Address = Pick<ClientConfig, 'host' | 'port' | 'database' | 'user' | 'password' | 'ssl'>;

function addressOf(options: PostgresOptions): Address {
  const { url, ssl } = options;
  if (url === undefined) {
    const { host = 'localhost', port = 5432, database, user, password } = options;
    return { host, port, database, user, password, ssl: ssl ?? false };
  }
  const { host, port = 5432, database, user, password, parameters } = addressIn(url, 'PostgreSQL');
  const mode = parameters.get('sslmode');
  return { host, port, database, user, password, ssl: ssl ?? (mode !== null && mode !== 'disable') };
}

const escaped = (value: string) => value.replaceAll(/[\\\s]/g, '\\$&');

/** Names the database without credentials: `postgres://host:port/database`. */
export function postgresIdentity(options: PostgresOptions): string {
  const { host, port, database } = addressOf(options);
  return `postgres://${host?.toLowerCase()}:${port}/${database ?? ''}`;
}

/** Configuration of one connection. All settings are sent with the start of the session, so that none costs a round trip. */
export function postgresClientConfig(options: PostgresOptions, mode: 'read' | 'write'): ClientConfig {
  const settings: Readonly<Record<string, string>> = {
    TimeZone: options.clock,
    DateStyle: 'ISO',
    standard_conforming_strings: 'on',
    // The defaults of a database may be fewer digits, or another format of bytes.
    extra_float_digits: '3',
    bytea_output: 'hex',
    ...(mode === 'read' ? { default_transaction_read_only: 'on' } : {}),
  };
  return {
    ...addressOf(options),
    application_name: 'erp-engine',
    keepAlive: true,
    connectionTimeoutMillis: Math.min(connectMs, options.timeoutMs),
    statement_timeout: options.timeoutMs,
    lock_timeout: lockMs,
    idle_in_transaction_session_timeout: options.timeoutMs + 2 * lockMs,
    options: Object.entries(settings)
      .map(([name, value]) => `-c ${name}=${escaped(value)}`)
      .join(' '),
  };
}
