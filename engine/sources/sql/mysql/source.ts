/** MySQL or MariaDB as a source: one pool for reads, one for writes, and a connection for the probe. */

import type { ConnectionOptions } from 'mysql2';
import type { DatabaseAccess } from '../../source.ts';
import { type ConnectionPool, createConnectionPool, poolControl } from '../connections/pool.ts';
import { inTransaction, withoutSignal } from '../connections/transaction.ts';
import { type Mode, type MysqlOptions, mysqlDriverOptions, mysqlIdentity } from './config.ts';
import { connectMysql, type MysqlConnection } from './connection.ts';
import { inLockedTransaction } from './named-lock.ts';
import { mysqlName, mysqlProcedure, mysqlProcedures } from './procedures.ts';
import { mysqlTransaction } from './transaction.ts';

/** Makes pools of at most `size` connections, which share the options of the driver. */
function mysqlPools(options: MysqlOptions, driverOptions: ConnectionOptions) {
  return (mode: Mode, size: number): ConnectionPool<MysqlConnection> =>
    createConnectionPool({
      server: 'MySQL',
      size,
      connect: () => connectMysql(options, driverOptions, mode),
      isReusable: (connection) => connection.isReusable,
      destroy: async (connection) => connection.destroy(),
    });
}

export type { MysqlOptions } from './config.ts';

/** Statements whose columns the server reports only when it runs them. */
const undescribable = /\breturning\b|^\s*call\b/i;

/** Prepares the pools; the first call makes the first connection. Throws `SourceError` where the address is no URL. */
export function openMysql(options: MysqlOptions): DatabaseAccess {
  const createPool = mysqlPools(options, mysqlDriverOptions(options));
  const size = Math.max(1, options.connections ?? 10);
  const readers = createPool('read', size);
  const writers = createPool('write', Math.min(4, size));
  const probers = createPool('read', 1);

  return {
    identity: mysqlIdentity(options),
    read: (statement, call) => readers.use(call, async (connection) => (await connection.run(statement, call)).rows),
    snapshot: (call, work) =>
      readers.use(call, (connection) => inTransaction(mysqlTransaction(connection, 'snapshot'), call, work)),
    transaction(call, work) {
      const { lock } = call;
      const callWithoutSignal = withoutSignal(call);
      return writers.use(callWithoutSignal, (connection) =>
        lock === undefined
          ? inTransaction(mysqlTransaction(connection, 'write'), callWithoutSignal, work)
          : inLockedTransaction(connection, callWithoutSignal, lock, work),
      );
    },
    // On a session that may write: MariaDB does not even prepare a write on one that only reads.
    describe: (sql, call) =>
      writers.use(call, async (connection) => {
        const { columns, ...others } = await connection.describe(sql, call);
        const isUnknown = columns?.length === 0 && undescribable.test(sql);
        return { ...others, columns: isUnknown ? undefined : columns, readOnly: undefined };
      }),
    origins: (sql, call) =>
      readers.use(call, async (connection) => {
        const origins = await connection.origins(sql, call);
        const { rows } = await connection.run({ sql: 'select database() as own', values: [] }, call);
        return origins.map((one) => one && { ...one, schema: one.schema === rows[0]?.own ? undefined : one.schema });
      }),
    procedures: (name, call) =>
      readers.use(call, async (connection) => {
        const values = mysqlName(name);
        return mysqlProcedure((await connection.run({ sql: mysqlProcedures, values }, call)).rows);
      }),
    async probe(sql, call) {
      await probers.use(call, (connection) => connection.run({ sql: sql ?? 'select 1', values: [] }, call));
    },
    ...poolControl(readers, writers, probers),
  };
}
