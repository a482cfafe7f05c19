/** Address and session settings of a PostgreSQL source, in the driver's words. */
import type { ClientConfig } from 'pg';
import { SourceError } from '../../source.ts';

export interface PostgresOptions {
  /** Either a URL `postgres://user:password@host:port/database?sslmode=require`, or the five below. */
  readonly url?: string | undefined;
  readonly host?: string | undefined;
  readonly port?: number | undefined;
  readonly database?: string | undefined;
  readonly user?: string | undefined;
  readonly password?: string | undefined;
  readonly ssl?: boolean | undefined;
  /** Time zone of the sessions, so that naive and absolute times read alike. IANA name. */
  readonly clock: string;
  /** Longest time for one statement, in milliseconds; the server enforces it too. */
  readonly timeoutMs: number;
  /** Reading connections; 10 by default. Writing ones are at most 4. */
  readonly connections?: number | undefined;
}

/** Longest wait for a lock and for a connection to be made, in milliseconds. */
const lockMs = 5_000;
const connectMs = 5_000;

type Address = Pick<ClientConfig, 'host' | 'port' | 'database' | 'user' | 'password' | 'ssl'>;

function addressOf(options: PostgresOptions): Address {
  const { url, ssl } = options;
  if (url === undefined) {
    const { host = 'localhost', port = 5432, database, user, password } = options;
    return { host, port, database, user, password, ssl: ssl ?? false };
  }
  // Not left to the driver: options in the address would replace the session settings below.
  if (!URL.canParse(url)) throw new SourceError('unreachable', 'The address of the PostgreSQL database is not a URL.');
  const { hostname, port, pathname, username, password, searchParams } = new URL(url);
  const mode = searchParams.get('sslmode');
  return {
    host: hostname.replace(/^\[|\]$/g, '') || 'localhost',
    port: port === '' ? 5432 : Number(port),
    database: decodeURIComponent(pathname.slice(1)),
    user: decodeURIComponent(username),
    password: decodeURIComponent(password),
    ssl: ssl ?? (mode !== null && mode !== 'disable'),
  };
}

const escaped = (value: string) => value.replaceAll(/[\\\s]/g, '\\$&');

/** Names the database without credentials: `postgres://host:port/database`. */
export function postgresIdentity(options: PostgresOptions): string {
  const { host, port, database } = addressOf(options);
  return `postgres://${host?.toLowerCase()}:${port}/${database ?? ''}`;
}

/** Configuration of one connection. All settings travel with the start of the session, so that none costs a round trip. */
export function postgresClientConfig(options: PostgresOptions, mode: 'read' | 'write'): ClientConfig {
  const settings: Readonly<Record<string, string>> = {
    TimeZone: options.clock,
    DateStyle: 'ISO',
    standard_conforming_strings: 'on',
    // A database may be set to fewer digits, or to another way of writing bytes.
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
