/** Transactions on a SQL Server connection. They are begun and ended by T-SQL, whose answer says whether one is open. */
import type { Connection } from 'tedious';
import { type BoundStatement, type CallContext, SourceError, type StatementResult } from '../../source.ts';
import { oneByOne } from '../connections/scoped-session.ts';
import type { TransactionSteps } from '../connections/transaction.ts';
import { begin, beginSnapshot, commit, rollback } from './control-statements.ts';
import { runRequest } from './request.ts';

type Run = (statement: BoundStatement, call: CallContext) => Promise<StatementResult>;

/** Runs `commit` or `rollback`; true where the server then says that no transaction is open. */
async function endTransaction(connection: Connection, sql: string, call: CallContext): Promise<boolean> {
  const sets = await runRequest(connection, sql, undefined, call);
  return sets.at(-1)?.[0]?.open_transactions === 0 && !connection.inTransaction;
}

async function rollBack(connection: Connection, call: CallContext): Promise<void> {
  if (await endTransaction(connection, rollback, call)) return;
  throw new SourceError('broken', 'SQL Server: the rollback did not end the transaction.');
}

/** Steps of a transaction that writes. */
export function mssqlWrite(connection: Connection, run: Run): TransactionSteps {
  return {
    server: 'SQL Server',
    async begin(call) {
      await runRequest(connection, begin, undefined, call);
    },
    run: oneByOne(run),
    async commit(call) {
      if (await endTransaction(connection, commit, call)) return;
      throw new SourceError('unreachable', 'SQL Server: the commit was not confirmed.', { connectionLost: true });
    },
    rollback: (call) => rollBack(connection, call),
  };
}

/**
 * Steps of a transaction that reads, always rolled back. With `isSnapshot`, where the database has ALLOW_SNAPSHOT_ISOLATION on, all reads see
 * one state of the data. Elsewhere each statement sees its own committed state: the levels between the two hold locks on what they read, and
 * would make the ERP's users wait for a report.
 */
export function mssqlSnapshot(connection: Connection, isSnapshot: boolean, run: Run): TransactionSteps {
  return {
    ...mssqlWrite(connection, run),
    async begin(call) {
      await runRequest(connection, isSnapshot ? beginSnapshot : begin, undefined, call);
    },
    commit: (call) => rollBack(connection, call),
  };
}
