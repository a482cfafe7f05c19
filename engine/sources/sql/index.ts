/** Opens a configured SQL source, whichever its dialect. */
import { resolve } from 'node:path';
import type { SourceEvent } from '../../base/events.ts';
import { type DialectName, SourceError, type SqlSource } from '../source.ts';
import { openMysql } from './mysql/source.ts';
import { openPostgres } from './postgres/source.ts';
import { openSqlite } from './sqlite/source.ts';

type Scalar = string | number | boolean;

/** A source of a profile, its settings filled in. Numbers and booleans may come as text, as settings give them. */
export interface SqlSourceConfig {
  readonly sql: DialectName;
  readonly connection: Readonly<Record<string, Scalar | readonly string[] | undefined>>;
  /** IANA time zone; UTC by default. */
  readonly clock?: string | undefined;
  /** At most so many reading connections; 10 by default. */
  readonly connections?: number | undefined;
  /** Longest time for one statement, in milliseconds; 10 seconds by default. */
  readonly timeoutMs?: number | undefined;
}

type Connection = SqlSourceConfig['connection'];

function textOf(connection: Connection, name: string): string | undefined {
  const value = connection[name];
  return value === undefined || typeof value === 'object' ? undefined : String(value);
}

function numberOf(connection: Connection, name: string): number | undefined {
  const text = textOf(connection, name);
  if (text === undefined) return undefined;
  const value = Number(text);
  if (Number.isInteger(value) && value > 0) return value;
  throw new SourceError('unreachable', `The connection's ${name} must be a whole number.`);
}

function booleanOf(connection: Connection, name: string): boolean | undefined {
  const text = textOf(connection, name)?.toLowerCase();
  if (text === undefined || text === '') return undefined;
  if (['true', '1', 'yes', 'on'].includes(text)) return true;
  if (['false', '0', 'no', 'off'].includes(text)) return false;
  throw new SourceError('unreachable', `The connection's ${name} must be true or false.`);
}

/**
 * Opens the source. `context.folder` is what relative paths count from, absolute; `report` takes what the source
 * tells the log. SQLite files are opened or created here;
 * the servers are connected by the first call. Rejects with `SourceError` where the configuration cannot be used.
 */
export async function openSqlSource(
  config: SqlSourceConfig,
  context: { readonly folder: string; readonly report?: (event: SourceEvent) => void },
): Promise<SqlSource> {
  const { connection, connections } = config;
  switch (config.sql) {
    case 'sqlite': {
      const file = textOf(connection, 'file');
      if (file === undefined || file === '') {
        throw new SourceError('unreachable', 'The connection names no database file.');
      }
      const { create } = connection;
      const scripts = typeof create === 'object' ? create : [];
      return openSqlite({
        file: resolve(context.folder, file),
        create: scripts.map((script) => resolve(context.folder, script)),
        connections,
        report: context.report,
      });
    }
    case 'postgres':
      return openPostgres({
        url: textOf(connection, 'url'),
        host: textOf(connection, 'host'),
        port: numberOf(connection, 'port'),
        database: textOf(connection, 'database'),
        user: textOf(connection, 'user'),
        password: textOf(connection, 'password'),
        ssl: booleanOf(connection, 'ssl'),
        clock: config.clock ?? 'UTC',
        timeoutMs: config.timeoutMs ?? 10_000,
        connections,
      });
    case 'mysql':
      return openMysql({
        url: textOf(connection, 'url'),
        host: textOf(connection, 'host'),
        port: numberOf(connection, 'port'),
        socketPath: textOf(connection, 'socketPath'),
        database: textOf(connection, 'database'),
        user: textOf(connection, 'user'),
        password: textOf(connection, 'password'),
        ssl: booleanOf(connection, 'ssl'),
        clock: config.clock ?? 'UTC',
        timeoutMs: config.timeoutMs ?? 10_000,
        connections,
      });
    case 'mssql': {
      // Loaded where it is used: the driver brings much along that no other source needs.
      const { openMssql } = await import('./mssql/source.ts');
      return openMssql({
        url: textOf(connection, 'url'),
        server: textOf(connection, 'server'),
        port: numberOf(connection, 'port'),
        instance: textOf(connection, 'instance') || undefined,
        database: textOf(connection, 'database'),
        user: textOf(connection, 'user'),
        password: textOf(connection, 'password'),
        domain: textOf(connection, 'domain') || undefined,
        encrypt: booleanOf(connection, 'encrypt'),
        trustServerCertificate: booleanOf(connection, 'trustServerCertificate'),
        timeoutMs: config.timeoutMs ?? 10_000,
        connections,
      });
    }
  }
}

/** The driver of SQL Server, past the engine's sources; loaded where it is used, as above. */
export const loadMssql = () => import('./mssql/fixture-access.ts');

/** Opens what stands in for the SQL Server of a source: a PostgreSQL database at `url`, made for this. */
export async function openStandInSource(
  { clock, timeoutMs, connections }: SqlSourceConfig,
  url: string,
  report: (event: SourceEvent) => void,
): Promise<SqlSource> {
  const { openStandIn } = await import('./stand-in/source.ts');
  return openStandIn({ url, clock: clock ?? 'UTC', timeoutMs: timeoutMs ?? 10_000, connections, report });
}
