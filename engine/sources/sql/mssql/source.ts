/**
 * SQL Server as a source: one pool for reads, one for writes, a connection that describes statements, and one for the probe. SQL Server 2012
 * and later.
 */
import type { Connection } from 'tedious';
import type { BoundStatement, CallContext, DatabaseAccess } from '../../source.ts';
import { afterLock } from '../connections/name-lock.ts';
import { poolControl } from '../connections/pool.ts';
import { inTransaction, withoutSignal } from '../connections/transaction.ts';
import { type MssqlOptions, mssqlIdentity } from './config.ts';
import { mssqlLock, readerSettings, sessionSettings, snapshotAllowed } from './control-statements.ts';
import { findTsqlChange } from './data-changes.ts';
import { type AskServer, describeColumns, describeOrigins } from './describe.ts';
import { mssqlParameter } from './parameters.ts';
import { createMssqlPool } from './pool.ts';
import { mssqlProcedure, mssqlProcedures } from './procedures.ts';
import { runRequest } from './request.ts';
import { checkRead, createStatementRunner } from './statement.ts';
import { mssqlSnapshot, mssqlWrite } from './transaction.ts';

export type { MssqlOptions } from './config.ts';

/** Prepares the pools; the first call makes the first connection. Throws `SourceError` where the address cannot be used. */
export function openMssql(options: MssqlOptions): DatabaseAccess {
  const size = Math.max(1, options.connections ?? 10);
  const readerSetup = `${sessionSettings}\n${readerSettings}`;
  const readers = createMssqlPool(options, readerSetup, size);
  const writers = createMssqlPool(options, sessionSettings, Math.min(4, size));
  const describers = createMssqlPool(options, readerSetup, 1);
  const probers = createMssqlPool(options, readerSetup, 1);
  let hasSnapshots: boolean | undefined;

  // Never in a transaction: a request that the server refuses would end it.
  const describing =
    (call: CallContext): AskServer =>
    (sql, values) =>
      describers.use(call, async (connection) => {
        const parameters = values.map((value) => mssqlParameter(value, 'nvarchar(max)'));
        return (await runRequest(connection, sql, parameters, call, values[0] ?? undefined))[0] ?? [];
      });
  const run = createStatementRunner(describing);

  /** Read once: after a change of the setting the service must be started again. */
  async function allowsSnapshots(connection: Connection, call: CallContext): Promise<boolean> {
    hasSnapshots ??= (await runRequest(connection, snapshotAllowed, undefined, call))[0]?.[0]?.allowed === 1;
    return hasSnapshots;
  }

  return {
    identity: mssqlIdentity(options),
    async read(statement, call) {
      checkRead(statement);
      return readers.use(call, async (connection) => (await run(connection, statement, call)).rows);
    },
    snapshot: (call, work) =>
      readers.use(call, async (connection) => {
        const read = async (statement: BoundStatement) => {
          checkRead(statement);
          return run(connection, statement, call);
        };
        return inTransaction(mssqlSnapshot(connection, await allowsSnapshots(connection, call), read), call, work);
      }),
    transaction(call, work) {
      const callWithoutSignal = withoutSignal(call);
      const lock = call.lock === undefined ? undefined : mssqlLock(call.lock);
      return writers.use(callWithoutSignal, (connection) => {
        const steps = mssqlWrite(connection, (statement) => run(connection, statement, callWithoutSignal));
        return inTransaction(steps, callWithoutSignal, afterLock(lock, work));
      });
    },
    async describe(sql, call) {
      const columnDescription = await describeColumns(sql, describing(call));
      return { ...columnDescription, readOnly: findTsqlChange(sql) ? false : undefined };
    },
    origins: (sql, call) => describeOrigins(sql, describing(call)),
    async procedures(name, call) {
      return mssqlProcedure(await describing(call)(mssqlProcedures(name), [name]));
    },
    async probe(sql, call) {
      await probers.use(call, (connection) => runRequest(connection, sql ?? 'select 1 as alive', undefined, call));
    },
    ...poolControl(readers, writers, describers, probers),
  };
}
