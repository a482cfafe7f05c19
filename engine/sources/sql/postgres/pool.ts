/** A pool of PostgreSQL connections. */
import type { ClientConfig } from 'pg';
import { type ConnectionPool, createConnectionPool } from '../connections/pool.ts';
import { TarnPool } from '../connections/tarn-pool.ts';
import { connectPostgres, type PostgresConnection } from './connection.ts';

/** A pool of at most `size` connections with the same configuration. */
export function createPostgresPool(config: ClientConfig, size: number): ConnectionPool<PostgresConnection> {
  const lifecycle = {
    connect: () => connectPostgres(config),
    isReusable: (connection: PostgresConnection) => connection.isReusable,
    destroy: (connection: PostgresConnection) => connection.destroy(),
  };
  return createConnectionPool({ server: 'PostgreSQL', connections: new TarnPool(lifecycle, size) });
}
