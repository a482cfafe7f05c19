/** Transactions on a MySQL connection. */
import { type BoundStatement, type CallContext, SourceError, type StatementResult } from '../../source.ts';
import { oneByOne } from '../connections/scoped-session.ts';
import type { TransactionSteps } from '../connections/transaction.ts';
import type { MysqlConnection } from './connection.ts';

/** Made before each call. It is gone where the procedure has ended the transaction. */
const savepoint = 'engine_call';
const unknownSavepoint = 1305;

const call = /^\s*call\b/i;

/** Whether the statement begins with CALL; a comment before it hides that. */
const isCall = ({ sql }: BoundStatement): boolean => call.test(sql);

/** Rejects where the savepoint is gone. `cause` is the error of the procedure, if any. */
async function checkSavepoint(connection: MysqlConnection, context: CallContext, cause?: unknown): Promise<void> {
  try {
    await connection.command(`RELEASE SAVEPOINT ${savepoint}`, context);
  } catch (error) {
    const isGone = error instanceof SourceError && error.message.endsWith(`(${unknownSavepoint})`);
    if (!isGone) throw error;
    const message =
      'MySQL: the procedure ended the transaction that it was called in, by a COMMIT, a ROLLBACK or a statement that commits by itself (CREATE, ALTER, TRUNCATE). What it committed stands; it cannot be used for writes.';
    throw new SourceError('broken', message, { cause: cause ?? error });
  }
}

/** Calls a procedure by `run`. Rejects with `broken` where it has ended the transaction. */
async function runCall<T>(connection: MysqlConnection, context: CallContext, run: () => Promise<T>): Promise<T> {
  await connection.command(`SAVEPOINT ${savepoint}`, context);
  const result = await run().catch(async (error: unknown) => {
    // After a deadlock the server itself has ended the transaction, and has undone all of it.
    const isOpen = error instanceof SourceError && !error.connectionLost && error.kind !== 'conflict';
    if (isOpen) await checkSavepoint(connection, context, error);
    throw error;
  });
  await checkSavepoint(connection, context);
  return result;
}

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
