/**
 * SQL Server connections through the `mssql` package. Its pool holds the configuration, opens, checks and closes connections; the engine
 * acquires the driver's raw connection from it, because the package's own requests give neither exact decimals nor descriptions of
 * statements. Two things of the package are left out: its `connect`, which would log in once more only to see whether it can, and its
 * limits for waiting, which are the same for all callers.
 */
import mssql from 'mssql';
import { Connection } from 'tedious';
import type { SourceError } from '../../source.ts';
import type { ConnectionLifecycle } from '../connections/connection-store.ts';
import { type ConnectionPool, createConnectionPool } from '../connections/pool.ts';
import { connectMs, type MssqlOptions, mssqlConfig } from './config.ts';
import { mssqlError } from './errors.ts';
import { readExactly } from './exact-values.ts';
import { watchLogin } from './login.ts';
import { isCancelled, runRequest } from './request.ts';

declare module 'mssql' {
  /** How the package opens, checks and closes one connection. Its types leave these methods out. */
  interface ConnectionPool {
    _poolCreate(): Promise<unknown>;
    _poolValidate(connection: Connection): boolean | Promise<boolean>;
    _poolDestroy(connection: Connection): Promise<void>;
  }
}

/** Resolves when a cancelled connection has closed. */
function closed(connection: Connection): Promise<void> {
  if (connection.closed) return Promise.resolve();
  return new Promise((resolve) => void connection.once('end', resolve));
}

/** The package's configuration and connections. `setup` is T-SQL that prepares a new session. */
class MssqlConnections extends mssql.ConnectionPool {
  readonly lifecycle: ConnectionLifecycle<Connection>;

  constructor(options: MssqlOptions, setup: string) {
    const config = mssqlConfig(options);
    const limitMs = connectMs(options);
    let loginError: ((error: unknown) => SourceError) | undefined;
    super({
      ...config,
      beforeConnect(connection) {
        loginError = watchLogin(connection, config.options?.encrypt !== false);
      },
    });
    // It repeats errors of connections, and would end the process without a listener.
    this.on('error', () => undefined);

    const open = async (): Promise<Connection> => {
      const opening = this._poolCreate();
      // The package has called `beforeConnect` by now.
      const toSourceError = loginError ?? mssqlError;
      try {
        const connection = await opening;
        if (!(connection instanceof Connection))
          throw new Error('The mssql package uses another copy of tedious than the engine.');
        // A statement of several packets would wait for the acknowledgement of the first one, which takes up to 40 ms.
        connection.socket?.setNoDelay(true);
        return connection;
      } catch (error) {
        throw toSourceError(error);
      }
    };

    const destroy = (connection: Connection) =>
      isCancelled(connection) ? closed(connection) : this._poolDestroy(connection);

    const connect = async (): Promise<Connection> => {
      const connection = await open();
      try {
        if (setup !== '') await runRequest(connection, setup, undefined, { deadline: Date.now() + limitMs });
        return connection;
      } catch (error) {
        void destroy(connection);
        throw error;
      }
    };

    const isReusable = (connection: Connection) =>
      !isCancelled(connection) && !connection.inTransaction && this._poolValidate(connection) === true;

    readExactly();
    this.lifecycle = { connect, isReusable, destroy };
  }
}

/** A pool of at most `size` raw connections, each prepared by the T-SQL `setup`. Throws `SourceError` where the address cannot be used. */
export function createMssqlPool(options: MssqlOptions, setup: string, size: number): ConnectionPool<Connection> {
  return createConnectionPool({ server: 'SQL Server', size, ...new MssqlConnections(options, setup).lifecycle });
}

/** One raw connection outside of any pool. Rejects with `SourceError`. */
export function connectMssql(options: MssqlOptions): Promise<Connection> {
  return new MssqlConnections(options, '').lifecycle.connect();
}
