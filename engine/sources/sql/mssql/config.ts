/** Address and options of a SQL Server source, and the configuration of the `mssql` package for them. */
import type { config as PackageConfig } from 'mssql';
import { SourceError } from '../../source.ts';
import { addressIn, type ServerOptions } from '../connection.ts';

/** `url`: `mssql://user:password@host:port/database?encrypt=true&trustServerCertificate=false`. `port`: not together with `instance`. */
export interface MssqlOptions extends Omit<ServerOptions, 'host' | 'ssl'> {
  readonly server?: string | undefined;
  /** A named instance. The driver asks the SQL Server Browser for its port (UDP 1434). */
  readonly instance?: string | undefined;
  /** Windows domain of the user: the login is NTLM then. */
  readonly domain?: string | undefined;
  /** True by default. */
  readonly encrypt?: boolean | undefined;
  /** Accepts a certificate that no known authority has signed; false by default. */
  readonly trustServerCertificate?: boolean | undefined;
  /** Longest time for a connection to be made, in milliseconds; never over five seconds. */
  readonly timeoutMs: number;
  /** Reading connections; 10 by default. Writing ones are at most 4. */
  readonly connections?: number | undefined;
}

/** Milliseconds that the server has to answer a cancellation before its connection is closed. */
export const cancelMs = 2_000;

/** Milliseconds for a connection to be made. */
export const connectMs = ({ timeoutMs }: MssqlOptions): number => Math.max(1, Math.min(5_000, timeoutMs));

type Address = Omit<MssqlOptions, 'url' | 'timeoutMs' | 'connections'> & { readonly server: string };

function flag(parameters: URLSearchParams, name: string): boolean | undefined {
  const value = parameters.get(name)?.toLowerCase();
  return value === undefined ? undefined : value !== 'false' && value !== '0' && value !== 'no';
}

function addressOf({ url, ...given }: MssqlOptions): Address {
  if (url === undefined) return { ...given, server: given.server || 'localhost' };
  const { host: server, parameters, ...address } = addressIn(url, 'SQL Server');
  return {
    ...address,
    server,
    instance: parameters.get('instance') ?? undefined,
    domain: parameters.get('domain') ?? given.domain,
    encrypt: flag(parameters, 'encrypt') ?? given.encrypt,
    trustServerCertificate: flag(parameters, 'trustServerCertificate') ?? given.trustServerCertificate,
  };
}

/** Names the database without credentials: `mssql://host:port/database` or `mssql://host/instance/database`. */
export function mssqlIdentity(options: MssqlOptions): string {
  const { server, port = 1433, instance, database } = addressOf(options);
  const place = instance === undefined ? `${server}:${port}` : `${server}/${instance}`;
  return `mssql://${place.toLowerCase()}/${database ?? ''}`;
}

/** Throws `SourceError` where the address cannot be used. */
export function mssqlConfig(options: MssqlOptions): PackageConfig {
  const { server, port, instance, database, user, password, domain, encrypt, trustServerCertificate } =
    addressOf(options);
  if (port !== undefined && instance !== undefined) {
    throw new SourceError('unreachable', 'The connection names a port and an instance; only one of them can decide.');
  }
  return {
    server,
    // With a domain the login is NTLM.
    ...(domain ? { domain } : {}),
    user: user ?? '',
    password: password ?? '',
    connectionTimeout: connectMs(options),
    // Deadlines belong to calls; the engine cancels by itself.
    requestTimeout: 0,
    // By the state of the socket: a statement for each check would cost a round trip.
    validateConnection: 'socket',
    options: {
      ...(instance === undefined ? { port: port ?? 1433 } : { instanceName: instance }),
      ...(database ? { database } : {}),
      appName: 'erp-engine',
      encrypt: encrypt ?? true,
      trustServerCertificate: trustServerCertificate ?? false,
      cancelTimeout: cancelMs,
      // A retry of the driver's would hide a throttled login, and outlast the deadline.
      maxRetriesOnTransientErrors: 0,
      useUTC: true,
      // ApplicationIntent=ReadOnly is not used: it sends reads to a replica that lags behind, and does not make a session read-only.
      readOnlyIntent: false,
    },
  };
}
