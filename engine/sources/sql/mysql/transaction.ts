/** Transactions on a MySQL connection. */
import { type BoundStatement, type CallContext, SourceError } from '../../source.ts';
import { oneByOne, type StatementResult } from '../connections/scoped-session.ts';
import type { TransactionSteps } from '../connections/transaction.ts';
import { isCall, runCall } from './call-in-transaction.ts';
import type { MysqlConnection } from './connection.ts';

/** One state of the data for all reads. */
const beginSnapshot = 'START TRANSACTION WITH CONSISTENT SNAPSHOT, READ ONLY';
const beginWrite = 'START TRANSACTION READ WRITE';

const makesTable = /^\s*create\s+table\s+if\s+not\s+exists\b/i;

/**
 * Runs statements of the transaction. CREATE, ALTER, TRUNCATE, COMMIT and the like commit at once on MySQL: later statements would run
 * outside of a transaction. Only a table may be made where it is missing, before the first change of data.
 */
function guardedRun(connection: MysqlConnection, begin: string) {
  let hasChanges = false;
  return async (statement: BoundStatement, call: CallContext): Promise<StatementResult> => {
    const run = () => connection.run(statement, call);
    const result = await (isCall(statement) ? runCall(connection, call, run) : run());
    hasChanges ||= result.affected > 0;
    if (connection.inTransaction) return result;
    if (hasChanges || !makesTable.test(statement.sql)) {
      throw new SourceError('broken', 'MySQL: a statement ended the transaction that it was part of.');
    }
    await connection.begin(begin, call);
    return result;
  };
}

/** The steps of one transaction: it is begun once. */
export function mysqlTransaction(connection: MysqlConnection, mode: 'snapshot' | 'write'): TransactionSteps {
  const begin = mode === 'snapshot' ? beginSnapshot : beginWrite;
  return {
    server: 'MySQL',
    begin: (call) => connection.begin(begin, call),
    run: oneByOne(guardedRun(connection, begin)),
    async commit(call) {
      if (!connection.inTransaction) {
        throw new SourceError('broken', 'MySQL: the transaction had ended before its commit.');
      }
      await connection.command('COMMIT', call);
      if (connection.inTransaction) throw new SourceError('broken', 'MySQL: the commit did not end the transaction.');
    },
    async rollback(call) {
      if (connection.inTransaction) await connection.command('ROLLBACK', call);
      if (connection.inTransaction) throw new SourceError('broken', 'MySQL: the rollback did not end the transaction.');
    },
  };
}
