/** A pool of connections to MySQL or MariaDB. */
import type { ConnectionOptions } from 'mysql2';
import { type ConnectionPool, createConnectionPool } from '../connections/pool.ts';
import { TarnPool } from '../connections/tarn-pool.ts';
import type { Mode, MysqlOptions } from './config.ts';
import { connectMysql, type MysqlConnection } from './connection.ts';

/** Makes pools of at most `size` connections, which share the options of the driver. */
export function mysqlPools(options: MysqlOptions, driverOptions: ConnectionOptions) {
  return (mode: Mode, size: number): ConnectionPool<MysqlConnection> => {
    const lifecycle = {
      connect: () => connectMysql(options, driverOptions, mode),
      isReusable: (connection: MysqlConnection) => connection.isReusable,
      destroy: async (connection: MysqlConnection) => connection.destroy(),
    };
    return createConnectionPool({ server: 'MySQL', connections: new TarnPool(lifecycle, size) });
  };
}
