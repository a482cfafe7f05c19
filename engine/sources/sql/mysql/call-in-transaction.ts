/** A procedure that is called in a transaction: it may commit, and even begin another transaction. */
import { type BoundStatement, type CallContext, SourceError } from '../../source.ts';
import type { MysqlConnection } from './connection.ts';

/** Made before each call. It is gone where the procedure has ended the transaction. */
const savepoint = 'engine_call';
const unknownSavepoint = 1305;

const call = /^\s*call\b/i;

/** Whether the statement begins with CALL; a comment before it hides that. */
export const isCall = ({ sql }: BoundStatement): boolean => call.test(sql);

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
export async function runCall<T>(connection: MysqlConnection, context: CallContext, run: () => Promise<T>): Promise<T> {
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
