/** MySQL or MariaDB as a source: reading and writing connections apart, and one of its own for the probe. */
import type { CallContext, DatabaseAccess } from '../../source.ts';
import { type Mode, type MysqlOptions, mysqlDriver, mysqlIdentity } from './config.ts';
import { connectMysql, type MysqlConnection } from './connection.ts';
import { inLockedTransaction } from './named-lock.ts';
import { createMysqlPool } from './pool.ts';
import { mysqlName, mysqlProcedure, mysqlProcedures } from './procedures.ts';
import { inMysqlTransaction } from './transaction.ts';

export type { MysqlOptions } from './config.ts';

/** A write runs on to its end when its caller goes away. */
const withoutSignal = ({ deadline }: CallContext): CallContext => ({ deadline });

/** Prepares the pools; the first connection is made by the first call. Throws `SourceError` where the address is no URL. */
export function openMysql(options: MysqlOptions): DatabaseAccess {
  const identity = mysqlIdentity(options);
  const driver = mysqlDriver(options);
  const size = Math.max(1, options.connections ?? 10);
  const connect = (mode: Mode) => (call: CallContext) => connectMysql(options, driver, mode, call);
  const readers = createMysqlPool(connect('read'), size);
  const writers = createMysqlPool(connect('write'), Math.min(4, size));
  let prober: MysqlConnection | undefined;

  return {
    identity,
    read: (statement, call) => readers.lend(call, async (connection) => (await connection.run(statement, call)).rows),
    snapshot: (call, work) =>
      readers.lend(call, (connection) => {
        const begin = 'START TRANSACTION WITH CONSISTENT SNAPSHOT, READ ONLY';
        return inMysqlTransaction(connection, call, begin, work);
      }),
    transaction(call, work) {
      const { lock } = call;
      const own = withoutSignal(call);
      return writers.lend(own, (connection) => {
        const begin = 'START TRANSACTION READ WRITE';
        return lock === undefined
          ? inMysqlTransaction(connection, own, begin, work)
          : inLockedTransaction(connection, own, lock, begin, work);
      });
    },
    // On a session that may write: MariaDB does not even prepare a write on one that only reads.
    describe: (sql, call) =>
      writers.lend(call, async (connection) => {
        const { columns, ...others } = await connection.describe(sql, call);
        // What these give, the server tells when it runs them.
        const isUntold = columns?.length === 0 && /\breturning\b|^\s*call\b/i.test(sql);
        return { ...others, columns: isUntold ? undefined : columns, readOnly: undefined };
      }),
    procedures: (name, call) =>
      readers.lend(call, async (connection) => {
        const values = mysqlName(name);
        return mysqlProcedure((await connection.run({ sql: mysqlProcedures, values }, call)).rows);
      }),
    async probe(sql, call) {
      if (prober?.alive !== true) prober = await connect('read')(call);
      const connection = prober;
      try {
        await connection.run({ sql: sql ?? 'select 1', values: [] }, call);
      } catch (error) {
        connection.destroy();
        throw error;
      }
    },
    async close() {
      prober?.end();
      await Promise.all([readers.close(), writers.close()]);
    },
  };
}
