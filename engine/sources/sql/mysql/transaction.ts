/** One transaction on a MySQL connection: committed whole, or rolled back. */
import { type BoundStatement, type CallContext, SourceError, type SqlSession } from '../../source.ts';
import { leaseSession } from '../scoped-session.ts';
import type { MysqlConnection } from './connection.ts';

/** Time that the end of a transaction has, however late it is. */
const graceMs = 2_000;
const ending = (call: CallContext): CallContext => ({ deadline: Math.max(call.deadline, Date.now() + graceMs) });

/** A procedure may commit, and begin another transaction: a savepoint of this one would then be gone. */
const savepoint = 'engine_call';
const calls = /^\s*call\b/i;
const unknownSavepoint = 1305;

/** Rejects where the transaction is no longer the one that the savepoint was made in. */
async function checkSavepoint(connection: MysqlConnection, call: CallContext, cause?: unknown): Promise<void> {
  try {
    await connection.command(`RELEASE SAVEPOINT ${savepoint}`, call);
  } catch (error) {
    const isGone = error instanceof SourceError && error.message.endsWith(`(${unknownSavepoint})`);
    if (!isGone) throw error;
    const message =
      'MySQL: the procedure ended the transaction that it was called in, by a COMMIT, a ROLLBACK or a statement that commits by itself (CREATE, ALTER, TRUNCATE). What it committed stands; it cannot be used for writes.';
    throw new SourceError('broken', message, { cause: cause ?? error });
  }
}

async function calling<T>(connection: MysqlConnection, call: CallContext, run: () => Promise<T>): Promise<T> {
  await connection.command(`SAVEPOINT ${savepoint}`, call);
  const result = await run().catch(async (error: unknown) => {
    // After a deadlock the server itself has ended the transaction, and nothing of it stands.
    const isOpen = error instanceof SourceError && !error.connectionLost && error.kind !== 'conflict';
    if (isOpen) await checkSavepoint(connection, call, error);
    throw error;
  });
  await checkSavepoint(connection, call);
  return result;
}

const makesTable = /^\s*create\s+table\s+if\s+not\s+exists\b/i;

function lostConnection(error: unknown): boolean {
  return error instanceof SourceError && error.connectionLost;
}

/** Leaves the connection outside of any transaction, or rethrows `error` as one that lost its connection. */
async function rollBack(connection: MysqlConnection, call: CallContext, error: unknown): Promise<never> {
  if (lostConnection(error)) throw error;
  try {
    await connection.command('ROLLBACK', ending(call));
  } catch {
    throw new SourceError('unreachable', 'MySQL: a transaction could not be rolled back.', {
      connectionLost: true,
      cause: error,
    });
  }
  throw error;
}

/**
 * Runs statements of the transaction. CREATE, ALTER, TRUNCATE, COMMIT and the like commit at once on MySQL: what follows
 * would be written without a transaction. Only a table may be made where it is missing, while nothing was changed yet.
 */
function guarded(connection: MysqlConnection, call: CallContext, begin: string) {
  let changed = false;
  return async (statement: BoundStatement) => {
    const run = () => connection.run(statement, call);
    const result = await (calls.test(statement.sql) ? calling(connection, call, run) : run());
    changed ||= result.affected > 0;
    if (connection.inTransaction) return result;
    if (changed || !makesTable.test(statement.sql)) {
      throw new SourceError('broken', 'MySQL: a statement ended the transaction that it was part of.');
    }
    await connection.begin(begin, call);
    return result;
  };
}

async function commit(connection: MysqlConnection, call: CallContext): Promise<void> {
  if (!connection.inTransaction) {
    throw new SourceError('broken', 'MySQL: the transaction had ended before its commit.');
  }
  await connection.command('COMMIT', ending(call));
  if (connection.inTransaction) throw new SourceError('broken', 'MySQL: the commit did not end the transaction.');
}

/** Runs `work` in a transaction that the statement `begin` starts: commits when it resolves, rolls back when it rejects. */
export async function inMysqlTransaction<T>(
  connection: MysqlConnection,
  call: CallContext,
  begin: string,
  work: (session: SqlSession) => Promise<T>,
): Promise<T> {
  await connection.begin(begin, call);
  const lease = leaseSession(guarded(connection, call, begin));
  try {
    const result = await work(lease.session);
    await lease.end();
    await commit(connection, call);
    return result;
  } catch (error) {
    // Where the work failed for a reason of its own while its connection broke, the latter decides what is left to do.
    const first = await lease.end().catch((failure: unknown) => failure);
    return await rollBack(connection, call, lostConnection(first) ? first : error);
  }
}
